package io.ibench.workload.script;

import io.ibench.db.Native.Control;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the first words of a statement say. Its texts are in capitals with single blanks. */
final class Statements {

  private static final Pattern CREATE_TABLE =
      Pattern.compile(
          "(?is)\\s*CREATE\\s+(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|FOREIGN|VIRTUAL)\\s+)*TABLE\\b"
              + "(\\s+IF\\s+NOT\\s+EXISTS\\b)?\\s*(\"[^\"]+\"|`[^`]+`|[A-Za-z_][\\w$]*)?(\\s*\\.)?.*");

  private static final Pattern CREATE_COLLECTION =
      Pattern.compile("(?is)\\s*\\{\\s*\"create\"\\s*:\\s*\"([^\"]+)\".*");

  private static final Pattern DROP_TABLE =
      Pattern.compile("(?is)\\s*DROP\\s+TABLE\\s+(?:IF\\s+EXISTS\\s+)?(.*)");

  private static final Pattern DROP_COLLECTION =
      Pattern.compile("(?is)\\s*\\{\\s*\"drop\"\\s*:\\s*\"([^\"]+)\".*");

  private static final Pattern INSERT =
      Pattern.compile(
          "(?s)(INSERT|REPLACE|UPSERT|LOAD DATA|COPY [^()]*(\\([^()]*\\))? ?FROM"
              + "|MERGE(?!.*\\b(WHEN MATCHED|BY SOURCE)\\b))\\b.*");

  private static final Pattern DELETE = Pattern.compile("(?s)DELETE\\b.*");

  private static final Pattern OTHER_CHANGE =
      Pattern.compile("(?s)(UPDATE|WITH|TRUNCATE|MERGE)\\b.*");

  private static final Pattern DOCUMENT_INSERT = Pattern.compile("(?s)\\{ ?\"INSERT\".*");

  private static final Pattern DOCUMENT_DELETE =
      Pattern.compile("(?s)\\{ ?\"(DELETE\"|FINDANDMODIFY\".*\"REMOVE\" ?: ?(TRUE|1(\\.0)?)\\b).*");

  private static final Pattern OTHER_DOCUMENT_CHANGE =
      Pattern.compile("(?s)\\{ ?\"(UPDATE|FINDANDMODIFY)\".*");

  /** A text or name in quotes. */
  private static final Pattern QUOTED = Pattern.compile("(?s)'[^']*'|\"[^\"]*\"|`[^`]*`");

  private static final Pattern INNERMOST = Pattern.compile("\\([^()]*\\)");

  /** The statement after the names of WITH, whose queries are left out. */
  private static final Pattern AFTER_WITH =
      Pattern.compile(
          "(?s)WITH\\b.*?\\b((?:SELECT|VALUES|TABLE|INSERT|REPLACE|UPDATE|DELETE|MERGE)\\b.*)");

  private static final Pattern READ =
      Pattern.compile(
          "(?is)\\s*(\\(*\\s*(SELECT|TABLE|VALUES|WITH|SHOW|EXPLAIN|DESCRIBE)\\b"
              + "|\\{\\s*\"(find|aggregate|count|distinct)\").*");

  /** Words with which a query writes rows, or locks them as a write does. */
  private static final Pattern WRITE_IN_READ =
      Pattern.compile(
          "(?is).*(\\b(INSERT|UPDATE|DELETE|MERGE|INTO|NEXTVAL|SETVAL)\\b|\\bFOR\\s+(KEY\\s+)?SHARE\\b).*");

  private static final Pattern WRITE_IN_DOCUMENT = Pattern.compile("(?s).*\"\\$(out|merge)\".*");

  private Statements() {}

  /** Whether a statement reads and does nothing else, in any case of its letters. */
  static boolean onlyReads(String text) {
    boolean writes =
        text.strip().startsWith("{")
            ? WRITE_IN_DOCUMENT.matcher(text).matches()
            : WRITE_IN_READ.matcher(QUOTED.matcher(text).replaceAll("X")).matches();
    return READ.matcher(text).matches() && !writes;
  }

  /** What a statement does with a transaction. */
  static Control control(String words) {
    if (words.matches("BEGIN( NOT ATOMIC).*")) {
      return Control.NONE;
    }
    if (words.matches("(BEGIN|START TRANSACTION)( .*)?")) {
      return Control.BEGIN;
    }
    if (words.matches("(COMMIT|END)( (WORK|TRANSACTION))?( AND NO CHAIN)?( NO RELEASE)?")) {
      return Control.COMMIT;
    }
    return words.matches("(ROLLBACK|ABORT)( (WORK|TRANSACTION))?( AND NO CHAIN)?( NO RELEASE)?")
        ? Control.ROLLBACK
        : Control.NONE;
  }

