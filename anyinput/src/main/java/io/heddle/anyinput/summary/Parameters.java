package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What the parameters of an entry hold: terms at byte offsets, and the tensors they point to. */
public final class Parameters {
    private final Map<String, TreeMap<Integer, BitTerm>> fields = new HashMap<>();
    private final Map<BitTerm, MemoryObject> objects = new HashMap<>();

    /** A field of a parameter. */
    public void put(String parameter, int offset, BitTerm value) {
        fields.computeIfAbsent(parameter, p -> new TreeMap<>()).put(offset, value);
    }

    /** An object that addresses in parameters lead to. */
    public void add(MemoryObject object) {
        objects.put(object.base(), object);
    }

    /**
     * The value of bytes from an offset on, which may be several fields, or a part of one.
     *
     * @return null if something is not known of some of them
     */
    BitTerm at(BitTerms terms, String parameter, long offset, int bytes) {
        TreeMap<Integer, BitTerm> of = fields.get(parameter);
        BitTerm value = null;
        long at = offset;
        while (at < offset + bytes) {
            Map.Entry<Integer, BitTerm> field = of == null ? null : of.floorEntry((int) at);
            if (field == null || at >= field.getKey() + size(field.getValue())) {
                return null;
            }
            long begin = at - field.getKey();
            long length = Math.min(size(field.getValue()) - begin, offset + bytes - at);
            BitTerm part = part(terms, field.getValue(), begin, length);
            value = value == null ? part : joined(terms, value, part);
            at += length;
        }
        return value;
    }

    private static BitTerm joined(BitTerms terms, BitTerm low, BitTerm high) {
        int width = low.width() + high.width();
        BitTerm shift = terms.constant(width, low.width());
        return terms.add(terms.zext(low, width), terms.shl(terms.zext(high, width), shift));
    }

    private static int size(BitTerm field) {
        return field.width() / Byte.SIZE;
    }

    private static BitTerm part(BitTerms terms, BitTerm field, long begin, long length) {
        BitTerm by = terms.constant(field.width(), begin * Byte.SIZE);
        return terms.low(terms.lshr(field, by), (int) length * Byte.SIZE);
    }

    /** The objects by their addresses. */
    Map<BitTerm, MemoryObject> objects() {
        return objects;
    }
}
