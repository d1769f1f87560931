package io.heddle.ptx;

import io.heddle.ptx.DeclarationReader.Specification;
import io.heddle.ptx.Problems.Listed;
import io.heddle.ptx.grammar.PtxGrammarParser;
import io.heddle.ptx.grammar.PtxGrammarParser.BlockContext;
import io.heddle.ptx.grammar.PtxGrammarParser.DeclarationContext;
import io.heddle.ptx.grammar.PtxGrammarParser.DeclaratorContext;
import io.heddle.ptx.grammar.PtxGrammarParser.FunctionHeadContext;
import io.heddle.ptx.grammar.PtxGrammarParser.ItemContext;
import io.heddle.ptx.grammar.PtxGrammarParser.LinkageContext;
import io.heddle.ptx.grammar.PtxGrammarParser.StatementContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ErrorNode;
import org.antlr.v4.runtime.tree.ParseTreeListener;
import org.antlr.v4.runtime.tree.TerminalNode;

/**
 * Builds a module while the parser runs: each statement is translated when it ends and its parse
 * tree is dropped at once.
 */
final class ModuleBuilder implements ParseTreeListener {
    /** Rules within rules; beyond it the parser's recursion would exhaust the stack. */
    private static final int DEPTH_LIMIT = 1000;

    private final Problems problems;
    private final Map<Long, String> sourceFiles;
    private final DeclarationReader declarations;
    private final Map<String, Variable> variables = new LinkedHashMap<>();
    private final List<FunctionBuilder> functions = new ArrayList<>();

    /** The functions by name, a definition rather than a declaration. */
    private final Map<String, FunctionBuilder> functionNames = new HashMap<>();

    private final List<Unresolved> addressed = new ArrayList<>();
    private final Map<String, String> aliases = new LinkedHashMap<>();
    private FunctionBuilder current;
    private String version;
    private final List<String> target = new ArrayList<>();
    private int addressSize = 32;
    private int depth;
    private int errorsBeforeItem;
    private int errorsBeforeStatement;

    /** A name in an initialiser, checked when all names of the module are known. */
    private record Unresolved(String name, SourcePosition position) {}

    ModuleBuilder(Problems problems, Map<Long, String> sourceFiles) {
        this.problems = problems;
        this.sourceFiles = sourceFiles;
        this.declarations =
                new DeclarationReader(problems, new OperandReader(problems, new ModuleNames()));
    }

    /** In initialisers any name may stand; it is looked up when the module is complete. */
    private final class ModuleNames implements OperandReader.Names {
        @Override
        public Operand resolve(Token name) {
            if (name.getText().equals("WARP_SZ")) {
                return new Operand.Immediate(32, Operand.Immediate.Kind.INTEGER);
            }
            addressed.add(new Unresolved(name.getText(), problems.position(name)));
            return new Operand.Symbol(name.getText(), 0);
        }

        @Override
        public int elementBytes(String symbol) {
            Variable v = variables.get(symbol);
            return v == null ? 1 : v.type().bytes() * v.vector();
        }
    }

    /** The variables so far, by name. */
    Map<String, Variable> variables() {
        return variables;
    }

    DeclarationReader declarations() {
        return declarations;
    }

    /** Closes the module. */
    PtxModule finish(int lines) {
        for (FunctionBuilder f : functions) {
            f.resolveGlobals(this::global);
        }
        for (Unresolved u : addressed) {
            if (!variables.containsKey(u.name) && !isFunction(u.name)) {
                problems.add(u.position, "'" + u.name + "' is not declared");
            }
        }
        if (version == null && problems.count() == 0) {
            problems.add(1, 1, "no .version; a PTX file begins with .version and .target");
        }
        problems.throwIfAny();
        return new PtxModule(
                problems.file(),
                version,
                target,
                addressSize,
                lines,
                List.copyOf(variables.values()),
                functions.stream().map(FunctionBuilder::build).toList());
    }

    /** The function or variable of that name, aliases followed. */
    private Optional<Operand> global(String name) {
        String real = aliases.getOrDefault(name, name);
        return isFunction(real) || variables.containsKey(real)
                ? Optional.of(new Operand.Symbol(real, 0))
                : Optional.empty();
    }

    private boolean isFunction(String name) {
        return functionNames.containsKey(name);
    }

    // ---- events of the parser

    @Override
    public void enterEveryRule(ParserRuleContext context) {
        if (++depth > DEPTH_LIMIT) {
            throw problems.stop(
                    problems.position(context.getStart()),
                    "nested too deeply; the rest of the file was not read");
        }
        switch (context.getRuleIndex()) {
            case PtxGrammarParser.RULE_item -> errorsBeforeItem = problems.count();
            case PtxGrammarParser.RULE_statement -> errorsBeforeStatement = problems.count();
            case PtxGrammarParser.RULE_block -> openBlock((BlockContext) context);
            default -> {}
        }
    }

