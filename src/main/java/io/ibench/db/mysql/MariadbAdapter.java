package io.ibench.db.mysql;

import io.ibench.config.Config;
import io.ibench.db.jdbc.DriverUrl;
import io.ibench.db.jdbc.UrlRules;
import java.util.List;

/** The database {@code mariadb}: MariaDB Connector/J, with any storage engine. */
public final class MariadbAdapter extends MysqlAdapterBase {

  /** How the rows of one insert are sent. */
  enum Batch {
    VALUES("multi-row VALUES, prepared on the server"),
    BULK("bulk protocol (COM_STMT_BULK_EXECUTE), prepared on the server"),
    TEXT("multi-row VALUES as text, literals in it");

    private final String line;

    Batch(String line) {
      this.line = line;
    }

    /** Its name in a result. */
    String line() {
      return line;
    }
  }

  public MariadbAdapter() {
    super(new MariadbConnector());
  }

  @Override
  public String name() {
    return "mariadb";
  }

  @Override
  public String description() {
    return "MariaDB 10.2 and later through MariaDB Connector/J, any storage engine";
  }

  /** Refuses options that split a batch or hide the limit of a packet. */
  @Override
  void checkBatch(Config config, Batch batch, DriverUrl given) {
    if (batch == Batch.BULK
        && (UrlRules.contradicts(given, "useBulkStmts", "true")
            || UrlRules.contradicts(given, "useBulkStmtsForInserts", "true")
            || UrlRules.contradicts(given, "rewriteBatchedStatements", "false")
            || given.has(List.of("maxAllowedPacket")))) {
      config.problem(
          "changes an option that batch = bulk relies on: useBulkStmts, useBulkStmtsForInserts,"
              + " rewriteBatchedStatements or maxAllowedPacket",
          url(),
          BATCH);
    }
  }
}
