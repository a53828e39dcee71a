package io.ibench.db.mysql;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Every difference between MariaDB and MySQL servers, by the version from {@code SELECT VERSION()}.
 * Immutable.
 *
 * <p>The version from the driver is useless: MariaDB sends 5.5.5- before its version, which
 * Connector/J takes for a MySQL version.
 */
final class MysqlDialect {

  static final String SUPPORTED = "MySQL 5.5 and later, MariaDB 10.2 and later";

  private static final Pattern VERSION =
      Pattern.compile("(?:5\\.5\\.5-)?(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})(?:[-+~. ].*)?");

  /** Products with MySQL's protocol and version, but other locks and storage. */
  private static final Pattern OTHER_PRODUCT =
      Pattern.compile("(?i)tidb|oceanbase|vitess|doris|starrocks|dolt|clickhouse|singlestore");

  /** Servers of MySQL's code with a name of their own. */
  private static final Pattern FORK =
      Pattern.compile("Percona Server|Percona XtraDB Cluster", Pattern.CASE_INSENSITIVE);

  private static final String ROW_ALIAS = "incoming";

  private final boolean mariadb;
  private final Release release;

  private MysqlDialect(boolean mariadb, Release release) {
    this.mariadb = mariadb;
    this.release = release;
  }

  private record Release(int major, int minor, int patch) {

    boolean isAtLeast(int otherMajor, int otherMinor, int otherPatch) {
      if (major != otherMajor) {
        return major > otherMajor;
      }
      return minor != otherMinor ? minor > otherMinor : patch >= otherPatch;
    }
  }

