package io.ibench.learn.data;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of tables and ranges of columns, for people who may not let ibench connect: lines of {@code
 * TABLE ROWS} and of {@code TABLE COLUMN DISTINCT MIN MAX}, with tabs or commas between. DISTINCT
 * below 0 is a part of the rows, as PostgreSQL says it. What is not known is empty, NULL or -.
 * Immutable.
 */
public final class StatisticsFile {

  private static final int OF_TABLE = 2;
  private static final int OF_COLUMN = 5;

  private final Map<String, Double> rows = new HashMap<>();
  private final Map<String, @Nullable Double[]> columns = new HashMap<>();

  private StatisticsFile() {}

  /**
   * Reads a file.
   *
   * @param mistakes takes a line for each mistake
   */
  public static StatisticsFile read(Path file, List<String> mistakes) throws IOException {
    StatisticsFile made = new StatisticsFile();
    List<String> lines =
        List.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\\R"));
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        made.line(line, file + ":" + (i + 1), mistakes);
      }
    }
    if (mistakes.isEmpty() && made.rows.isEmpty()) {
      mistakes.add(file + ": says of no table how many rows it has; right: lines of TABLE ROWS");
    }
    return made;
  }

  private void line(String line, String place, List<String> mistakes) {
    String[] fields = line.split("[\t,]", -1);
    int first = fields.length == OF_TABLE ? 1 : 2;
    if (fields.length != OF_TABLE && fields.length != OF_COLUMN) {
      mistakes.add(
          place
              + ": has "
              + fields.length
              + " fields; right: TABLE ROWS, or TABLE COLUMN DISTINCT MIN MAX, with tabs or commas"
              + " between");
      return;
    }
    @Nullable Double[] numbers = new Double[fields.length - first];
    for (int i = first; i < fields.length; i++) {
      String field = fields[i].strip();
      if (!field.isEmpty() && !field.equals("-") && !field.equalsIgnoreCase("NULL")) {
        try {
          numbers[i - first] = Double.valueOf(field);
        } catch (NumberFormatException e) {
          mistakes.add(place + ": field " + (i + 1) + " is no number");
          return;
        }
      }
    }
    if (fields.length == OF_COLUMN) {
      columns.put(key(fields[0] + "." + fields[1].strip()), numbers);
    } else if (numbers[0] != null) {
      rows.put(key(fields[0]), numbers[0]);
    }
  }

  private static String key(String name) {
    return name.strip().toLowerCase(Locale.ROOT);
  }

  /** The schema with what the file says. */
  public Schema of(Schema schema) {
    List<Table> tables = new ArrayList<>();
    for (Table table : schema.tables()) {
      Double known = rows.get(key(table.name()));
      long count = known == null ? table.rows() : Math.max(0, Math.round(known));
      tables.add(
          new Table(
              table.name(),
              table.columns().stream().map(each -> column(table.name(), each, count)).toList(),
              table.indexes(),
              table.foreignKeys(),
              count,
              table.rowLength()));
    }
    return new Schema(schema.isPostgres(), tables, schema.unknown());
  }

  private Column column(String table, Column column, long tableRows) {
    @Nullable Double[] known = columns.get(key(table + "." + column.name()));
    if (known == null) {
      return column;
    }
    Statistics statistics = column.statistics();
    Double distinct = known[0];
    if (distinct != null) {
      double values = distinct < 0 ? -distinct * Math.max(1, tableRows) : distinct;
      statistics = statistics.withDistinct(Math.max(1, Math.round(values)));
    }
    Double min = known[1];
    Double max = known[2];
    if (min != null && max != null) {
      double unit = Math.pow(10, Math.max(0, column.type().digits()));
      statistics = statistics.withRange(Math.round(min * unit), Math.round(max * unit));
    }
    return column.with(statistics);
  }
}
