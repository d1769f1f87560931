package io.heddle.ptx;

import io.heddle.ptx.DeclarationReader.Specification;
import io.heddle.ptx.Function.Prototype;
import io.heddle.ptx.Function.RegisterDeclaration;
import io.heddle.ptx.Operand.Label;
import io.heddle.ptx.Operand.Register;
import io.heddle.ptx.Operand.Symbol;
import io.heddle.ptx.Scope.Memory;
import io.heddle.ptx.Scope.Pending;
import io.heddle.ptx.Scope.ScalarRegister;
import io.heddle.ptx.Scope.VectorRegister;
import io.heddle.ptx.grammar.PtxGrammarParser;
import io.heddle.ptx.grammar.PtxGrammarParser.CallPrototypeContext;
import io.heddle.ptx.grammar.PtxGrammarParser.DeclarationContext;
import io.heddle.ptx.grammar.PtxGrammarParser.DeclaratorContext;
import io.heddle.ptx.grammar.PtxGrammarParser.FunctionDirectiveContext;
import io.heddle.ptx.grammar.PtxGrammarParser.FunctionHeadContext;
import io.heddle.ptx.grammar.PtxGrammarParser.LocDirectiveContext;
import io.heddle.ptx.grammar.PtxGrammarParser.ModifierContext;
import io.heddle.ptx.grammar.PtxGrammarParser.OperandContext;
import io.heddle.ptx.grammar.PtxGrammarParser.ParameterContext;
import io.heddle.ptx.grammar.PtxGrammarParser.ParametersContext;
import io.heddle.ptx.grammar.PtxGrammarParser.StatementContext;
import io.heddle.ptx.grammar.PtxGrammarParser.VariableContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Builds one function: scopes become flat, labels become indices. */
final class FunctionBuilder implements OperandReader.Names {
    private final ModuleBuilder module;
    private final Problems problems;
    private final Map<Long, String> sourceFiles;
    private final OperandReader operands;
    private final DeclarationReader declarations;

    private final boolean entry;
    private final boolean defined;
    private final Token name;
    private final List<Variable> returns;
    private final List<Variable> parameters;
    private final Map<String, List<Long>> directives = new LinkedHashMap<>();

    private final List<RegisterDeclaration> registers = new ArrayList<>();
    private final List<Variable> variables = new ArrayList<>();
    private final List<Instruction> body = new ArrayList<>();
    private final Map<String, List<Integer>> branchTargets = new LinkedHashMap<>();
    private final Map<String, List<String>> callTargets = new LinkedHashMap<>();
    private final Map<String, Prototype> prototypes = new LinkedHashMap<>();
    private final Set<String> taken = new HashSet<>();
    private final Map<String, Mnemonic> mnemonics = new HashMap<>();
    private final Map<String, Integer> elementBytes = new HashMap<>();
    private final List<Pending> global = new ArrayList<>();

    private Scope scope = new Scope(null);
    private String lastLabel;
    private String lastUniqueLabel;
    private SourceLine source;

    /** An opcode and its modifiers. */
    private record Mnemonic(String opcode, List<String> modifiers) {}

    FunctionBuilder(
            ModuleBuilder module,
            Problems problems,
            Map<Long, String> sourceFiles,
            FunctionHeadContext head,
            boolean defined) {
        this.module = module;
        this.problems = problems;
        this.sourceFiles = sourceFiles;
        this.operands = new OperandReader(problems, this);
        this.declarations = module.declarations();
        this.defined = defined;
        this.name = head.getStart();
        DeclarationContext declaration = (DeclarationContext) head.getParent();
        this.entry = declaration.FUNC() == null;
        this.returns = parameters(declaration.results, true);
        this.parameters = parameters(head.parameters(), true);
        declaration.functionDirective().forEach(this::directive);
        head.functionDirective().forEach(this::directive);
    }

    String name() {
        return name.getText();
    }

    boolean isDefined() {
        return defined;
    }

    SourcePosition position() {
        return problems.position(name);
    }

    // ---- heads

