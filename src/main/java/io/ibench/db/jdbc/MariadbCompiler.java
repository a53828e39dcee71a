package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** Prepares commands for MariaDB; see {@link MariadbSql} for how old values are had. */
final class MariadbCompiler extends JdbcCompiler {

  private final MariadbAdapter.Batch batch;
  private final long packetBytes;

  /**
   * @param packetBytes that a packet may have at most
   */
  MariadbCompiler(Optional<Connection> connection, MariadbTarget target, long packetBytes) {
    super(connection, target.sql(), target.failures());
    this.batch = target.batch();
    this.packetBytes = packetBytes;
  }

  @Override
  BatchInsert batch(Command.Insert insert) {
    return batch == MariadbAdapter.Batch.BULK
        ? new BulkInsert(this::prepareNow, sql, insert, failures, packetBytes)
        : super.batch(insert);
  }

  @Override
  Renewable upsertWithOld(Command.Upsert upsert) {
    return new KeyReporting(reporting(sql.upsert(upsert)), failures, true);
  }

  @Override
  Renewable updateWithOld(Command.Update update) {
    return new KeyReporting(reporting(sql.update(update)), failures, false);
  }

  private JdbcPrepared.StatementSource reporting(String text) {
    return () -> onServer(connection().prepareStatement(text, Statement.RETURN_GENERATED_KEYS));
  }

  @Override
  PreparedStatement prepareNow(String text) throws SQLException {
    return onServer(connection().prepareStatement(text));
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

    private final boolean upsert;
    private long old = ABSENT;

    KeyReporting(StatementSource source, Failures failures, boolean upsert) {
      super(source, failures);
      this.upsert = upsert;
    }

    @Override
    public int execute() throws DatabaseException {
      try {
        int rows = statement.executeUpdate();
        old = ABSENT;
        if (rows > 0) {
          readOld();
        }
        return upsert ? 1 : rows;
      } catch (SQLException e) {
        throw failures.of(e);
      }
    }

    private void readOld() throws SQLException {
      try (ResultSet keys = statement.getGeneratedKeys()) {
        if (keys.next()) {
          old = keys.getLong(1) - 1;
        }
      }
    }

    @Override
    public long old() {
      return old;
    }
  }
}