  /** The dialect of a server; empty if the server is too old or unknown. */
  static Optional<MysqlDialect> of(String version) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches() || OTHER_PRODUCT.matcher(version).find()) {
      return Optional.empty();
    }
    Release release =
        new Release(
            Integer.parseInt(matcher.group(1)),
            Integer.parseInt(matcher.group(2)),
            Integer.parseInt(matcher.group(3)));
    boolean mariadb = version.toLowerCase(Locale.ROOT).contains("mariadb");
    boolean supported = mariadb ? release.isAtLeast(10, 2, 0) : release.isAtLeast(5, 5, 0);
    return supported ? Optional.of(new MysqlDialect(mariadb, release)) : Optional.empty();
  }

  /** MySQL 5.5 and 5.6: they lack some views, columns and statements. */
  private boolean isOld() {
    return !mariadb && !release.isAtLeast(5, 7, 0);
  }

  /** What a result warns of when ibench does not know this release well. */
  Optional<String> warning() {
    return isOld()
        ? Optional.of(
            "MySQL "
                + release.major()
                + "."
                + release.minor()
                + ": ibench is not tested on releases before 5.7")
        : Optional.empty();
  }

  /**
   * The product's name, without what a distribution adds to it: the comment may be a distribution's
   * name or its advertisement.
   *
   * @param comment the server's version_comment
   */
  String product(String comment) {
    Matcher fork = FORK.matcher(comment);
    return mariadb ? "MariaDB" : fork.find() ? fork.group() : "MySQL";
  }

  boolean isMariadb() {
    return mariadb;
  }

  /** COM_STMT_BULK_EXECUTE, which MySQL does not have. */
  boolean hasBulk() {
    return mariadb;
  }

  /** Blocks of statements outside of procedures, which MySQL does not have. */
  boolean hasBlocks() {
    return mariadb;
  }

  /**
   * A statement that commits if it succeeds, and ends without a commit if it fails. Without blocks
   * it is a text of two statements, which cannot be prepared.
   */
  String committing(String statement) {
    return hasBlocks() ? "BEGIN NOT ATOMIC " + statement + "; COMMIT; END" : statement + "; COMMIT";
  }

  /** The text between the values of an insert and ON DUPLICATE KEY UPDATE. */
  String rowAlias() {
    return hasRowAlias() ? " AS " + ROW_ALIAS : "";
  }

  /** The value that an upsert tried to insert. MySQL 8.0.20 and later deprecate VALUES(). */
  String incoming(String column) {
    return hasRowAlias() ? ROW_ALIAS + "." + column : "VALUES(" + column + ")";
  }

  private boolean hasRowAlias() {
    return !mariadb && release.isAtLeast(8, 0, 19);
  }

  /** The variable with a session's isolation level. */
  String isolationVariable() {
    boolean renamed = mariadb ? release.isAtLeast(11, 1, 1) : release.isAtLeast(5, 7, 20);
    return renamed ? "transaction_isolation" : "tx_isolation";
  }

  /** The table with the current session's status variables. */
  String sessionStatus() {
    return (mariadb || isOld() ? "information_schema" : "performance_schema") + ".session_status";
  }

  /** Whether {@link #tablespaces} exists and contains the sizes of the files. */
  boolean listsFileSizes() {
    return !isOld();
  }

  /**
   * Whether information_schema.tables contains the sizes of the last analysis, and thus far too
   * small ones after a load. MySQL 5.6 analyzes in the background; MySQL 5.5 when it is asked.
   */
  boolean hasLateStatistics() {
    return isOld() && release.isAtLeast(5, 6, 0);
  }

  /** The table of information_schema that lists InnoDB's files. */
  String tablespaces() {
    return !mariadb && release.isAtLeast(8, 0, 0) ? "innodb_tablespaces" : "innodb_sys_tablespaces";
  }

  /** That table may contain names as users write them, and not in InnoDB's encoding of files. */
  boolean listsPlainNames() {
    return !mariadb && release.isAtLeast(8, 0, 0);
  }

  /**
   * Begins a statement that returns a plan as a table. Newer MySQL returns a tree by default, which
   * lacks deletes and tables read during planning; MariaDB and MySQL 5.5 do not know the name of
   * this format.
   */
  String explain() {
    return mariadb || isOld() ? "EXPLAIN " : "EXPLAIN FORMAT=TRADITIONAL ";
  }

  /**
   * The table with the list of processes.
   *
   * @param performanceSchema whether it is on: it then has a list that stops no session
   */
  String processes(boolean performanceSchema) {
    boolean cheap = performanceSchema && !mariadb && release.isAtLeast(8, 0, 22);
    return (cheap ? "performance_schema" : "information_schema") + ".processlist";
  }

  /** Makes information_schema.tables show current sizes; empty where it always does. */
  Optional<String> freshStatistics() {
    return !mariadb && release.isAtLeast(8, 0, 0)
        ? Optional.of("SET SESSION information_schema_stats_expiry = 0")
        : Optional.empty();
  }

  /**
   * Queries name and value of the number of changes that InnoDB's purge has not yet removed; empty
   * where SHOW GLOBAL STATUS contains it, and where nothing but a text does.
   */
  Optional<String> historyLength() {
    return mariadb || !release.isAtLeast(5, 6, 0)
        ? Optional.empty()
        : Optional.of(
            "SELECT CONCAT('innodb_metrics.', name), count FROM information_schema.innodb_metrics"
                + " WHERE name = 'trx_rseg_history_len'");
  }

  /**
   * Tells the user how to load MyRocks. Not INSTALL SONAME, which has crashed MariaDB 10.11.19.
   *
   * @param comment the server's version_comment
   */
  String installingMyRocks(String comment) {
    if (isOld()) {
      return "MyRocks is a part of Facebook's MySQL 5.6; rocksdb in its configuration enables it";
    }
    if (!mariadb && !comment.toLowerCase(Locale.ROOT).contains("percona")) {
      return "MyRocks is a part of MariaDB and of Percona Server, and not of MySQL";
    }
    return "MyRocks is a plug-in; an administrator loads it: "
        + (mariadb
            ? "plugin_load_add = ha_rocksdb in the server's configuration, and a restart"
            : "ps-admin --enable-rocksdb");
  }
}
