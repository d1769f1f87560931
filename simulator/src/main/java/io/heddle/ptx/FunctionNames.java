package io.heddle.ptx;

import io.heddle.ptx.DeclarationReader.Specification;
import io.heddle.ptx.Function.RegisterDeclaration;
import io.heddle.ptx.Operand.Label;
import io.heddle.ptx.Operand.Register;
import io.heddle.ptx.Operand.Symbol;
import io.heddle.ptx.Scope.Memory;
import io.heddle.ptx.Scope.Pending;
import io.heddle.ptx.Scope.ScalarRegister;
import io.heddle.ptx.Scope.VectorRegister;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.antlr.v4.runtime.Token;

/**
 * The names of one function: numbers its registers densely and gives what scopes declare a name of
 * its own in the flat body.
 */
final class FunctionNames implements OperandReader.Names {
    private static final String COMPONENTS = "xyzwabcd";

    private final Problems problems;
    private final Map<String, Variable> moduleVariables;
    private final List<RegisterDeclaration> registers = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();
    private final Map<String, Integer> suffixes = new HashMap<>();
    private final Map<String, Integer> elementBytes = new HashMap<>();
    private Scope scope = new Scope(null);
    private int instruction;

    /**
     * @param moduleVariables variables of the module so far, by name
     */
    FunctionNames(Problems problems, Map<String, Variable> moduleVariables) {
        this.problems = problems;
        this.moduleVariables = moduleVariables;
    }

    List<RegisterDeclaration> registers() {
        return registers;
    }

    // ---- scopes

    void openScope() {
        scope = new Scope(scope);
    }

    /**
     * Ends a scope.
     *
     * @param resolved takes each name that proved to be a label of this scope
     */
    void closeScope(BiConsumer<Pending, Operand> resolved) {
        Scope closed = scope;
        scope = closed.parent;
        for (Pending p : closed.pending) {
            if (closed.local(p.name()) instanceof Scope.Mark m) {
                resolved.accept(p, m.label());
            } else {
                scope.pending.add(p);
            }
        }
        if (closed.isIncomplete()) {
            scope.markIncomplete();
        }
    }

    /** Suppresses errors about undeclared names, after a syntax error in a declaration. */
    void markIncomplete() {
        scope.markIncomplete();
    }

    boolean isIncomplete() {
        return scope.isIncomplete();
    }

    /** The names that no closed scope has declared. */
    List<Pending> pending() {
        return scope.pending;
    }

    // ---- declarations

    /** A name that nothing else in the function and no variable of the module has. */
    String unique(String wanted) {
        if (!moduleVariables.containsKey(wanted) && taken.add(wanted)) {
            return wanted;
        }
        int k = suffixes.getOrDefault(wanted, 1);
        while (moduleVariables.containsKey(wanted + "$" + k) || !taken.add(wanted + "$" + k)) {
            k++;
        }
        suffixes.put(wanted, k + 1);
        return wanted + "$" + k;
    }

    private void declare(Token at, String declared, Scope.Entity entity) {
        if (!scope.declare(declared, entity)) {
            problems.add(at, "'" + declared + "' is already declared in this block");
        }
    }

    /** A parameter keeps its name. */
    void declareParameter(Token at, Variable v) {
        taken.add(v.name());
        declareMemory(at, v);
    }

    /** A variable under its unique name; {@code at} is its name as written. */
    void declareMemory(Token at, Variable v) {
        elementBytes.put(v.name(), v.type().bytes() * v.vector());
        declare(at, at.getText(), new Memory(v));
    }

    void declareRegister(Token at, Specification spec, String spelled) {
        String unique = unique(spelled);
        if (spec.vector() == 1) {
            declare(at, spelled, new ScalarRegister(newRegister(unique, spec.type())));
            return;
        }
        List<Register> components = new ArrayList<>();
        for (int i = 0; i < spec.vector(); i++) {
            components.add(newRegister(unique + "." + COMPONENTS.charAt(i), spec.type()));
        }
        declare(at, spelled, new VectorRegister(components));
    }

    private Register newRegister(String unique, PtxType type) {
        registers.add(new RegisterDeclaration(unique, type, 1));
        return new Register(registers.size() - 1, unique);
    }

    /** A label before instruction {@code target}; returns its unique name. */
    String declareLabel(Token at, int target) {
        String unique = unique(at.getText());
        declare(at, at.getText(), new Scope.Mark(new Label(unique, target)));
        return unique;
    }

    /** Makes a label the name of a list or prototype. */
    void makeList(String label, String unique) {
        scope.replaceMark(label, new Scope.Mark(new Label(unique, Label.LIST)));
    }

    /** A label that a list of branch targets names in its place {@code index}. */
    void useInList(String list, int index, Token label) {
        scope.pending.add(new Pending(list, index, label.getText(), problems.position(label)));
    }

    // ---- uses

    /** From here on names are those of the instruction of that index. */
    void startInstruction(int index) {
        instruction = index;
    }

    /** The predicate register of a guard; empty after a problem. */
    Optional<Register> guard(Token at) {
        if (scope.visible(at.getText()).orElse(null) instanceof ScalarRegister r) {
            return Optional.of(r.register());
        }
        if (!scope.isIncomplete()) {
            problems.add(at, "'" + at.getText() + "' is not declared; expected a predicate");
        }
        return Optional.empty();
    }

    @Override
    public Operand resolve(Token token) {
        String text = token.getText();
        Optional<Operand> found = scope.visible(text).map(FunctionNames::declared);
        int point = text.indexOf('.');
        if (found.isEmpty() && point > 0) {
            found = component(text, point);
        }
        if (found.isPresent()) {
            return found.get();
        }
        if (SpecialRegister.of(text).isPresent()) {
            return new Operand.SpecialRegister(text);
        }
        if (text.equals("WARP_SZ")) {
            return new Operand.Immediate(32, Operand.Immediate.Kind.INTEGER);
        }
        if (moduleVariables.containsKey(text)) {
            return new Symbol(text, 0);
        }
        scope.pending.add(new Pending(null, instruction, text, problems.position(token)));
        return new Label(text, Unresolved.TARGET);
    }

    private static Operand declared(Scope.Entity entity) {
        if (entity instanceof ScalarRegister r) {
            return r.register();
        }
        if (entity instanceof VectorRegister v) {
            return new Operand.Vector(List.copyOf(v.components()));
        }
        if (entity instanceof Memory m) {
            return new Symbol(m.variable().name(), 0);
        }
        throw new AssertionError(entity);
    }

    private Optional<Operand> component(String text, int point) {
        Scope.Entity whole = scope.visible(text.substring(0, point)).orElse(null);
        String selector = text.substring(point + 1);
        if (whole instanceof VectorRegister v) {
            int i = selector.length() == 1 ? "xyzwrgba".indexOf(selector.charAt(0)) : -1;
            boolean exists = i >= 0 && (i & 3) < v.components().size();
            return exists ? Optional.of(v.components().get(i & 3)) : Optional.empty();
        }
        return whole instanceof ScalarRegister r
                ? Optional.of(new Operand.Component(r.register(), selector))
                : Optional.empty();
    }

    @Override
    public int elementBytes(String symbol) {
        Integer own = elementBytes.get(symbol);
        if (own != null) {
            return own;
        }
        Variable v = moduleVariables.get(symbol);
        return v == null ? 1 : v.type().bytes() * v.vector();
    }
}
