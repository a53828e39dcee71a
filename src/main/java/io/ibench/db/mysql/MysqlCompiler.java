package io.ibench.db.mysql;

import io.ibench.db.Command;
import io.ibench.db.jdbc.BatchInsert;
import io.ibench.db.jdbc.Binder;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.JdbcCompiler;
import io.ibench.db.jdbc.JdbcPrepared;
import io.ibench.db.jdbc.Repreparable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;

/** Prepares commands for MariaDB and MySQL; {@link MysqlSql} explains old values. */
final class MysqlCompiler extends JdbcCompiler {

  private final MysqlConnectorBase driver;
  private final MariadbAdapter.Batch batch;
  private final long packetBytes;
  private final boolean lent;
  private final MysqlTarget target;
  private final boolean committing;

  /**
   * @param packetBytes maximum length of a packet
   */
  MysqlCompiler(Optional<Connection> connection, MysqlTarget target, long packetBytes) {
    this(connection, target, packetBytes, false);
  }

  private MysqlCompiler(
      Optional<Connection> connection, MysqlTarget target, long packetBytes, boolean committing) {
    super(connection, target.sql(), target.failures());
    this.target = target;
    this.committing = committing;
    this.driver = target.driver();
    this.batch = target.batch();
    this.packetBytes = packetBytes;
    this.lent = connection.isEmpty();
  }

  /** Prepares the statements that commit in the same trip: see {@link MysqlTarget#canCommit}. */
  static MysqlCompiler committing(Connection connection, MysqlTarget target, long packetBytes) {
    return new MysqlCompiler(Optional.of(connection), target, packetBytes, true);
  }

  /** Whether it can prepare a command that commits. */
  boolean commits(Command command) {
    return target.canCommit(command);
  }

  @Override
  public JdbcPrepared.StatementSource source(String text) {
    return committing ? () -> prepareCommitting(text) : super.source(text);
  }

  /**
   * The server looks for the tables of a block or a text when it runs: prepares the statement alone
   * first.
   */
  private PreparedStatement prepareCommitting(String text) throws SQLException {
    prepareNow(text).close();
    PreparedStatement statement = target.prepareCommitting(connection(), text);
    return target.dialect().hasBlocks() ? onServer(statement) : statement;
  }

  @Override
  public BatchInsert batch(Command.Insert insert) {
    return switch (batch) {
      case VALUES -> super.batch(insert);
      case BULK -> new BulkInsert(this::prepareNow, sql, insert, failures, packetBytes);
      case TEXT -> new TextInsert(this::connection, sql, insert, failures, packetBytes);
    };
  }

  @Override
  public Repreparable upsertWithOld(Command.Upsert upsert) {
    return new KeyReporting(
        reporting(sql.upsert(upsert)), Binder.of(sql, upsert), failures, driver, true);
  }

  @Override
  public Repreparable updateWithOld(Command.Update update) {
    return new KeyReporting(
        reporting(sql.update(update)), Binder.of(sql, update), failures, driver, false);
  }

  private JdbcPrepared.StatementSource reporting(String text) {
    return () -> onServer(driver.prepareWithKey(connection(), text));
  }

  @Override
  public PreparedStatement prepareNow(String text) throws SQLException {
    return onServer(connection().prepareStatement(text));
  }

  /**
   * Makes the driver prepare now, and not with the first execution, by a query about the statement.
   * Not on a borrowed connection: MariaDB's driver would ask the server each time, even about a
   * cached statement.
   */
  private PreparedStatement onServer(PreparedStatement statement) throws SQLException {
    if (lent) {
      return statement;
    }
    try {
      statement.getParameterMetaData();
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  /** A statement whose generated key is the old value + 1. */
  private static final class KeyReporting extends JdbcPrepared {

    private final MysqlConnectorBase driver;
    private final boolean upsert;
    private long old = ABSENT;

    KeyReporting(
        StatementSource source,
        Binder binder,
        Failures failures,
        MysqlConnectorBase driver,
        boolean upsert) {
      super(source, binder, failures);
      this.driver = driver;
      this.upsert = upsert;
    }

    @Override
    public int executeBound() throws SQLException {
      int rows = Objects.requireNonNull(statement).executeUpdate();
      long key = rows > 0 ? driver.generatedKey(statement) : 0;
      old = key == 0 ? ABSENT : key - 1;
      return upsert ? 1 : rows;
    }

    @Override
    public long old() {
      return old;
    }
  }
}
