package io.heddle.check;

import io.heddle.anyinput.assume.AssumptionException;
import io.heddle.anyinput.assume.AssumptionText;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.query.Arguments;
import io.heddle.anyinput.summary.Axiom;
import io.heddle.anyinput.summary.MemoryObject;
import io.heddle.anyinput.summary.Parameters;
import io.heddle.anyinput.summary.Threads;
import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.ReachedFunctions;
import io.heddle.ptx.Variable;
import io.heddle.suite.AnyInput;
import io.heddle.suite.InputException;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A launch whose data, symbolic scalars and grid are variables. */
final class AnyInputLaunch {
    private static final String AXES = "xyz";
    private static final int ADDRESSES = 49; // bits of addresses of the targets

    private static final List<String> GRID_REGISTERS =
            List.of("%ctaid.", "%nctaid.", "%clusterid.", "%nclusterid.");

    private final Launch launch;
    private final Function entry;
    private final AnyInput inputs;
    private final BitTerms terms = new BitTerms();
    private final Threads threads;
    private final Parameters parameters = new Parameters();
    private final Map<String, BitTerm> names = new LinkedHashMap<>();
    private final Map<String, Axiom> contents = new HashMap<>();
    private final Map<String, TensorSpec> tensors = new HashMap<>(); // by name of their contents
    private final List<BitTerm> sizes = new ArrayList<>();
    private final List<String> quantified = new ArrayList<>();
    private final List<String> limits = new ArrayList<>();

    /**
     * The variables of a launch.
     *
     * @throws InputException if an extent is no expression over the scalars
     */
    AnyInputLaunch(Launch launch, AnyInput inputs) {
        this.launch = launch;
        this.inputs = inputs;
        entry = launch.module().function(launch.entry());
        threads = new Threads(terms, launch.block(), grid());
        quantified.add("data");
        name("blockDim", launch.block());
        for (int k = 0; k < AXES.length(); k++) {
            names.put("gridDim." + AXES.charAt(k), threads.grid().get(k));
        }
        List<Variable> declared = entry.parameters();
        if (declared.size() != launch.arguments().size()) {
            throw new InputException(
                    launch.entry()
                            + " has "
                            + declared.size()
                            + " parameters, not "
                            + launch.arguments().size());
        }
        for (int k = 0; k < declared.size(); k++) {
            scalar(declared.get(k).name(), 0, launch.arguments().get(k), declared.get(k));
        }
        for (int k = 0; k < declared.size(); k++) {
            pointer(declared.get(k).name(), 0, launch.arguments().get(k));
        }
        if (threads.grid().stream().anyMatch(g -> !g.isConstant())) {
            quantified.add("grid");
        }
        limitGrid();
    }

    /** What "any grid" leaves out. */
    private void limitGrid() {
        if (!inputs.anyGrid()) {
            return;
        }
        for (int k = 0; k < AXES.length(); k++) {
            char axis = AXES.charAt(k);
            if (threads.grid().get(k).isConstant()) {
                limits.add("gridDim." + axis + " = 1: the kernel does not read blockIdx." + axis);
            } else if (k == 0) {
                limits.add("gridDim.x * blockDim.x < 2^31");
            }
        }
    }

    private void name(String of, Dim3 extents) {
        int[] all = {extents.x(), extents.y(), extents.z()};
        for (int k = 0; k < AXES.length(); k++) {
            names.put(of + "." + AXES.charAt(k), terms.constant(Integer.SIZE, all[k]));
        }
    }

    /** The grid; 0 in the dimensions of which any extent is meant. */
    private Dim3 grid() {
        if (!inputs.anyGrid()) {
            return launch.grid();
        }
        int[] extents = {1, 1, 1};
        List<Instruction> all =
                ReachedFunctions.of(launch.module(), entry).stream()
                        .flatMap(f -> f.body().stream())
                        .toList();
        for (Instruction i : all) {
            for (Operand o : i.operands()) {
                if (o instanceof Operand.SpecialRegister s
                        && GRID_REGISTERS.stream().anyMatch(s.name()::startsWith)) {
                    int axis = AXES.indexOf(s.name().charAt(s.name().length() - 1));
                    if (axis >= 0) {
                        extents[axis] = 0;
                    }
                }
            }
        }
        return new Dim3(extents[0], extents[1], extents[2]);
    }

