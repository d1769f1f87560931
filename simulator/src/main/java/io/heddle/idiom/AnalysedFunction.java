package io.heddle.idiom;

import io.heddle.flow.ControlFlowGraph;
import io.heddle.flow.Dominators;
import io.heddle.flow.Liveness;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;

/**
 * A function, written with {@link InnerCode}, with its control flow, liveness and the tables of its
 * module: the input of {@link RegionReader}.
 */
final class AnalysedFunction {
    final Function function;
    final InnerCode inner;
    final ControlFlowGraph flow;
    final Liveness liveness;

    final Tables tables;
    final Dominators dominators;

    AnalysedFunction(Function raw, PtxModule module) {
        this.tables = new Tables(module);
        this.inner = InnerCode.of(raw, module, tables);
        this.function = inner.function();
        this.flow = new ControlFlowGraph(function);
        this.liveness = new Liveness(flow);
        this.dominators = flow.dominators();
    }
}
