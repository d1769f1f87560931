package io.heddle.lift;

import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What operators do beyond sums, products and quotients. What a kernel does not do, is not it. */
enum Feature {
    /** Exponentials, and hyperbolic tangents, which are made of them. */
    EXP,
    LOG,
    /** Roots of data. */
    ROOT,
    ERF,
    /** Comparisons of data. A softmax need not have them, so that their presence says nothing. */
    ORDER;

    private static final Map<String, Set<Feature>> OF_FUNCTIONS =
            Map.ofEntries(
                    Map.entry("relu", EnumSet.of(ORDER)),
                    Map.entry("leaky_relu", EnumSet.of(ORDER)),
                    Map.entry("sigmoid", EnumSet.of(EXP)),
                    Map.entry("silu", EnumSet.of(EXP)),
                    Map.entry("softplus", EnumSet.of(EXP, LOG)),
                    Map.entry("softsign", EnumSet.of(ORDER)),
                    Map.entry("elu", EnumSet.of(EXP, ORDER)),
                    Map.entry("selu", EnumSet.of(EXP, ORDER)),
                    Map.entry("hardtanh", EnumSet.of(ORDER)),
                    Map.entry("hardsigmoid", EnumSet.of(ORDER)),
                    Map.entry("hardswish", EnumSet.of(ORDER)),
                    Map.entry("mish", EnumSet.of(EXP)),
                    Map.entry("gelu", EnumSet.of(ERF)),
                    Map.entry("gelu_tanh", EnumSet.of(EXP)),
                    Map.entry("exp", EnumSet.of(EXP)),
                    Map.entry("tanh", EnumSet.of(EXP)),
                    Map.entry("swiglu", EnumSet.of(EXP)),
                    Map.entry("geglu", EnumSet.of(ERF)),
                    Map.entry("max", EnumSet.of(ORDER)),
                    Map.entry("min", EnumSet.of(ORDER)),
                    Map.entry("norm", EnumSet.of(ROOT)),
                    Map.entry("logsumexp", EnumSet.of(EXP, LOG)),
                    Map.entry("softmax", EnumSet.of(EXP)),
                    Map.entry("attention", EnumSet.of(EXP)),
                    Map.entry("log_softmax", EnumSet.of(EXP, LOG)),
                    Map.entry("layer_norm", EnumSet.of(ROOT)),
                    Map.entry("rms_norm", EnumSet.of(ROOT)),
                    Map.entry("instance_norm", EnumSet.of(ROOT)),
                    Map.entry("batch_norm", EnumSet.of(ROOT)),
                    Map.entry("group_norm", EnumSet.of(ROOT)),
                    Map.entry("max_pool", EnumSet.of(ORDER)),
                    Map.entry("l1_loss", EnumSet.of(ORDER)),
                    Map.entry("huber_loss", EnumSet.of(ORDER)),
                    Map.entry("hinge_loss", EnumSet.of(ORDER)),
                    Map.entry("kl_div", EnumSet.of(LOG)),
                    Map.entry("cross_entropy", EnumSet.of(EXP, LOG)),
                    Map.entry("triplet_loss", EnumSet.of(ROOT, ORDER)));

    /** Those of a function of the prelude. */
    static Set<Feature> of(String function) {
        return OF_FUNCTIONS.getOrDefault(function, Set.of());
    }

    /** That of a term, whatever is below it; null if it has none. */
    static Feature of(TermStore store, int t) {
        return switch (store.op(t)) {
            case EXP2 -> EXP;
            case LOG2 -> LOG;
            case SQRT -> isNumber(store, store.a(t)) ? null : ROOT;
            case MAX, MIN, ABS, ITE -> ORDER;
            case APPLY ->
                    store.functionOf(t).equals(Function.TANH)
                            ? EXP
                            : store.functionOf(t).equals(Function.ERF) ? ERF : null;
            default -> null;
        };
    }

    private static boolean isNumber(TermStore store, int t) {
        return List.of(Op.RATIONAL, Op.LITERAL, Op.CONSTANT).contains(store.op(t));
    }
}
