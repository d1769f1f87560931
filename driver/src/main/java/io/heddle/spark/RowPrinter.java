package io.heddle.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import scala.jdk.javaapi.CollectionConverters;

/** Prints rows as a text table: a header, a rule, a line a row; numbers to the right. */
final class RowPrinter {
    private RowPrinter() {}

    /** The table of {@code rows} under {@code header}. */
    static String table(List<String> header, List<Row> rows) {
        List<List<String>> cells = new ArrayList<>();
        for (Row row : rows) {
            cells.add(IntStream.range(0, header.size()).mapToObj(i -> text(row.get(i))).toList());
        }
        int[] widths = new int[header.size()];
        boolean[] right = new boolean[header.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = width(header.get(i));
            right[i] = true;
            for (int r = 0; r < rows.size(); r++) {
                widths[i] = Math.max(widths[i], width(cells.get(r).get(i)));
                right[i] &= rows.get(r).isNullAt(i) || rows.get(r).get(i) instanceof Number;
            }
        }
        StringBuilder text = new StringBuilder();
        line(text, header, widths, right);
        line(text, IntStream.of(widths).mapToObj("-"::repeat).toList(), widths, right);
        cells.forEach(c -> line(text, c, widths, right));
        return text.toString();
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    private static void line(StringBuilder out, List<String> cells, int[] widths, boolean[] right) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String pad = " ".repeat(widths[i] - width(cells.get(i)));
            line.append(i == 0 ? "" : "  ");
            line.append(right[i] ? pad + cells.get(i) : cells.get(i) + pad);
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }

    private static String text(Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof scala.collection.Map<?, ?> map) {
            return CollectionConverters.asJava(map).toString();
        }
        if (value instanceof scala.collection.Seq<?> list) {
            return CollectionConverters.asJava(list).toString();
        }
        return value.toString().replaceAll("\\R", " ");
    }
}