  /** Why a script cannot have this statement; empty if it can. */
  static Optional<String> refusal(String words) {
    if (words.matches("COPY .*(STDIN|STDOUT).*") || words.matches("LOAD DATA LOCAL.*")) {
      return Optional.of("is a stream, not a statement; use a section load, which is fast");
    }
    if (words.matches("(DECLARE .* CURSOR|FETCH|LISTEN|UNLISTEN|MOVE)\\b.*")) {
      return Optional.of("is not supported: statements return all their rows at once");
    }
    if (words.matches("(COMMIT|ROLLBACK|END)\\b.*AND CHAIN.*")) {
      return Optional.of("begins another transaction; write COMMIT; BEGIN;");
    }
    return words.matches("SET (SESSION )?AUTOCOMMIT.*")
        ? Optional.of("would hide where a transaction begins; write BEGIN and COMMIT")
        : Optional.empty();
  }

  /** Whether a statement surely returns no row. The text is as written. */
  static boolean returnsNothing(Control control, String text) {
    return control != Control.NONE
        || text.matches("(?is)\\s*(INSERT|UPDATE|DELETE|REPLACE|TRUNCATE)\\b.*")
            && !text.matches("(?is).*\\b(RETURNING|OUTPUT)\\b.*");
  }

  /** How it changes rows; one that returns rows counts as a read all the same. */
  static Change change(String words, boolean document) {
    String main = document ? words : main(words);
    if ((document ? DOCUMENT_INSERT : INSERT).matcher(main).matches()) {
      return Change.INSERT;
    }
    if ((document ? DOCUMENT_DELETE : DELETE).matcher(main).matches()) {
      return Change.DELETE;
    }
    return (document ? OTHER_DOCUMENT_CHANGE : OTHER_CHANGE).matcher(words).matches()
        ? Change.OTHER
        : Change.NONE;
  }

  /** The words of the statement that follows WITH, whose rows are those that are reported. */
  private static String main(String words) {
    if (!words.startsWith("WITH")) {
      return words;
    }
    String text = QUOTED.matcher(words).replaceAll("X");
    String before;
    do {
      before = text;
      text = INNERMOST.matcher(text).replaceAll("");
    } while (!text.equals(before));
    Matcher after = AFTER_WITH.matcher(text);
    return after.matches() ? after.group(1) : words;
  }

  /** The text is as written. */
  static boolean isRollbackToSavepoint(String text) {
    return text.matches("(?is)\\s*ROLLBACK\\s+((WORK|TRANSACTION)\\s+)?TO\\b.*");
  }

  /** Whether it creates a table or collection. */
  static boolean createsTable(String text) {
    return CREATE_TABLE.matcher(text).matches() || CREATE_COLLECTION.matcher(text).matches();
  }

  /** The name of the table that it creates; empty when it cannot be found. */
  static Optional<String> createdTable(String text) {
    Matcher collection = CREATE_COLLECTION.matcher(text);
    if (collection.matches()) {
      return Optional.of(collection.group(1));
    }
    Matcher table = CREATE_TABLE.matcher(text);
    return table.matches() && table.group(2) != null && table.group(3) == null
        ? Optional.of(table.group(2))
        : Optional.empty();
  }

  /** Whether a table that exists already is taken for the script's. */
  static boolean createsIfMissing(String text) {
    return text.matches("(?is)\\s*CREATE\\b.*\\bIF\\s+NOT\\s+EXISTS\\b.*");
  }

  /** The tables that it drops, as written; empty if it drops no table. */
  static Optional<String> droppedTables(String text) {
    Matcher collection = DROP_COLLECTION.matcher(text);
    if (collection.matches()) {
      return Optional.of(collection.group(1));
    }
    Matcher table = DROP_TABLE.matcher(text);
    return table.matches()
        ? Optional.of(table.group(1).replaceAll("(?i)\\b(CASCADE|RESTRICT)\\b", "").strip())
        : Optional.empty();
  }

  /** A table's name without quotes. */
  static String unquoted(String name, boolean lowerCase) {
    boolean quoted = name.startsWith("\"") || name.startsWith("`");
    String bare = quoted ? name.substring(1, name.length() - 1) : name;
    return lowerCase && !quoted ? bare.toLowerCase(Locale.ROOT) : bare;
  }
}