    @Override
    public void exitEveryRule(ParserRuleContext context) {
        depth--;
        if (problems.isStopped()) {
            return;
        }
        switch (context.getRuleIndex()) {
            case PtxGrammarParser.RULE_item -> {
                if (problems.count() == errorsBeforeItem) {
                    item((ItemContext) context);
                }
                context.getParent().removeLastChild();
            }
            case PtxGrammarParser.RULE_statement -> {
                statement((StatementContext) context);
                context.getParent().removeLastChild();
            }
            case PtxGrammarParser.RULE_block -> closeBlock((BlockContext) context);
            default -> {}
        }
    }

    @Override
    public void visitTerminal(TerminalNode node) {
        // Only whole rules are translated.
    }

    @Override
    public void visitErrorNode(ErrorNode node) {
        // The error strategy has reported it.
    }

    private void openBlock(BlockContext context) {
        if (context.getParent() instanceof FunctionHeadContext head) {
            current = function(head, true);
        }
        current.openScope();
    }

    private void closeBlock(BlockContext context) {
        current.closeScope();
        if (context.getParent() instanceof FunctionHeadContext) {
            add(current);
            current = null;
        }
    }

    private void statement(StatementContext context) {
        if (context.block() != null) {
            return;
        }
        if (problems.count() == errorsBeforeStatement) {
            current.statement(context);
        } else if (context.variable() != null) {
            current.markIncomplete();
        }
    }

    // ---- module level

    private void item(ItemContext context) {
        switch (context.getStart().getType()) {
            case PtxGrammarParser.VERSION -> version = context.getChild(1).getText();
            case PtxGrammarParser.TARGET -> context.ID().forEach(id -> target.add(id.getText()));
            case PtxGrammarParser.ADDRESS_SIZE -> addressSize(context.NUMBER().getSymbol());
            case PtxGrammarParser.ALIAS -> alias(context);
            default -> {
                if (context.declaration() != null) {
                    declaration(context.declaration());
                }
            }
        }
    }

    private void addressSize(Token number) {
        switch (number.getText()) {
            case "32" -> addressSize = 32;
            case "64" -> addressSize = 64;
            default -> problems.add(number, "'" + number.getText() + "' found; expected 32 or 64");
        }
    }

    private void alias(ItemContext context) {
        Token function = context.ID(1).getSymbol();
        addressed.add(new Unresolved(function.getText(), problems.position(function)));
        aliases.put(context.ID(0).getText(), function.getText());
    }

    private void declaration(DeclarationContext context) {
        if (context.variable() != null) {
            boolean external = false;
            for (LinkageContext l : context.linkage()) {
                external |= l.getStart().getType() == PtxGrammarParser.EXTERN;
            }
            moduleVariables(context, external);
        } else if (context.functionHead() != null && context.functionHead().body == null) {
            add(function(context.functionHead(), false));
        }
    }

    private void moduleVariables(DeclarationContext context, boolean external) {
        Specification spec;
        try {
            spec = declarations.specification(context.variable());
        } catch (Listed left) {
            return;
        }
        List<DeclaratorContext> declarators = new ArrayList<>();
        declarators.add(context.variable().declarator());
        declarators.addAll(context.declarator());
        for (DeclaratorContext d : declarators) {
            try {
                add(declarations.variable(spec, d, external));
            } catch (Listed left) {
                // its problem is listed
            }
        }
    }

    private void add(Variable v) {
        Variable earlier = variables.get(v.name());
        if (earlier != null && !earlier.external() && !v.external()) {
            problems.add(
                    v.position(),
                    "'" + v.name() + "' is already declared in line " + earlier.position().line());
        } else if (earlier == null || earlier.external()) {
            variables.put(v.name(), v);
        }
    }

    private void add(FunctionBuilder f) {
        functions.add(f);
        FunctionBuilder earlier = functionNames.get(f.name());
        if (earlier != null && earlier.isDefined() && f.isDefined()) {
            problems.add(
                    f.position(),
                    "'" + f.name() + "' is already defined in line " + earlier.position().line());
        } else if (earlier == null || f.isDefined()) {
            functionNames.put(f.name(), f);
        }
    }

    private FunctionBuilder function(FunctionHeadContext head, boolean defined) {
        return new FunctionBuilder(this, problems, sourceFiles, head, defined);
    }
}
