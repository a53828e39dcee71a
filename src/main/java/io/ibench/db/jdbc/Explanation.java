package io.ibench.db.jdbc;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The product's plan for one command, with its parameters bound. Executes nothing. Not thread-safe.
 */
public final class Explanation {

  private final String text;
  private final Binder binder;
  private final ValueCodec codec;
  private final List<Column> parameters;
  private final List<Integer> widths = new ArrayList<>();
  private final int[] placeholders;
  private final List<Long> values;

  /**
   * @param values for all parameters; a list takes its maximum number of them
   */
  public Explanation(Sql sql, Command whole, List<Long> values) {
    whole.checkValues(values);
    Command command = firstStatement(sql, whole);
    this.text = command.compile(new StatementText(sql));
    this.binder = Binder.of(sql, command);
    this.codec = sql.codec();
    this.placeholders = sql.placeholders(command);
    this.parameters = command.parameters();
    this.values = command == whole ? List.copyOf(values) : valuesOf(command, whole, values);
    List<Condition> taking = command.where().stream().filter(Condition::takesParameter).toList();
    for (int i = 0; i < parameters.size(); i++) {
      int condition = i - (parameters.size() - taking.size());
      widths.add(condition >= 0 ? taking.get(condition).values() : 1);
    }
  }

  /** A command that the product executes as several statements: the one that finds the rows. */
  private static Command firstStatement(Sql sql, Command command) {
    if (command instanceof Command.Upsert upsert && sql.upsert(upsert).isEmpty()) {
      return DialectCompiler.changeOf(upsert);
    }
    if (command instanceof Command.Delete delete && sql.delete(delete).isEmpty()) {
      return DialectCompiler.keysOf(delete);
    }
    return command;
  }

  /**
   * The values of an upsert for the columns of its update; a delete and its select have equal ones.
   */
  private static List<Long> valuesOf(Command part, Command whole, List<Long> values) {
    return whole instanceof Command.Upsert upsert
        ? part.parameters().stream()
            .map(column -> values.get(upsert.columns().indexOf(column.name())))
            .toList()
        : List.copyOf(values);
  }

  /** Takes the value of each placeholder, in their order. */
  private interface Values {
    void take(int parameter, long value) throws SQLException;
  }

  private void forEachPlaceholder(Values taker) throws SQLException {
    for (int parameter : placeholders) {
      int first = widths.stream().limit(parameter).mapToInt(width -> width).sum();
      for (int i = 0; i < widths.get(parameter); i++) {
        taker.take(parameter, values.get(first + i));
      }
    }
  }

  private void bind(PreparedStatement statement) throws SQLException {
    int[] position = {0};
    forEachPlaceholder(
        (parameter, value) -> {
          position[0]++;
          if (binder.isNumber(parameter)) {
            binder.bind(statement, position[0], parameter, value);
          } else {
            binder.bind(statement, position[0], parameter, new byte[0]);
          }
        });
  }

  /** Names have no question marks, so that each one in the text is a placeholder. */
  private String withLiterals() throws SQLException {
    StringBuilder literals = new StringBuilder();
    int[] end = {0};
    forEachPlaceholder(
        (parameter, value) -> {
          int mark = text.indexOf('?', end[0]);
          literals.append(text, end[0], mark);
          ColumnType type = parameters.get(parameter).type();
          literals.append(
              type.isNumber() ? codec.literal(type, value) : type.isText() ? "''" : "X''");
          end[0] = mark + 1;
        });
    return literals + text.substring(end[0]);
  }

  /** Formats the rows of an answer. */
  private interface Format {
    List<String> lines(ResultSet results) throws SQLException;
  }

  private List<String> ask(Connection connection, String verb, Format format) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(verb + text)) {
      bind(statement);
      try (ResultSet results = statement.executeQuery()) {
        return format.lines(results);
      }
    }
  }

  /** The answer as an aligned table with a line of column names. */
  public List<String> table(Connection connection, String verb) throws SQLException {
    try {
      return ask(connection, verb, Explanation::aligned);
    } catch (SQLException e) {
      if (isUnexplainable(e)) {
        return List.of("the server does not explain it: " + e.getMessage());
      }
      throw e;
    }
  }

  /**
   * As {@link #table}; of a product whose explain takes no parameters, with the values as literals.
   */
  List<String> tableByAnyForm(Connection connection, String verb) throws SQLException {
    try {
      return ask(connection, verb, Explanation::aligned);
    } catch (SQLException e) {
      try (Statement statement = connection.createStatement();
          ResultSet results = statement.executeQuery(verb + withLiterals())) {
        return aligned(results);
      } catch (SQLException again) {
        // The first failure is about the form that the product prefers.
        throw e;
      }
    }
  }

  private static List<String> aligned(ResultSet results) throws SQLException {
    int columns = results.getMetaData().getColumnCount();
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>();
    for (int column = 1; column <= columns; column++) {
      head.add(results.getMetaData().getColumnLabel(column));
    }
    rows.add(head);
    while (results.next()) {
      List<String> row = new ArrayList<>();
      for (int column = 1; column <= columns; column++) {
        row.add(String.valueOf(results.getString(column)));
      }
      rows.add(row);
    }
    return aligned(rows);
  }

  /** The first column of the answer, for products that format the plan themselves. */
  public List<String> lines(Connection connection, String verb) throws SQLException {
    return ask(
        connection,
        verb,
        results -> {
          List<String> lines = new ArrayList<>();
          while (results.next()) {
            lines.add(results.getString(1));
          }
          return lines;
        });
  }

  /** MySQL's errors for a syntax that it does not know, or not in a prepared statement. */
  private static boolean isUnexplainable(SQLException failure) {
    return switch (failure.getErrorCode()) {
      case 1064, 1235, 1295 -> true;
      default -> false;
    };
  }

  private static List<String> aligned(List<List<String>> rows) {
    int[] width = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int column = 0; column < width.length; column++) {
        width[column] = Math.max(width[column], row.get(column).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < width.length; column++) {
        String cell = row.get(column);
        line.append(cell).append(" ".repeat(width[column] - cell.length() + 2));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /** SQLite's steps as a tree, each step below its parent. */
  public List<String> tree(Connection connection, String verb) throws SQLException {
    List<String> lines =
        ask(
            connection,
            verb,
            results -> {
              List<String> steps = new ArrayList<>();
              Map<Long, Integer> depths = new HashMap<>();
              while (results.next()) {
                int depth = depths.getOrDefault(results.getLong("parent"), -1) + 1;
                depths.put(results.getLong("id"), depth);
                steps.add("  ".repeat(depth) + results.getString("detail"));
              }
              return steps;
            });
    return lines.isEmpty() ? List.of("it looks nothing up but the row's own key") : lines;
  }

  /** The SQL of a command, with lists of their maximum length. */
  private record StatementText(Sql sql) implements Command.Compiler<String> {

    @Override
    public String insert(Command.Insert insert) {
      return sql.insert(insert, 1);
    }

    @Override
    public String upsert(Command.Upsert upsert) {
      return sql.upsert(upsert);
    }

    @Override
    public String update(Command.Update update) {
      return sql.update(update);
    }

    @Override
    public String delete(Command.Delete delete) {
      return sql.delete(delete);
    }

    @Override
    public String select(Command.Select select) {
      int listed =
          select.where().stream()
              .filter(condition -> condition.op() == Condition.Op.IN)
              .mapToInt(Condition::max)
              .findFirst()
              .orElse(0);
      return sql.select(select, listed);
    }
  }
}
