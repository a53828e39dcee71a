package io.ibench.db.jdbc;

import io.ibench.db.DiagnosticText;
import io.ibench.db.ServerSecrets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Queries a server and formats the results as text for experts. If a query is refused or takes too
 * long, its text is the reason; only a lost connection is a failure. Masks secrets. Not
 * thread-safe: it uses the caller's connection.
 */
public final class DiagnosticQueries {

  private static final int TIMEOUT_SECONDS = 30;

  private final Connection connection;
  private final Failures failures;
  private final List<DiagnosticText> texts = new ArrayList<>();

  /** Formats rows. */
  private interface Form {
    String text(ResultSet results) throws SQLException;
  }

  public DiagnosticQueries(Connection connection, Failures failures) {
    this.connection = connection;
    this.failures = failures;
  }

  /** A line of column names, and a line for each row, with tabs between values. */
  public void rows(String file, String question) throws SQLException {
    add(file, answer(question, results -> table(results, false)));
  }

  /** Like {@link #rows}; the first column is the name of a setting, which decides on masking. */
  public void settings(String file, String question) throws SQLException {
    add(file, answer(question, results -> table(results, true)));
  }

  /** A line of name and value for each column of a row: for long values and many columns. */
  public void records(String file, String question) throws SQLException {
    add(file, answer(question, DiagnosticQueries::blocks));
  }

  /** The records of several queries, each below its text. */
  public void records(String file, List<String> questions) throws SQLException {
    StringBuilder text = new StringBuilder();
    for (String question : questions) {
      text.append("# ").append(question).append('\n');
      text.append(answer(question, DiagnosticQueries::blocks)).append('\n');
    }
    add(file, text.toString());
  }

  public void add(String file, String text) {
    texts.add(new DiagnosticText(file, failures.masker().maskWords(text)));
  }

  public List<DiagnosticText> texts() {
    return List.copyOf(texts);
  }

  private String answer(String question, Form form) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.setQueryTimeout(TIMEOUT_SECONDS);
      try (ResultSet results = statement.executeQuery(question)) {
        return form.text(results);
      }
    } catch (SQLException e) {
      if (failures.classify(e).isConnectionLoss()) {
        throw e;
      }
      return "not available: " + failures.of(e).getMessage() + "\n";
    }
  }

  private static String table(ResultSet results, boolean settings) throws SQLException {
    ResultSetMetaData columns = results.getMetaData();
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      text.append(i > 1 ? "\t" : "").append(columns.getColumnLabel(i));
    }
    text.append('\n');
    while (results.next()) {
      String name = value(results, 1);
      text.append(name);
      for (int i = 2; i <= columns.getColumnCount(); i++) {
        String value = value(results, i);
        text.append('\t').append(onOneLine(settings ? ServerSecrets.masked(name, value) : value));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String blocks(ResultSet results) throws SQLException {
    ResultSetMetaData columns = results.getMetaData();
    StringBuilder text = new StringBuilder();
    while (results.next()) {
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        String value = value(results, i);
        text.append(columns.getColumnLabel(i)).append(value.contains("\n") ? ":\n" : ": ");
        text.append(value).append('\n');
      }
      text.append('\n');
    }
    return text.isEmpty() ? "no rows\n" : text.toString();
  }

  private static String value(ResultSet results, int column) throws SQLException {
    String value = results.getString(column);
    return value == null ? "NULL" : value;
  }

  private static String onOneLine(String value) {
    return value.replace("\t", "\\t").replace("\r", "").replace("\n", "\\n");
  }
}
