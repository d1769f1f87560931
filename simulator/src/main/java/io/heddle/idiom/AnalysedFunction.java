package io.heddle.idiom;

import io.heddle.flow.ControlFlowGraph;
import io.heddle.flow.Dominators;
import io.heddle.flow.Liveness;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;

/**
 * A function with its control flow, liveness and the tables of its module: the input of {@link
 * RegionReader}.
 */
final class AnalysedFunction {
    final Function function;
    final ControlFlowGraph flow;
    final Liveness liveness;

    final Tables tables;
    final Dominators dominators;

    AnalysedFunction(Function function, PtxModule module) {
        this.function = function;
        this.tables = new Tables(module);
        this.flow = new ControlFlowGraph(function);
        this.liveness = new Liveness(flow);
        this.dominators = flow.dominators();
    }
}
