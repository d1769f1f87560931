package io.heddle.spark;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BasePredicate;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.InterpretedOrdering;
import org.apache.spark.sql.catalyst.expressions.InterpretedProjection;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Predicate$;
import org.apache.spark.sql.catalyst.expressions.RuntimeReplaceable;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.Unevaluable;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.DeclarativeAggregate;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Distinct;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.GlobalLimit;
import org.apache.spark.sql.catalyst.plans.logical.LocalLimit;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.execution.AggregatingAccumulator;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.TimestampType;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractPartialFunction;

/**
 * Evaluates an analysed plan over the rows of one table, in this thread.
 *
 * <p>Names, types, conversions, functions and comparisons are all Spark's: the plan comes from its
 * analyser, and every expression evaluates itself. Only how rows pass from one node to the next is
 * said here.
 *
 * @param plan a chain of nodes with a {@link LocalRelation} at its end
 */
record LocalPlan(LogicalPlan plan) {
    /** False if Spark must run the plan. */
    boolean isCovered() {
        LogicalPlan at = plan;
        while (!(at instanceof LocalRelation)) {
            boolean known =
                    at instanceof Project
                            || at instanceof Filter
                            || at instanceof Aggregate
                            || at instanceof Sort
                            || at instanceof Distinct
                            || at instanceof GlobalLimit
                            || at instanceof LocalLimit
                            || at instanceof SubqueryAlias;
            if (!known
                    || !java(at.expressions()).stream().allMatch(LocalPlan::isCovered)
                    || !java(keys(at)).stream().allMatch(e -> isKey(e.dataType()))) {
                return false;
            }
            at = at.children().head();
        }
        return true;
    }

    private static boolean isCovered(Expression expression) {
        boolean context = // the user, the catalog
                expression.containsPattern(TreePattern.CURRENT_LIKE());
        return expression.deterministic() && !context && !expression.exists(e -> !evaluates(e));
    }

    /** False if the optimizer or the planner would put something else in an expression's place. */
    private static boolean evaluates(Expression e) {
        if (e instanceof AggregateExpression a) {
            return !a.isDistinct() && a.filter().isEmpty();
        }
        boolean given = // or evaluated by what is around it
                e instanceof AttributeReference
                        || e instanceof SortOrder
                        || e instanceof DeclarativeAggregate;
        return !(e instanceof RuntimeReplaceable) && (given || !(e instanceof Unevaluable));
    }

    /** What makes rows the same one, or of one group. */
    private static Seq<?> keys(LogicalPlan node) {
        return node instanceof Aggregate a
                ? a.groupingExpressions()
                : node instanceof Distinct ? node.output() : scala(List.of());
    }

    /** True if values of a type are equal where SQL says that they are. */
    private static boolean isKey(DataType type) {
        return type.equals(DataTypes.StringType) // not of another collation
                || type instanceof LongType
                || type instanceof IntegerType
                || type instanceof BooleanType
                || type instanceof TimestampType;
    }

    /** The answer over the rows of the table. */
    List<InternalRow> rows(List<InternalRow> table) {
        return rows(plan, table);
    }

    private static List<InternalRow> rows(LogicalPlan node, List<InternalRow> table) {
        if (node instanceof LocalRelation) {
            return table;
        }
        LogicalPlan child = node.children().head();
        List<InternalRow> rows = rows(child, table);
        if (node instanceof SubqueryAlias) {
            return rows;
        } else if (node instanceof Project p) {
            return project(p.projectList(), child.output(), rows);
        } else if (node instanceof Filter f) {
            BasePredicate holds = Predicate$.MODULE$.create(f.condition(), child.output());
            return rows.stream().filter(holds::eval).toList();
        } else if (node instanceof Aggregate a) {
            return groups(a, child.output(), rows);
        } else if (node instanceof Sort s) {
            return rows.stream()
                    .sorted(new InterpretedOrdering(s.order(), child.output()))
                    .toList();
        } else if (node instanceof Distinct) {
            Set<InternalRow> seen = new HashSet<>();
            return project(node.output(), child.output(), rows).stream().filter(seen::add).toList();
        } else if (node instanceof GlobalLimit l) {
            return first(l.limitExpr(), rows);
        } else if (node instanceof LocalLimit l) {
            return first(l.limitExpr(), rows);
        }
        throw new AssertionError(node);
    }

    private static List<InternalRow> project(
            Seq<?> list, Seq<Attribute> input, List<InternalRow> rows) {
        InterpretedProjection projection = new InterpretedProjection(expressions(list), input);
        return rows.stream().map(projection::apply).toList();
    }

    private static List<InternalRow> first(Expression limit, List<InternalRow> rows) {
        return rows.stream().limit((Integer) limit.eval(null)).toList();
    }

    private static List<InternalRow> groups(
            Aggregate node, Seq<Attribute> input, List<InternalRow> rows) {
        List<Expression> keys = java(node.groupingExpressions());
        List<InternalRow> keysOfRows = project(node.groupingExpressions(), input, rows);
        Map<InternalRow, List<InternalRow>> groups = new LinkedHashMap<>();
        if (keys.isEmpty()) { // one group, also of no rows
            groups.put(InternalRow.empty(), rows);
        } else {
            for (int i = 0; i < rows.size(); i++) {
                groups.computeIfAbsent(keysOfRows.get(i), k -> new ArrayList<>()).add(rows.get(i));
            }
        }
        List<InternalRow> answer = new ArrayList<>();
        groups.forEach(
                (key, group) -> {
                    List<Expression> values =
                            java(node.aggregateExpressions()).stream()
                                    .map(e -> of(e, keys, key))
                                    .toList();
                    AggregatingAccumulator sum = AggregatingAccumulator.apply(scala(values), input);
                    group.forEach(sum::add);
                    answer.add(sum.value().copy());
                });
        return answer;
    }

    /** An expression with the values of a group in the places of its keys. */
    private static Expression of(Expression expression, List<Expression> keys, InternalRow values) {
        return expression.transformDown(
                new AbstractPartialFunction<Expression, Expression>() {
                    @Override
                    public boolean isDefinedAt(Expression e) {
                        return index(e) >= 0;
                    }

                    @Override
                    public Expression apply(Expression e) {
                        DataType type = e.dataType();
                        return Literal.create(values.get(index(e), type), type);
                    }

                    private int index(Expression e) {
                        for (int i = 0; i < keys.size(); i++) {
                            if (keys.get(i).semanticEquals(e)) {
                                return i;
                            }
                        }
                        return -1;
                    }
                });
    }

    /** A sequence of expressions of some kind; Scala's sequences are covariant. */
    @SuppressWarnings("unchecked")
    private static Seq<Expression> expressions(Seq<?> list) {
        return (Seq<Expression>) list;
    }

    private static List<Expression> java(Seq<?> list) {
        return List.copyOf(CollectionConverters.asJava(expressions(list)));
    }

    private static Seq<Expression> scala(List<Expression> list) {
        return CollectionConverters.asScala(list).toSeq();
    }
}