    private void directive(FunctionDirectiveContext context) {
        List<Long> values = new ArrayList<>();
        for (TerminalNode n : context.NUMBER()) {
            Operand.Immediate i = Literals.parse(n.getText());
            if (i == null) {
                problems.add(n.getSymbol(), Literals.complaint(n.getText()));
            } else {
                values.add(i.bits());
            }
        }
        directives.put(context.DIRECTIVE().getText().substring(1), values);
    }

    private List<Variable> parameters(ParametersContext context, boolean declare) {
        List<Variable> all = new ArrayList<>();
        if (context == null) {
            return all;
        }
        for (ParameterContext parameter : context.parameter()) {
            VariableContext v = parameter.variable();
            if (v == null || v.exception != null || v.declarator() == null) {
                scope.markIncomplete();
                continue;
            }
            Specification spec = declarations.specification(v);
            Variable p = spec == null ? null : declarations.variable(spec, v.declarator(), false);
            if (p == null) {
                scope.markIncomplete();
                continue;
            }
            all.add(p);
            if (declare && p.space() == StateSpace.REG) {
                declareRegister(v.declarator().getStart(), spec, p.name());
            } else if (declare && !p.name().equals("_")) {
                taken.add(p.name());
                declareMemory(v.declarator().getStart(), p);
            }
        }
        return all;
    }

    // ---- scopes

    void openScope() {
        scope = new Scope(scope);
    }

    void markIncomplete() {
        scope.markIncomplete();
    }

    void closeScope() {
        Scope closed = scope;
        scope = closed.parent;
        for (Pending p : closed.pending) {
            if (closed.local(p.name()) instanceof Scope.Mark m) {
                resolve(p, m.label());
            } else {
                scope.pending.add(p);
            }
        }
        if (closed.isIncomplete()) {
            scope.markIncomplete();
        }
    }

    /** Ends the body; what is still unknown must be a function. */
    void close() {
        global.addAll(scope.pending);
    }

    /** Looks up what the function did not declare. */
    void resolveGlobals(java.util.function.Function<String, Operand> globals) {
        for (Pending p : global) {
            Operand found = globals.apply(p.name());
            if (found != null && p.list() == null) {
                resolve(p, found);
            } else if (!scope.isIncomplete()) {
                problems.add(p.position(), "'" + p.name() + "' is not declared");
            }
        }
    }

    private void resolve(Pending p, Operand meaning) {
        if (p.list() != null) {
            if (meaning instanceof Label l) {
                branchTargets.get(p.list()).set(p.index(), l.target());
            }
            return;
        }
        Instruction i = body.get(p.index());
        List<Operand> resolved = new ArrayList<>();
        for (Operand o : i.operands()) {
            resolved.add(Unresolved.replace(o, p.name(), meaning));
        }
        body.set(
                p.index(),
                new Instruction(
                        i.guard(),
                        i.guardNegated(),
                        i.opcode(),
                        i.modifiers(),
                        resolved,
                        i.position(),
                        i.source()));
    }

    /** A name that nothing else in the function and no variable of the module has. */
    private String unique(String wanted) {
        String candidate = wanted;
        for (int k = 1; module.variable(candidate) != null || !taken.add(candidate); k++) {
            candidate = wanted + "$" + k;
        }
        return candidate;
    }

    private void declare(Token at, String declared, Scope.Entity entity) {
        if (!scope.declare(declared, entity)) {
            problems.add(at, "'" + declared + "' is already declared in this block");
        }
    }

    // ---- declarations

    private void declareMemory(Token at, Variable v) {
        elementBytes.put(v.name(), v.type().bytes() * v.vector());
        declare(at, at.getText(), new Memory(v));
    }

    private void variables(
            VariableContext context, List<DeclaratorContext> more, boolean external) {
        Specification spec = declarations.specification(context);
        if (spec == null) {
            scope.markIncomplete();
            return;
        }
        List<DeclaratorContext> all = new ArrayList<>();
        all.add(context.declarator());
        all.addAll(more);
        for (DeclaratorContext d : all) {
            if (spec.space() == StateSpace.REG) {
                registers(spec, d);
                continue;
            }
            Variable v = declarations.variable(spec, d, external);
            if (v == null) {
                scope.markIncomplete();
                continue;
            }
            Variable renamed =
                    new Variable(
                            v.space(),
                            unique(v.name()),
                            v.type(),
                            v.vector(),
                            v.dimensions(),
                            v.alignment(),
                            v.initialiser(),
                            v.addresses(),
                            v.external(),
                            v.position());
            variables.add(renamed);
            declareMemory(d.getStart(), renamed);
        }
    }

