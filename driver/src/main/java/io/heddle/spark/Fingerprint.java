package io.heddle.spark;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * SHA-256 over immutable data: records, collections, texts, numbers. Equal data have equal
 * fingerprints in every process; the encoding is self-delimiting, so that unequal data have
 * different encodings.
 */
final class Fingerprint {
    private final MessageDigest digest;

    Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java platform has it
        }
    }

    /** The fingerprint of all that was added, in hexadecimal. */
    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Adds bytes. */
    Fingerprint addBytes(byte[] bytes) {
        tag('b', bytes.length);
        digest.update(bytes);
        return this;
    }

    /** Adds a value and all that it is made of. */
    Fingerprint add(Object value) {
        if (value == null) {
            tag('0', 0);
        } else if (value instanceof Record record) {
            addRecord(record);
        } else if (value instanceof Map<?, ?> map) {
            tag('m', map.size());
            new TreeMap<>(map).forEach((k, v) -> add(k).add(v)); // no hash order
        } else if (value instanceof Collection<?> collection) {
            tag('l', collection.size());
            collection.forEach(this::add);
        } else if (value instanceof Enum<?> constant) {
            text('e', constant.name());
        } else if (value instanceof CharSequence
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof io.heddle.term.Rational) {
            text('t', value.toString());
        } else if (value instanceof io.heddle.ptx.Bytes bytes) {
            addBytes(bytes.toArray());
        } else {
            throw new IllegalArgumentException("no fingerprint of a " + value.getClass());
        }
        return this;
    }

    private void addRecord(Record record) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        text('r', record.getClass().getName());
        tag('c', components.length);
        for (RecordComponent component : components) {
            component.getAccessor().setAccessible(true);
            try {
                add(component.getAccessor().invoke(record));
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void text(char tag, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        tag(tag, bytes.length);
        digest.update(bytes);
    }

    private void tag(char tag, int length) {
        digest.update(ByteBuffer.allocate(5).put((byte) tag).putInt(length).array());
    }
}
