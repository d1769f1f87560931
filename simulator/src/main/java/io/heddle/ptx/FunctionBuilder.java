package io.heddle.ptx;

import io.heddle.ptx.DeclarationReader.Specification;
import io.heddle.ptx.Function.Prototype;
import io.heddle.ptx.Operand.Label;
import io.heddle.ptx.Operand.Register;
import io.heddle.ptx.Problems.Listed;
import io.heddle.ptx.Scope.Pending;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Builds one function: scopes become flat, labels become indices. */
final class FunctionBuilder {
    private static final int MAX_INLINING = 16;

    private final Problems problems;
    private final Map<Long, String> sourceFiles;
    private final FunctionNames names;
    private final OperandReader operands;
    private final DeclarationReader declarations;

    private final boolean entry;
    private final boolean defined;
    private final Token name;
    private final List<Variable> returns;
    private final List<Variable> parameters;
    private final Map<String, List<Long>> directives = new LinkedHashMap<>();

    private final List<Variable> variables = new ArrayList<>();
    private final List<Instruction> body = new ArrayList<>();
    private final Map<String, List<Integer>> branchTargets = new LinkedHashMap<>();
    private final Map<String, List<String>> callTargets = new LinkedHashMap<>();
    private final Map<String, Prototype> prototypes = new LinkedHashMap<>();
    private final Map<String, Mnemonic> mnemonics = new HashMap<>();

    private String lastLabel;
    private String lastUniqueLabel;
    private SourceLine source;
    private Long ownFile;
    private final Map<List<Long>, List<Long>> inlinedAt = new HashMap<>();

    /** An opcode and its modifiers. */
    private record Mnemonic(String opcode, List<String> modifiers) {}

