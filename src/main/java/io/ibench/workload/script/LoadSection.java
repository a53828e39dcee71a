package io.ibench.workload.script;

import io.ibench.db.Native;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A section that loads. Immutable.
 *
 * @param rows how often it is executed; 1 for {@code once}
 * @param variable that counts the executions
 * @param once whether its statements are executed once, each as written
 * @param seed of its random numbers
 * @param operation its name in results
 */
record LoadSection(
    Code code, long rows, String variable, boolean once, long seed, String operation) {

  private static final int MOST_PARAMETERS = 2000;
  private static final int MOST_ROWS = 1000;

  /** Of a statement in loops: the last rows of a commit, which are fewer, are inserted alone. */
  private static final int MOST_ROWS_OF_TURNS = 100;

  private static final Pattern INSERT =
      Pattern.compile(
          "(?is)\\s*INSERT\\s+INTO\\s+(\"[^\"]+\"|`[^`]+`|[A-Za-z_][\\w$]*)\\s*(?:\\([^()]*\\))?\\s*VALUES\\s*(\\(.*\\))\\s*");

  private static final Pattern DOCUMENTS =
      Pattern.compile(
          "(?s)\\s*\\{\\s*\"insert\"\\s*:\\s*\"([^\"]+)\"\\s*,\\s*\"documents\"\\s*:\\s*\\[\\s*(\\{.*\\})\\s*\\]\\s*\\}\\s*");

  /**
   * Several rows that are inserted together.
   *
   * @param statement with all of them, or one that each of them is added to
   */
  record Batch(Native statement, int rows, boolean isOneStatement) {}

  /**
   * An insert of one row.
   *
   * @param before the text before its values
   * @param values of the row
   * @param after the text after them
   */
  record Insert(String table, String before, String values, String after) {}

  /** The parts of an insert of one row; empty for anything else. */
  static Optional<Insert> insert(StatementCode statement) {
    String text = statement.text();
    Matcher matcher = (statement.isDocument() ? DOCUMENTS : INSERT).matcher(text);
    return matcher.matches() && isOneGroup(matcher.group(2))
        ? Optional.of(
            new Insert(
                matcher.group(1),
                text.substring(0, matcher.start(2)),
                matcher.group(2),
                text.substring(matcher.end(2))))
        : Optional.empty();
  }

  /** Whether the first parenthesis or brace ends at the end of the text. */
  private static boolean isOneGroup(String text) {
    int depth = 0;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (quote != 0) {
        quote = next == quote ? 0 : quote;
      } else if (next == '\'' || next == '"' || next == '`') {
        quote = next;
      } else if (next == '(' || next == '{') {
        depth++;
      } else if ((next == ')' || next == '}') && --depth == 0) {
        return i == text.length() - 1;
      }
    }
    return false;
  }

  /**
   * The only statement with several rows; empty if it cannot have them.
   *
   * @param oneStatement whether the product takes the values of several rows in one statement
   */
  Optional<Batch> batch(int rowsPerCommit, boolean oneStatement) {
    return hasOneStatement() && executesItOnce()
        ? batch(rowsPerCommit, MOST_ROWS, oneStatement)
        : Optional.empty();
  }

  /**
   * The only statement with several rows, of a section that executes it in loops or under
   * conditions; empty if it cannot have them.
   */
  Optional<Batch> batchOfTurns(int rowsPerCommit, boolean oneStatement) {
    boolean pauses =
        code.instructions().stream().anyMatch(each -> each.kind() == Instruction.Kind.SLEEP);
    if (!hasOneStatement() || executesItOnce() || pauses) {
      return Optional.empty();
    }
    long turns = Math.max(1, code.statements().get(0).turns());
    int rows = (int) Math.min(MOST_ROWS_OF_TURNS, rowsPerCommit * Math.min(turns, MOST_ROWS));
    return batch(rows, MOST_ROWS_OF_TURNS, oneStatement);
  }

  private boolean hasOneStatement() {
    return !once
        && code.statements().size() == 1
        && code.statements().get(0).choices().isEmpty()
        && code.statements().get(0).store().isEmpty()
        && code.statements().get(0).lists().uses().isEmpty();
  }

  private boolean executesItOnce() {
    return code.instructions().stream()
        .allMatch(
            each ->
                each.kind() == Instruction.Kind.SET || each.kind() == Instruction.Kind.STATEMENT);
  }

  private Optional<Batch> batch(int rowsPerCommit, int most, boolean oneStatement) {
    StatementCode statement = code.statements().get(0);
    int parameters = Math.max(1, statement.parameters().size());
    int rows = rowsOfStatement(rowsPerCommit, Math.min(most, MOST_PARAMETERS / parameters));
    Optional<Insert> insert = insert(statement);
    if (insert.isEmpty() || rows < 2) {
      return Optional.empty();
    }
    if (!oneStatement) {
      return Optional.of(new Batch(statement.natives().get(0), rows, false));
    }
    List<String> all = Collections.nCopies(rows, insert.get().values());
    String text =
        StatementCode.marked(
            insert.get().before() + String.join(", ", all) + insert.get().after(),
            statement.isDocument());
    return Optional.of(
        new Batch(Native.of(text, rows * statement.parameters().size()), rows, true));
  }

  /** As many as fit and divide the rows of a commit, unless that is less than half of them. */
  private static int rowsOfStatement(int rowsPerCommit, int most) {
    if (rowsPerCommit <= most) {
      return rowsPerCommit;
    }
    for (int rows = most; rows > most / 2; rows--) {
      if (rowsPerCommit % rows == 0) {
        return rows;
      }
    }
    return most;
  }
}
