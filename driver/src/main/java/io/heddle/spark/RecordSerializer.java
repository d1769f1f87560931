package io.heddle.spark;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * Writes a record as its components and reads it back through its canonical constructor, so that
 * what the constructor checks holds on the other side too. (Kryo 4 knows no records.)
 *
 * @param <R> the record
 */
final class RecordSerializer<R extends Record> extends Serializer<R> {
    private final RecordComponent[] components;
    private final Constructor<R> constructor;

    RecordSerializer(Class<R> type) {
        super(true, true); // accepts null; records are immutable
        components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            constructor = type.getDeclaredConstructor(types);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
        constructor.setAccessible(true);
        for (RecordComponent component : components) {
            component.getAccessor().setAccessible(true);
        }
    }

    @Override
    public void write(Kryo kryo, Output output, R record) {
        output.writeBoolean(record != null);
        if (record == null) {
            return;
        }
        try {
            for (RecordComponent component : components) {
                kryo.writeClassAndObject(output, component.getAccessor().invoke(record));
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public R read(Kryo kryo, Input input, Class<R> type) {
        if (!input.readBoolean()) {
            return null;
        }
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = kryo.readClassAndObject(input);
        }
        try {
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("reading " + type.getName(), e);
        }
    }
}
