package io.heddle.spark;

import java.io.OutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.serializer.SerializationStream;
import scala.reflect.ClassTag;

/**
 * Inputs of tasks that are too large to travel in the message that starts the task: executors fetch
 * them as broadcasts. Spark fails a job of which one message is longer than {@code
 * spark.rpc.message.maxSize}. Closing it drops them everywhere.
 */
final class LargeInputs<I> implements AutoCloseable {
    private static final String MESSAGE_MEBIBYTES = "spark.rpc.message.maxSize";
    private static final int SPARKS = 128; // what it is where nothing is set
    private static final int PARTS = 4; // of a message, of which an input has one at most

    private final List<List<I>> small = new ArrayList<>();
    private final HashMap<Integer, Broadcast<List<I>>> large = new HashMap<>();

    /**
     * Inputs of the tasks of a job.
     *
     * @param tasks the inputs of each task
     */
    LargeInputs(JavaSparkContext context, List<List<I>> tasks) {
        long most = ((long) context.getConf().getInt(MESSAGE_MEBIBYTES, SPARKS) << 20) / PARTS;
        try {
            for (List<I> task : tasks) {
                List<I> inputs = new ArrayList<>(task);
                if (isLarger(inputs, most)) {
                    large.put(small.size(), context.broadcast(inputs));
                    small.add(new ArrayList<>());
                } else {
                    small.add(inputs);
                }
            }
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** The inputs that travel with each task: all or none. */
    List<List<I>> small() {
        return small;
    }

    /** Those of the other tasks, by their number. */
    Fetched<I> large() {
        return new Fetched<>(large);
    }

    /**
     * What executors fetch.
     *
     * @param byTask inputs of the tasks that have large ones, by the task's number
     */
    record Fetched<I>(HashMap<Integer, Broadcast<List<I>>> byTask) implements Serializable {
        /** The inputs of a task. */
        List<I> of(int task, List<I> sent) {
            Broadcast<List<I>> fetched = byTask.get(task);
            return fetched == null ? sent : fetched.value();
        }
    }

    @Override
    public void close() {
        for (Map.Entry<Integer, Broadcast<List<I>>> input : large.entrySet()) {
            input.getValue().destroy();
        }
    }

    /** True if Spark's serialiser makes more bytes of a value. */
    static boolean isLarger(Object value, long most) {
        Counter counter = new Counter(most);
        SerializationStream stream =
                SparkEnv.get().serializer().newInstance().serializeStream(counter);
        try {
            stream.writeObject(value, ClassTag.apply(Object.class));
            stream.flush();
        } catch (RuntimeException e) { // perhaps the counter's in another
            if (!counter.isFull()) {
                throw e;
            }
        }
        return counter.isFull();
    }

    /** Counts bytes and keeps none; takes no more once they are too many. */
    private static final class Counter extends OutputStream {
        private final long most;
        private long count;

        Counter(long most) {
            this.most = most;
        }

        boolean isFull() {
            return count > most;
        }

        @Override
        public void write(int b) {
            count(1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            count(length);
        }

        private void count(int length) {
            count += length;
            if (isFull()) {
                throw new IllegalStateException("more than " + most + " bytes");
            }
        }
    }
}
