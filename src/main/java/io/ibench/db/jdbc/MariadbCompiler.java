package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Prepares commands for MariaDB and MySQL; see {@link MariadbSql} for how old values are had. */
final class MariadbCompiler extends JdbcCompiler {

  private final ServerDriver driver;
  private final MariadbAdapter.Batch batch;
  private final long packetBytes;

  /**
   * @param packetBytes that a packet may have at most
   */
  MariadbCompiler(Connection connection, MariadbTarget target, long packetBytes) {
    super(connection, target.sql(), target.failures());
    this.driver = target.driver();
    this.batch = target.batch();
    this.packetBytes = packetBytes;
  }

  @Override
  BatchInsert batch(Command.Insert insert) throws SQLException {
    return batch == MariadbAdapter.Batch.BULK
        ? new BulkInsert(this::prepareNow, sql, insert, failures, packetBytes)
        : super.batch(insert);
  }

  @Override
  Prepared upsertWithOld(Command.Upsert upsert) {
    return new KeyReporting(reporting(sql.upsert(upsert)), failures, driver, true);
  }

  @Override
  Prepared updateWithOld(Command.Update update) {
    return new KeyReporting(reporting(sql.update(update)), failures, driver, false);
  }

  private PreparedStatement reporting(String text) {
    try {
      return onServer(driver.prepareWithKey(connection, text));
    } catch (SQLException e) {
      throw new PrepareFailure(e);
    }
  }

  @Override
  PreparedStatement prepareNow(String text) throws SQLException {
    return onServer(connection.prepareStatement(text));
  }

  /** The driver waits for the first execution, unless somebody asks about the statement. */
  private static PreparedStatement onServer(PreparedStatement statement) throws SQLException {
    try {
      statement.getParameterMetaData();
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  /** A statement whose generated key tells the old value. */
  private static final class KeyReporting extends JdbcPrepared {

    private final ServerDriver driver;
    private final boolean upsert;
    private long old = ABSENT;

    KeyReporting(
        PreparedStatement statement, Failures failures, ServerDriver driver, boolean upsert) {
      super(statement, failures);
      this.driver = driver;
      this.upsert = upsert;
    }

    @Override
    public int execute() throws DatabaseException {
      try {
        int rows = statement.executeUpdate();
        long key = rows > 0 ? driver.generatedKey(statement) : 0;
        old = key == 0 ? ABSENT : key - 1;
        return upsert ? 1 : rows;
      } catch (SQLException e) {
        throw failures.of(e);
      }
    }

    @Override
    public long old() {
      return old;
    }
  }
}
