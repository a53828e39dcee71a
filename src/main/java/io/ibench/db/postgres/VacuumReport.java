package io.ibench.db.postgres;

import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/**
 * Sums up the messages of VACUUM VERBOSE over a table's partitions: rows and pages without those of
 * TOAST tables, and the log with theirs. With messages in another language than English, it reports
 * only warnings. Not thread-safe.
 */
final class VacuumReport {

  /** A TOAST table, which contains another table's long values. */
  private static final Pattern TOAST = Pattern.compile("pg_toast_\\d+");

  /** Version 15 and later. */
  private static final Pattern ROWS =
      Pattern.compile(
          "tuples: (\\d+) removed, (\\d+) remain, (\\d+) are dead but not yet removable");

  private static final Pattern PAGES = Pattern.compile("pages: (\\d+) removed, (\\d+) remain");

  /** Up to version 14; the remaining rows include dead rows that are still needed. */
  private static final Pattern FORMER =
      Pattern.compile(
          "found (\\d+) removable, (\\d+) nonremovable row versions in \\d+ out of (\\d+) pages");

  private static final Pattern FORMER_KEPT =
      Pattern.compile("(\\d+) dead row versions cannot be removed yet");

  /** Version 15 and later. */
  private static final Pattern LOG = Pattern.compile("WAL usage: .*?(\\d+) bytes");

  private final List<String> warnings = new ArrayList<>();
  private boolean any;
  private long removed;
  private long remaining;
  private long kept;
  private long pages;
  private long logBytes;

  void add(SQLWarning notice) {
    ServerErrorMessage message =
        notice instanceof PSQLWarning warning ? warning.getServerErrorMessage() : null;
    if (message == null) {
      return;
    }
    String text = message.getMessage() + "\n" + message.getDetail();
    if ("WARNING".equals(message.getSeverity())) {
      warnings.add(message.getMessage());
      return;
    }
    Matcher log = LOG.matcher(text);
    logBytes += log.find() ? Long.parseLong(log.group(1)) : 0;
    if (!TOAST.matcher(text.lines().findFirst().orElse("")).find()) {
      add(text);
    }
  }

  /** Adds a message with its detail. */
  void add(String text) {
    Matcher rows = ROWS.matcher(text);
    Matcher former = FORMER.matcher(text);
    if (rows.find()) {
      any = true;
      removed += Long.parseLong(rows.group(1));
      remaining += Long.parseLong(rows.group(2));
      kept += Long.parseLong(rows.group(3));
      Matcher size = PAGES.matcher(text);
      pages += size.find() ? Long.parseLong(size.group(2)) : 0;
    } else if (former.find()) {
      any = true;
      removed += Long.parseLong(former.group(1));
      remaining += Long.parseLong(former.group(2));
      pages += Long.parseLong(former.group(3));
      Matcher dead = FORMER_KEPT.matcher(text);
      kept += dead.find() ? Long.parseLong(dead.group(1)) : 0;
    }
  }

  String line() {
    List<String> parts = new ArrayList<>(warnings);
    if (any) {
      parts.add(removed + " dead rows removed, " + remaining + " remain in " + pages + " pages");
    }
    if (kept > 0) {
      parts.add(kept + " dead rows are still needed by a transaction");
    }
    if (logBytes > 0) {
      parts.add(logBytes + " bytes of WAL");
    }
    return parts.isEmpty() ? "done" : String.join("; ", parts);
  }
}
