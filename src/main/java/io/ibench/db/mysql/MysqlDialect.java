package io.ibench.db.mysql;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Every difference between the servers of the MySQL family, decided by what {@code SELECT
 * VERSION()} says. Immutable.
 *
 * <p>What the driver says of the server is of no use: MariaDB puts 5.5.5- before its version on the
 * wire, and Connector/J takes that for the version of a MySQL.
 */
final class MysqlDialect {

  static final String SUPPORTED = "MySQL 5.7 and later, MariaDB 10.2 and later";

  private static final Pattern VERSION =
      Pattern.compile("(?:5\\.5\\.5-)?(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})(?:[-+~. ].*)?");

  /**
   * They speak the protocol and name a version of MySQL, but lock and store in ways of their own.
   */
  private static final Pattern OTHER_PRODUCT =
      Pattern.compile("(?i)tidb|oceanbase|vitess|doris|starrocks|dolt|clickhouse|singlestore");

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

  /** The dialect of a server, or nothing if it is too old or of no known kind. */
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
    boolean supported = mariadb ? release.isAtLeast(10, 2, 0) : release.isAtLeast(5, 7, 0);
    return supported ? Optional.of(new MysqlDialect(mariadb, release)) : Optional.empty();
  }

  /**
   * The product's name.
   *
   * @param comment the server's version_comment, which names a distribution or the product itself
   */
  String product(String comment) {
    String name = mariadb ? "MariaDB" : "MySQL";
    if (comment.isEmpty()) {
      return name;
    }
    boolean named = comment.toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT));
    boolean bracketed = comment.startsWith("(") && comment.endsWith(")");
    String said = bracketed ? comment : "(" + comment + ")";
    return named ? comment : name + " " + said;
  }

  /** COM_STMT_BULK_EXECUTE, which MySQL never had. */
  boolean knowsBulk() {
    return mariadb;
  }

  /** Comes between the values of an insert and ON DUPLICATE KEY UPDATE. */
  String rowAlias() {
    return hasRowAlias() ? " AS " + ROW_ALIAS : "";
  }

  /** The value that an upsert would have inserted. MySQL has deprecated VALUES() since 8.0.20. */
  String incoming(String column) {
    return hasRowAlias() ? ROW_ALIAS + "." + column : "VALUES(" + column + ")";
  }

  private boolean hasRowAlias() {
    return !mariadb && release.isAtLeast(8, 0, 19);
  }

  /** The variable that holds a session's isolation level. */
  String isolationVariable() {
    boolean renamed = mariadb ? release.isAtLeast(11, 1, 1) : release.isAtLeast(5, 7, 20);
    return renamed ? "transaction_isolation" : "tx_isolation";
  }

  /** The table of the present session's status variables. */
  String sessionStatus() {
    return (mariadb ? "information_schema" : "performance_schema") + ".session_status";
  }

  /** The table of information_schema that lists InnoDB's files. */
  String tablespaces() {
    return !mariadb && release.isAtLeast(8, 0, 0) ? "innodb_tablespaces" : "innodb_sys_tablespaces";
  }

  /** That table may show names as users write them, and not as InnoDB names files. */
  boolean listsPlainNames() {
    return !mariadb && release.isAtLeast(8, 0, 0);
  }

  /**
   * Asks for a plan as a table. Newer MySQL has a tree by default, which leaves out what is read
   * while it plans, and deletes altogether; MariaDB does not know this format's name.
   */
  String explain() {
    return mariadb ? "EXPLAIN " : "EXPLAIN FORMAT=TRADITIONAL ";
  }

  /** Makes information_schema.tables tell sizes of now; nothing where it does so anyway. */
  Optional<String> freshStatistics() {
    return !mariadb && release.isAtLeast(8, 0, 0)
        ? Optional.of("SET SESSION information_schema_stats_expiry = 0")
        : Optional.empty();
  }

  /**
   * Asks for the number of changes that InnoDB's purge has yet to remove, as a name and a value;
   * empty where it is in SHOW GLOBAL STATUS.
   */
  Optional<String> historyLength() {
    return mariadb
        ? Optional.empty()
        : Optional.of(
            "SELECT CONCAT('innodb_metrics.', name), count FROM information_schema.innodb_metrics"
                + " WHERE name = 'trx_rseg_history_len'");
  }

  /**
   * How to come by MyRocks where it is not loaded. INSTALL SONAME has crashed MariaDB 10.11.19.
   *
   * @param comment the server's version_comment
   */
  String gettingMyRocks(String comment) {
    if (!mariadb && !comment.toLowerCase(Locale.ROOT).contains("percona")) {
      return "MyRocks is a part of MariaDB and of Percona Server, and not of MySQL";
    }
    return "MyRocks is a plug-in; an administrator loads it: "
        + (mariadb
            ? "plugin_load_add = ha_rocksdb in the server's configuration, and a restart"
            : "ps-admin --enable-rocksdb");
  }
}
