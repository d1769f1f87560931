package io.heddle.simulate;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.launch.TensorSpec;
import io.heddle.machine.LaneRead;
import io.heddle.machine.Machine;
import io.heddle.machine.SimulationOptions;
import io.heddle.memory.MemoryObject;
import io.heddle.memory.ReadContext;
import io.heddle.value.Value;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Reads what an execution has left in tensors, as terms. */
final class OutputReader {
    /** Elements between two looks at the clock. */
    static final int CLOCK_INTERVAL = 1 << 10;

    private final Machine machine;
    private final SimulationOptions options;

    OutputReader(Machine machine, SimulationOptions options) {
        this.machine = machine;
        this.options = options;
    }

    /** What it holds: a term for each element that was stored to or had contents. */
    OutputTensor read(MemoryObject o) {
        TensorSpec spec = o.tensor();
        boolean unknown = spec.init() instanceof TensorSpec.Init.Symbolic;
        if (!o.isWritten() && (unknown || spec.role() == TensorSpec.Role.IN)) {
            return new OutputTensor(spec, new int[0], new BitSet());
        }
        BitSet written = written(o);
        int n = (int) spec.size();
        int[] terms = new int[n];
        int bytes = spec.type().bytes();
        boolean defined = !unknown && !(spec.init() instanceof TensorSpec.Init.Undefined);
        ReadContext context = LaneRead.none(machine);
        Map<Integer, String> unreadable = new HashMap<>();
        int read = 0;
        for (int i = defined ? 0 : written.nextSetBit(0); i >= 0 && i < n; ) {
            if (read++ % CLOCK_INTERVAL == 0) {
                options.checkClock(() -> "after the execution");
            }
            try {
                terms[i] = term(o.load(spec.offset(i) * bytes, bytes, context), spec);
            } catch (UnsupportedPtxException e) {
                unreadable.put(i, e.getMessage());
            }
            i = defined ? i + 1 : written.nextSetBit(i + 1);
        }
        return new OutputTensor(spec, terms, written, unreadable);
    }

    /** The elements of a tensor that were stored to, by row-major index. */
    private static BitSet written(MemoryObject o) {
        TensorSpec spec = o.tensor();
        BitSet cells = o.writtenCells();
        if (spec.isRowMajor()) {
            return cells;
        }
        int n = (int) spec.size();
        BitSet written = new BitSet(n);
        for (int i = 0; i < n; i++) {
            written.set(i, cells.get((int) spec.offset(i)));
        }
        return written;
    }

    private int term(Value v, TensorSpec spec) {
        return spec.type().isFloat()
                ? machine.views().stored(v, spec.type().format())
                : machine.views().exactInteger(v, spec.type().bits(), spec.type().isSigned());
    }
}