    FunctionBuilder(
            ModuleBuilder module,
            Problems problems,
            Map<Long, String> sourceFiles,
            FunctionHeadContext head,
            boolean defined) {
        this.problems = problems;
        this.sourceFiles = sourceFiles;
        this.names = new FunctionNames(problems, module.variables());
        this.operands = new OperandReader(problems, names);
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
            Literals.parse(n.getText())
                    .ifPresentOrElse(
                            i -> values.add(i.bits()),
                            () -> problems.add(n.getSymbol(), Literals.complaint(n.getText())));
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
                names.markIncomplete();
                continue;
            }
            try {
                Specification spec = declarations.specification(v);
                Variable p = declarations.variable(spec, v.declarator(), false);
                all.add(p);
                if (declare && p.space() == StateSpace.REG) {
                    names.declareRegister(v.declarator().getStart(), spec, p.name());
                } else if (declare && !p.name().equals("_")) {
                    names.declareParameter(v.declarator().getStart(), p);
                }
            } catch (Listed left) {
                names.markIncomplete();
            }
        }
        return all;
    }

    // ---- scopes

    void openScope() {
        names.openScope();
    }

    void markIncomplete() {
        names.markIncomplete();
    }

    void closeScope() {
        names.closeScope(this::resolve);
    }

    /** Looks up what the function did not declare. */
    void resolveGlobals(java.util.function.Function<String, Optional<Operand>> globals) {
        for (Pending p : names.pending()) {
            Optional<Operand> found = globals.apply(p.name());
            if (found.isPresent() && p.list() == null) {
                resolve(p, found.get());
            } else if (!names.isIncomplete()) {
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

    // ---- declarations

    private void variables(
            VariableContext context, List<DeclaratorContext> more, boolean external) {
        Specification spec;
        try {
            spec = declarations.specification(context);
        } catch (Listed left) {
            names.markIncomplete();
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
            try {
                Variable v = renamed(declarations.variable(spec, d, external));
                variables.add(v);
                names.declareMemory(d.getStart(), v);
            } catch (Listed left) {
                names.markIncomplete();
            }
        }
    }

    private Variable renamed(Variable v) {
        return new Variable(
                v.space(),
                names.unique(v.name()),
                v.type(),
                v.vector(),
                v.dimensions(),
                v.alignment(),
                v.initialiser(),
                v.addresses(),
                v.external(),
                v.position());
    }

    private void registers(Specification spec, DeclaratorContext d) {
        Token at = d.getStart();
        if (d.LESS() == null) {
            names.declareRegister(at, spec, at.getText());
            return;
        }
        long count = Literals.parse(d.NUMBER().getText()).map(Operand.Immediate::bits).orElse(-1L);
        if (count < 0 || count > 10_000_000) {
            problems.add(d.NUMBER().getSymbol(), "expected a number of registers");
            names.markIncomplete();
            return;
        }
        for (int i = 0; i < count; i++) {
            names.declareRegister(at, spec, at.getText() + i);
        }
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
            case PtxGrammarParser.LOC -> source = sourceLine(context.locDirective()).orElse(null);
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
        lastUniqueLabel = names.declareLabel(at, body.size());
    }

    private void instruction(StatementContext context, Token opcode) {
        Register guard = context.guard == null ? null : names.guard(context.guard).orElse(null);
        names.startInstruction(body.size());
        Mnemonic mnemonic = mnemonic(opcode.getText(), context.modifier());
        boolean call = mnemonic.opcode.equals("call");
        List<Operand> all = new ArrayList<>(4);
        if (context.operands() != null) {
            for (OperandContext o : context.operands().operand()) {
                try {
                    Operand read = call ? operands.readCallOperand(o) : operands.read(o);
                    boolean value = mnemonic.opcode.equals("mov") && o.index != null;
                    all.add(value ? Unresolved.addressOf(read) : read);
                } catch (Listed left) {
                    // its problem is listed
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

    /**
     * The line of a {@code .loc}; line 0 marks code of no line. Code inlined from another file,
     * such as a header's intrinsic, stands for the line of this function's own file that it was
     * inlined at.
     */
    private Optional<SourceLine> sourceLine(LocDirectiveContext context) {
        List<Long> place = numbers(context, 0);
        if (place.isEmpty()) {
            problems.add(context.getStart(), "expected .loc FILE LINE COLUMN");
            return Optional.empty();
        }
        if (ownFile == null) {
            ownFile = place.get(0);
        }
        int last = context.NUMBER().size() - 3;
        if (last > 0 && context.ID().stream().anyMatch(t -> t.getText().equals("inlined_at"))) {
            inlinedAt.put(place, numbers(context, last));
        }
        List<Long> outer = place;
        for (int depth = 0; depth < MAX_INLINING && !outer.isEmpty(); depth++) {
            if (outer.get(0).equals(ownFile)) {
                place = outer;
                break;
            }
            outer = inlinedAt.getOrDefault(outer, List.of());
        }
        String path = sourceFiles.get(place.get(0));
        long line = place.get(1);
        boolean known = path != null && line > 0 && line <= Integer.MAX_VALUE;
        return known ? Optional.of(new SourceLine(path, (int) line)) : Optional.empty();
    }

    /** Three numbers of a directive; none if one of them is no literal. */
    private static List<Long> numbers(LocDirectiveContext context, int from) {
        List<Long> numbers = new ArrayList<>();
        for (int k = from; k < from + 3; k++) {
            Literals.parse(context.NUMBER(k).getText()).ifPresent(n -> numbers.add(n.bits()));
        }
        return numbers.size() == 3 ? numbers : List.of();
    }

    private Optional<String> listName(Token directive) {
        if (lastLabel == null) {
            problems.add(directive, "no label before " + directive.getText());
            return Optional.empty();
        }
        names.makeList(lastLabel, lastUniqueLabel);
        return Optional.of(lastUniqueLabel);
    }

    private void branchTargets(StatementContext context) {
        listName(context.getStart()).ifPresent(list -> branchTargets(list, context.ID()));
    }

    private void branchTargets(String list, List<TerminalNode> labels) {
        List<Integer> targets = new ArrayList<>();
        for (TerminalNode id : labels) {
            names.useInList(list, targets.size(), id.getSymbol());
            targets.add(Unresolved.TARGET);
        }
        branchTargets.put(list, targets);
    }

    private void callTargets(StatementContext context) {
        List<String> targets = context.ID().stream().map(TerminalNode::getText).toList();
        listName(context.getStart()).ifPresent(list -> callTargets.put(list, targets));
    }

    private void prototype(CallPrototypeContext context) {
        listName(context.getStart())
                .ifPresent(
                        label ->
                                prototypes.put(
                                        label,
                                        new Prototype(
                                                parameters(context.results, false),
                                                parameters(context.arguments, false))));
    }

    Function build() {
        return new Function(
                entry,
                name(),
                defined,
                returns,
                parameters,
                names.registers(),
                variables,
                body,
                branchTargets,
                callTargets,
                prototypes,
                directives,
                position());
    }
}