    private void registers(Specification spec, DeclaratorContext d) {
        Token at = d.getStart();
        if (d.LESS() == null) {
            declareRegister(at, spec, at.getText());
            return;
        }
        Operand.Immediate count = Literals.parse(d.NUMBER().getText());
        if (count == null || count.bits() < 0 || count.bits() > 10_000_000) {
            problems.add(d.NUMBER().getSymbol(), "expected a number of registers");
            scope.markIncomplete();
            return;
        }
        for (int i = 0; i < count.bits(); i++) {
            declareRegister(at, spec, at.getText() + i);
        }
    }

    private void declareRegister(Token at, Specification spec, String spelled) {
        String unique = unique(spelled);
        if (spec.vector() == 1) {
            declare(at, spelled, new ScalarRegister(newRegister(unique, spec.type())));
            return;
        }
        List<Register> components = new ArrayList<>();
        for (int i = 0; i < spec.vector(); i++) {
            components.add(newRegister(unique + "." + "xyzwabcd".charAt(i), spec.type()));
        }
        declare(at, spelled, new VectorRegister(components));
    }

    private Register newRegister(String unique, PtxType type) {
        registers.add(new RegisterDeclaration(unique, type, 1));
        return new Register(registers.size() - 1, unique);
    }

    // ---- statements

    /** Translates a statement that parsed without error. */
    void statement(StatementContext context) {
        Token first = context.getStart();
        switch (first.getType()) {
            case PtxGrammarParser.ID -> {
                if (context.COLON() != null) {
                    label(first);
                } else {
                    instruction(context, first);
                }
            }
            case PtxGrammarParser.DOTTED -> instruction(context, first);
            case PtxGrammarParser.AT -> instruction(context, context.opcode);
            case PtxGrammarParser.LOC -> source = sourceLine(context.locDirective());
            case PtxGrammarParser.BRANCHTARGETS -> branchTargets(context);
            case PtxGrammarParser.CALLTARGETS -> callTargets(context);
            case PtxGrammarParser.CALLPROTOTYPE -> prototype(context.callPrototype());
            default -> {
                if (context.variable() != null) {
                    boolean external =
                            context.linkage().stream()
                                    .anyMatch(
                                            l -> l.getStart().getType() == PtxGrammarParser.EXTERN);
                    variables(context.variable(), context.declarator(), external);
                }
            }
        }
    }

    private void label(Token at) {
        lastLabel = at.getText();
        lastUniqueLabel = unique(lastLabel);
        declare(at, lastLabel, new Scope.Mark(new Label(lastUniqueLabel, body.size())));
    }

    private void instruction(StatementContext context, Token opcode) {
        Register guard = context.guard == null ? null : guard(context.guard);
        Mnemonic mnemonic = mnemonic(opcode.getText(), context.modifier());
        boolean call = mnemonic.opcode.equals("call");
        List<Operand> all = new ArrayList<>(4);
        if (context.operands() != null) {
            for (OperandContext o : context.operands().operand()) {
                Operand read = call ? operands.readCallOperand(o) : operands.read(o);
                if (read != null) {
                    boolean value = mnemonic.opcode.equals("mov") && o.index != null;
                    all.add(value ? Unresolved.addressOf(read) : read);
                }
            }
        }
        body.add(
                new Instruction(
                        guard,
                        context.EXCLAMATION() != null,
                        mnemonic.opcode,
                        mnemonic.modifiers,
                        all,
                        problems.position(opcode),
                        source));
    }

    private Register guard(Token at) {
        if (scope.visible(at.getText()) instanceof ScalarRegister r) {
            return r.register();
        }
        if (!scope.isIncomplete()) {
            problems.add(at, "'" + at.getText() + "' is not declared; expected a predicate");
        }
        return null;
    }

    private Mnemonic mnemonic(String text, List<ModifierContext> apart) {
        if (apart.isEmpty()) {
            return mnemonics.computeIfAbsent(text, FunctionBuilder::split);
        }
        StringBuilder joined = new StringBuilder(text);
        apart.forEach(m -> joined.append(m.getText()));
        return mnemonics.computeIfAbsent(joined.toString(), FunctionBuilder::split);
    }

