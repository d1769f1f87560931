package io.heddle.spark;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import io.heddle.algebra.Recovery;
import io.heddle.check.ReplayRequest;
import io.heddle.condition.Counterexample;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.decide.Lemmas;
import io.heddle.decide.ProofAssumption;
import io.heddle.decide.Recoveries;
import io.heddle.decide.ShownLemma;
import io.heddle.refute.Domain;
import io.heddle.replay.ReplayVerdict;
import io.heddle.replay.SoloReplay;
import io.heddle.report.PairReport;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.table.ShardRow;
import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import io.heddle.term.TermSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.spark.serializer.KryoRegistrator;

/**
 * Registers all classes that Heddle sends over the cluster, with their serialisers. Kryo refuses
 * every other class.
 */
public final class HeddleRegistrator implements KryoRegistrator {
    @Override
    public void registerClasses(Kryo kryo) {
        kryo.register(TermSlice.class, new SliceSerializer());
        kryo.register(Question.class, new QuestionSerializer());
        record(kryo, Shard.class);
        record(kryo, ShardDecider.Work.class);
        record(kryo, Question.Prepared.class);
        record(kryo, Question.Tried.class);
        kryo.register(SharedBudget.class, new JavaSerializer());
        record(kryo, Recoveries.class);
        record(kryo, Lemmas.class);
        record(kryo, Lemmas.Of.class);
        record(kryo, Lemmas.Part.class);
        record(kryo, Budget.class);
        record(kryo, Limits.class);
        record(kryo, DecideOptions.class);
        record(kryo, Recovery.class);
        record(kryo, Recovery.Literal.class);
        kryo.register(FloatFormat.class);
        record(kryo, ShardResult.class);
        record(kryo, Decision.Proved.class);
        record(kryo, ShownLemma.class);
        record(kryo, Decision.Refuted.class);
        record(kryo, Decision.Undecided.class);
        kryo.register(Decision.Method.class);
        record(kryo, ProofAssumption.InDomain.class);
        record(kryo, ProofAssumption.Recovered.class);
        kryo.register(Domain.Kind.class);
        record(kryo, Counterexample.class);
        kryo.register(Rational.class, new JavaSerializer());
        kryo.register(TreeMap.class);
        kryo.register(ArrayList.class);
        ListSerializer lists = new ListSerializer();
        for (List<?> list : List.of(List.of(), List.of(1), List.of(1, 2, 3))) {
            kryo.register(list.getClass(), lists); // the JDK's immutable lists
        }
        kryo.register(java.util.Collections.nCopies(2, 0).getClass(), lists);
        record(kryo, SuiteTask.class);
        record(kryo, SuiteTask.Answer.class);
        record(kryo, ShardRow.class);
        record(kryo, ReplayTask.class);
        record(kryo, ReplayTask.Answer.class);
        kryo.register(ReplayRequest.class, new JavaSerializer());
        for (Class<?> verdict :
                List.of(
                        ReplayVerdict.Agree.class,
                        ReplayVerdict.Unconfirmed.class,
                        ReplayVerdict.Stopped.class,
                        ReplayVerdict.Disagree.class,
                        ReplayVerdict.Skipped.class,
                        SoloReplay.Result.Clean.class,
                        SoloReplay.Result.Defect.class,
                        SoloReplay.Result.Unmet.class,
                        SoloReplay.Result.Skipped.class,
                        SoloReplay.Result.Rounded.class)) {
            kryo.register(verdict, new JavaSerializer());
        }
        kryo.register(Pair.class, new JavaSerializer());
        kryo.register(PairReport.class, new JavaSerializer());
    }

    private static <R extends Record> void record(Kryo kryo, Class<R> type) {
        kryo.register(type, new RecordSerializer<>(type));
    }

    /** A slice: its encoded arrays, unchanged. */
    private static final class SliceSerializer extends Serializer<TermSlice> {
        @Override
        public void write(Kryo kryo, Output output, TermSlice slice) {
            output.writeInt(slice.nodes(), true);
            output.writeInt(slice.rootCount(), true);
            int previous = 0;
            for (int i = 0; i < slice.rootCount(); i++) {
                output.writeInt(slice.root(i) - previous, false);
                previous = slice.root(i);
            }
            bytes(output, slice.tables());
            bytes(output, slice.code());
        }

        @Override
        public TermSlice read(Kryo kryo, Input input, Class<TermSlice> type) {
            int nodes = input.readInt(true);
            int[] roots = new int[input.readInt(true)];
            int previous = 0;
            for (int i = 0; i < roots.length; i++) {
                previous += input.readInt(false);
                roots[i] = previous;
            }
            byte[] tables = input.readBytes(input.readInt(true));
            return new TermSlice(nodes, roots, tables, input.readBytes(input.readInt(true)));
        }

        private static void bytes(Output output, byte[] bytes) {
            output.writeInt(bytes.length, true);
            output.writeBytes(bytes);
        }
    }

    /** A question: its conditions by tensor, without what a process has found out. */
    private static final class QuestionSerializer extends Serializer<Question> {
        @Override
        public void write(Kryo kryo, Output output, Question question) {
            output.writeInt(question.pair(), true);
            output.writeInt(question.first(), true);
            List<VerificationCondition> conditions = question.conditions();
            output.writeInt(conditions.size(), true);
            String tensor = null;
            long previous = 0;
            for (VerificationCondition c : conditions) {
                boolean same = c.tensor().equals(tensor);
                output.writeString(same ? null : c.tensor());
                output.writeLong(c.index() - previous, false);
                tensor = c.tensor();
                previous = c.index();
            }
            kryo.writeObject(output, question.slice());
            kryo.writeObject(output, question.budget());
            kryo.writeObjectOrNull(output, question.recoveries(), Recoveries.class);
        }

        @Override
        public Question read(Kryo kryo, Input input, Class<Question> type) {
            int pair = input.readInt(true);
            int first = input.readInt(true);
            int size = input.readInt(true);
            List<String> tensors = new ArrayList<>(size);
            long[] indices = new long[size];
            String tensor = null;
            long previous = 0;
            for (int i = 0; i < size; i++) {
                String name = input.readString();
                tensor = name == null ? tensor : name;
                tensors.add(tensor);
                previous += input.readLong(false);
                indices[i] = previous;
            }
            TermSlice slice = kryo.readObject(input, TermSlice.class);
            List<VerificationCondition> conditions = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                conditions.add(
                        new VerificationCondition(
                                tensors.get(i),
                                indices[i],
                                slice.root(2 * i),
                                slice.root(2 * i + 1)));
            }
            Budget budget = kryo.readObject(input, Budget.class);
            Recoveries recoveries = kryo.readObjectOrNull(input, Recoveries.class);
            return Question.arrived(pair, first, slice, conditions, budget, recoveries);
        }
    }

    /** An immutable list: its size and elements. */
    private static final class ListSerializer extends Serializer<List<?>> {
        ListSerializer() {
            super(false, true);
        }

        @Override
        public void write(Kryo kryo, Output output, List<?> list) {
            output.writeInt(list.size(), true);
            for (Object element : list) {
                kryo.writeClassAndObject(output, element);
            }
        }

        @Override
        public List<?> read(Kryo kryo, Input input, Class<List<?>> type) {
            Object[] elements = new Object[input.readInt(true)];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = kryo.readClassAndObject(input);
            }
            return List.of(elements);
        }
    }
}