    private void scalar(String parameter, int offset, Argument argument, Variable declared) {
        if (argument instanceof Argument.SymbolicScalar s && !s.type().isFloat()) {
            BitTerm value =
                    terms.variable(Arguments.PREFIX + s.name(), s.type().bits(), Level.GRID);
            parameters.put(parameter, offset, value);
            names.put(s.name(), s.type().isSigned() ? value : terms.zext(value, 2 * Long.SIZE));
            quantified.add(s.name());
        } else if (argument instanceof Argument.SymbolicScalar s) {
            quantified.add(s.name());
        } else if (argument instanceof Argument.Scalar s && !s.real() && declared != null) {
            int bits = declared.type().bits();
            if (!declared.type().isFloat() && s.value().isInteger()) {
                parameters.put(parameter, offset, terms.constant(bits, s.value().numerator()));
            }
        } else if (argument instanceof Argument.Null) {
            parameters.put(parameter, offset, terms.constant(Long.SIZE, 0));
        } else if (argument instanceof Argument.Aggregate a) {
            a.fields().forEach(f -> scalar(parameter, f.offset(), f.value(), null));
            bytes(parameter, a);
        }
    }

    /** The bytes of an aggregate that are given. */
    private void bytes(String parameter, Argument.Aggregate a) {
        BitSet open = new BitSet();
        a.fields().forEach(f -> open.set(f.offset(), f.offset() + f.size()));
        for (int k = open.nextClearBit(0); k < a.bytes().length(); k = open.nextClearBit(k + 1)) {
            parameters.put(parameter, k, terms.constant(Byte.SIZE, a.bytes().get(k) & 0xff));
        }
    }

    private void pointer(String parameter, int offset, Argument argument) {
        if (argument instanceof Argument.Aggregate a) {
            a.fields().forEach(f -> pointer(parameter, f.offset(), f.value()));
        }
        if (!(argument instanceof Argument.Tensor t)) {
            return;
        }
        TensorSpec tensor = t.tensor();
        BitTerm base =
                terms.variable(
                        "address of tensor " + tensor.name(),
                        Long.SIZE,
                        Level.GRID,
                        BigInteger.ZERO,
                        BigInteger.ONE.shiftLeft(ADDRESSES).subtract(BigInteger.ONE));
        parameters.put(parameter, offset, base);
        parameters.add(
                new MemoryObject(
                        tensor.name(),
                        MemoryObject.Space.GLOBAL,
                        base,
                        bytes(tensor),
                        tensor.init() instanceof TensorSpec.Init.Zero));
        elements(tensor);
    }

    /** The size of a tensor; null if it is not known. */
    private BitTerm bytes(TensorSpec tensor) {
        List<String> extents = inputs.extents().get(tensor.name());
        if (extents == null) {
            return terms.constant(Long.SIZE, tensor.span() * tensor.type().bytes());
        }
        if (extents.isEmpty()) {
            return null;
        }
        BitTerm size = terms.constant(AssumptionText.WIDTH, tensor.type().bytes());
        for (String extent : extents) {
            try {
                BitTerm e = AssumptionText.number(terms, names, extent);
                sizes.add(terms.not(terms.slt(e, terms.constant(e.width(), 0))));
                size = terms.mul(size, e);
            } catch (AssumptionException e) {
                throw new InputException(
                        "extent " + extent + " of " + tensor.name() + ": " + at(e));
            }
        }
        sizes.add(terms.ult(size, terms.constant(size.width(), 1L << ADDRESSES)));
        return terms.low(size, Long.SIZE);
    }

    /** What holds because tensors have their sizes: extents are not negative. */
    List<BitTerm> sizes() {
        return sizes;
    }

    private static String at(AssumptionException e) {
        return "column " + e.column() + ": " + e.getMessage();
    }

