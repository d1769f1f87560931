package io.heddle.idiom;

import io.heddle.ptx.Function;

/** A function with its blocks and what lives where; what {@link Walk} reads. */
final class Code {
    final Function function;
    final ControlFlow flow;
    final Liveness liveness;

    Code(Function function) {
        this.function = function;
        this.flow = new ControlFlow(function);
        this.liveness = new Liveness(flow);
    }
}
