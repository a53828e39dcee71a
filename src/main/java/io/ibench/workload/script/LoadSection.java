package io.ibench.workload.script;

import io.ibench.db.Native;
import java.util.ArrayList;
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

  private static final Pattern INSERT =
      Pattern.compile(
          "(?is)\\s*INSERT\\s+INTO\\s+(\"[^\"]+\"|`[^`]+`|[A-Za-z_][\\w$]*)\\s*(?:\\([^()]*\\))?\\s*VALUES\\s*(\\(.*\\))\\s*");

  /** A statement with several rows. */
  record Batch(Native statement, int rows) {}

  /** The table and the values of an insert of one row; empty for anything else. */
  static Optional<Matcher> insert(StatementCode statement) {
    Matcher matcher = INSERT.matcher(statement.text());
    return !statement.isDocument() && matcher.matches() && isOneGroup(matcher.group(2))
        ? Optional.of(matcher)
        : Optional.empty();
  }

  /** Whether the first parenthesis ends at the end of the text. */
  private static boolean isOneGroup(String text) {
    int depth = 0;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (quote != 0) {
        quote = next == quote ? 0 : quote;
      } else if (next == '\'' || next == '"' || next == '`') {
        quote = next;
      } else if (next == '(') {
        depth++;
      } else if (next == ')' && --depth == 0) {
        return i == text.length() - 1;
      }
    }
    return false;
  }

  /** The only statement as one with several rows; empty if it cannot be. */
  Optional<Batch> batch(int rowsPerCommit) {
    boolean simple =
        !once
            && code.statements().size() == 1
            && code.statements().get(0).choices().isEmpty()
            && code.instructions().stream()
                .allMatch(
                    each ->
                        each.kind() == Instruction.Kind.SET
                            || each.kind() == Instruction.Kind.STATEMENT);
    if (!simple) {
      return Optional.empty();
    }
    StatementCode statement = code.statements().get(0);
    int parameters = Math.max(1, statement.parameters().size());
    int rows = rowsOfStatement(rowsPerCommit, Math.min(MOST_ROWS, MOST_PARAMETERS / parameters));
    Optional<Matcher> insert = insert(statement);
    if (insert.isEmpty() || rows < 2) {
      return Optional.empty();
    }
    String values = insert.get().group(2);
    String before = statement.text().substring(0, insert.get().start(2));
    List<String> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      all.add(values);
    }
    String text = StatementCode.marked(before + String.join(", ", all), false);
    return Optional.of(new Batch(Native.of(text, rows * statement.parameters().size()), rows));
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