    private static Mnemonic split(String text) {
        List<String> parts = Arrays.asList(text.split("\\."));
        return new Mnemonic(parts.get(0), List.copyOf(parts.subList(1, parts.size())));
    }

    /** Line 0 marks code of no line. */
    private SourceLine sourceLine(LocDirectiveContext context) {
        Operand.Immediate file = Literals.parse(context.NUMBER(0).getText());
        Operand.Immediate line = Literals.parse(context.NUMBER(1).getText());
        if (file == null || line == null) {
            problems.add(context.getStart(), "expected .loc FILE LINE COLUMN");
            return null;
        }
        String path = sourceFiles.get(file.bits());
        return path == null || line.bits() <= 0 ? null : new SourceLine(path, (int) line.bits());
    }

    private String listName(Token directive) {
        if (lastLabel == null) {
            problems.add(directive, "no label before " + directive.getText());
            return null;
        }
        scope.replaceMark(lastLabel, new Scope.Mark(new Label(lastUniqueLabel, Label.LIST)));
        return lastUniqueLabel;
    }

    private void branchTargets(StatementContext context) {
        String list = listName(context.getStart());
        if (list == null) {
            return;
        }
        List<Integer> targets = new ArrayList<>();
        for (TerminalNode id : context.ID()) {
            SourcePosition at = problems.position(id.getSymbol());
            scope.pending.add(new Pending(list, targets.size(), id.getText(), at));
            targets.add(Unresolved.TARGET);
        }
        branchTargets.put(list, targets);
    }

    private void callTargets(StatementContext context) {
        String list = listName(context.getStart());
        if (list != null) {
            callTargets.put(list, context.ID().stream().map(TerminalNode::getText).toList());
        }
    }

    private void prototype(CallPrototypeContext context) {
        String label = listName(context.getStart());
        if (label != null) {
            prototypes.put(
                    label,
                    new Prototype(
                            parameters(context.results, false),
                            parameters(context.arguments, false)));
        }
    }

    // ---- names

    @Override
    public Operand resolve(Token token) {
        String text = token.getText();
        Operand found = declared(scope.visible(text));
        if (found != null) {
            return found;
        }
        int point = text.indexOf('.');
        if (point > 0) {
            Operand component = component(text, point);
            if (component != null) {
                return component;
            }
        }
        if (SpecialRegisters.contains(text)) {
            return new Operand.SpecialRegister(text);
        }
        if (text.equals("WARP_SZ")) {
            return new Operand.Immediate(32, Operand.Immediate.Kind.INTEGER);
        }
        if (module.variable(text) != null) {
            return new Symbol(text, 0);
        }
        scope.pending.add(new Pending(null, body.size(), text, problems.position(token)));
        return new Label(text, Unresolved.TARGET);
    }

    private static Operand declared(Scope.Entity entity) {
        if (entity instanceof ScalarRegister r) {
            return r.register();
        }
        if (entity instanceof VectorRegister v) {
            return new Operand.Vector(List.copyOf(v.components()));
        }
        return entity instanceof Memory m ? new Symbol(m.variable().name(), 0) : null;
    }

    private Operand component(String text, int point) {
        Scope.Entity whole = scope.visible(text.substring(0, point));
        String selector = text.substring(point + 1);
        if (whole instanceof VectorRegister v && selector.length() == 1) {
            int i = "xyzwrgba".indexOf(selector.charAt(0)) & 3;
            return i < v.components().size() ? v.components().get(i) : null;
        }
        return whole instanceof ScalarRegister r
                ? new Operand.Component(r.register(), selector)
                : null;
    }

    @Override
    public int elementBytes(String symbol) {
        Integer own = elementBytes.get(symbol);
        if (own != null) {
            return own;
        }
        Variable v = module.variable(symbol);
        return v == null ? 1 : v.type().bytes() * v.vector();
    }

    Function build() {
        return new Function(
                entry,
                name(),
                defined,
                returns,
                parameters,
                registers,
                variables,
                body,
                branchTargets,
                callTargets,
                prototypes,
                directives,
                position());
    }
}
