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

  private static final Pattern CHANGE =
      Pattern.compile("(?s)(INSERT|UPDATE|DELETE|REPLACE|MERGE|WITH|UPSERT|TRUNCATE)\\b.*");

  private static final Pattern DOCUMENT_CHANGE =
      Pattern.compile("(?s)\\{ ?\"(INSERT|UPDATE|DELETE|FINDANDMODIFY)\".*");

  private Statements() {}

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

  /** Whether it changes rows; one that returns rows counts as a read. */
  static boolean isChange(String words, boolean document) {
    return (document ? DOCUMENT_CHANGE : CHANGE).matcher(words).matches();
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