    /** Elements of an input in a stated range lie in it; of distinct ones no two are equal. */
    private void elements(TensorSpec tensor) {
        ElementType type = tensor.type();
        boolean ranged = tensor.low() != null || tensor.high() != null;
        if (type.isFloat() || !ranged && !tensor.distinct()) {
            return;
        }
        int bits = type.bits();
        String name = "contents of " + tensor.name() + " " + bits;
        BitTerm offset = terms.variable("offset in " + tensor.name(), Long.SIZE, Level.GRID);
        BitTerm element = terms.apply(name, bits, Level.GRID, List.of(offset));
        int wide = 2 * Long.SIZE;
        BitTerm value = type.isSigned() ? terms.sext(element, wide) : terms.zext(element, wide);
        List<BitTerm> holds = new ArrayList<>();
        if (tensor.low() != null) {
            holds.add(terms.not(terms.slt(value, number(wide, tensor.low()))));
        }
        if (tensor.high() != null) {
            holds.add(terms.not(terms.slt(number(wide, tensor.high()), value)));
        }
        if (tensor.distinct()) {
            String place = "place in " + tensor.name();
            BitTerm at = terms.apply(place, Long.SIZE, Level.GRID, List.of(element));
            int low = Integer.numberOfTrailingZeros(type.bytes());
            BitTerm between = // no element
                    low == 0
                            ? terms.condition(false)
                            : terms.not(terms.eq(terms.low(offset, low), terms.constant(low, 0)));
            holds.add(terms.or(between, terms.eq(at, offset)));
        }
        tensors.put(name, tensor);
        contents.put(name, new Axiom(List.of(offset), terms.conjunction(holds)));
    }

    /**
     * An element of a tensor and its value, in words.
     *
     * @param name of the function that gives the contents of the tensor
     */
    String element(String name, BigInteger index, BigInteger bits) {
        TensorSpec tensor = tensors.get(name);
        ElementType type = tensor.type();
        BigInteger value =
                type.isSigned() && bits.testBit(type.bits() - 1)
                        ? bits.subtract(BigInteger.ONE.shiftLeft(type.bits()))
                        : bits;
        return tensor.name() + "[" + index + "] = " + value;
    }

    private BitTerm number(int width, Rational value) {
        return terms.constant(width, value.numerator());
    }

    /**
     * The conditions that the user assumes.
     *
     * @throws InputException if one is no condition
     */
    List<BitTerm> assumptions() {
        List<BitTerm> all = new ArrayList<>();
        for (String text : inputs.assumptions()) {
            try {
                all.add(AssumptionText.condition(terms, names, text));
            } catch (AssumptionException e) {
                throw new InputException("--assume " + text + ": " + at(e));
            }
        }
        return all;
    }

    /** What a verdict assumes beside the user's own conditions. */
    List<String> limits() {
        return limits;
    }

    /** A condition over the names of this launch. */
    BitTerm condition(String text) {
        return AssumptionText.condition(terms, names, text);
    }

    /** The names of symbolic integers. */
    List<String> integers() {
        return names.keySet().stream().filter(n -> n.indexOf('.') < 0).toList();
    }

    Launch launch() {
        return launch;
    }

    Function entry() {
        return entry;
    }

    BitTerms terms() {
        return terms;
    }

    Threads threads() {
        return threads;
    }

    Parameters parameters() {
        return parameters;
    }

    /** What is known of the contents of tensors. */
    Map<String, Axiom> contents() {
        return contents;
    }

    /** What a verdict holds for all values of. */
    List<String> quantified() {
        return quantified;
    }

    /** Sizes of tensors that no number gives. */
    Map<String, List<String>> extents() {
        return inputs.extents();
    }

    /** The tensors whose sizes nothing gives. */
    List<String> withoutSize() {
        return inputs.extents().entrySet().stream()
                .filter(e -> e.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** The number of elements that extents give where names have values; −1 if it is not known. */
    BigInteger elements(List<String> extents, Map<BitTerm, BitTerm> values) {
        BitTerm product = terms.constant(AssumptionText.WIDTH, 1);
        for (String extent : extents) {
            product = terms.mul(product, AssumptionText.number(terms, names, extent));
        }
        BitTerm known = terms.substitute(product, values);
        return known.isConstant() && !extents.isEmpty() ? known.low() : BigInteger.ONE.negate();
    }
}
