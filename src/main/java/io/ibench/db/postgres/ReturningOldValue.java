package io.ibench.db.postgres;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.jdbc.Binder;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.JdbcPrepared;
import java.sql.SQLException;
import java.util.Objects;
import java.util.stream.IntStream;

/** A statement of PostgreSQL that returns a row's old value. Not thread-safe. */
abstract class ReturningOldValue extends JdbcPrepared {

  private long old = ABSENT;

  ReturningOldValue(StatementSource source, Binder binder, Failures failures) {
    super(source, binder, failures);
  }

  /** Executes the statement, stores the last row's value, and returns the number of rows. */
  final int executeOnce() throws SQLException {
    old = ABSENT;
    int rows = 0;
    try (var results = Objects.requireNonNull(statement).executeQuery()) {
      while (results.next()) {
        rows++;
        long value = results.getLong(1);
        old = results.wasNull() ? ABSENT : value;
      }
    }
    return rows;
  }

  @Override
  public final long old() {
    return old;
  }

  /** An update, which returns one row for each changed row. */
  static final class Update extends ReturningOldValue {

    Update(StatementSource source, Binder binder, Failures failures) {
      super(source, binder, failures);
    }

    @Override
    public int executeBound() throws SQLException {
      return executeOnce();
    }
  }

  /** An upsert. When it must be repeated, it has changed nothing and returns no row. */
  static final class Upsert extends ReturningOldValue {

    /** An attempt fails when others have just inserted the row, and delete it before the next. */
    private static final int ATTEMPTS = 100;

    private final int[][] positions;

    /**
     * @param placeholders the parameter of each placeholder
     */
    Upsert(StatementSource source, Binder binder, Failures failures, int[] placeholders) {
      super(source, binder, failures);
      positions = new int[binder.parameters()][];
      for (int parameter = 0; parameter < positions.length; parameter++) {
        int wanted = parameter;
        positions[parameter] =
            IntStream.range(0, placeholders.length)
                .filter(i -> placeholders[i] == wanted)
                .map(i -> i + 1)
                .toArray();
      }
    }

    @Override
    public void bind(int parameter, Binder numberBinder, long value) throws SQLException {
      for (int position : positions[parameter]) {
        numberBinder.bind(Objects.requireNonNull(statement), position, parameter, value);
      }
    }

    @Override
    public void bind(int parameter, Binder ofCommand, byte[] value) throws SQLException {
      for (int position : positions[parameter]) {
        ofCommand.bind(Objects.requireNonNull(statement), position, parameter, value);
      }
    }

    @Override
    public int executeBound() throws SQLException, DatabaseException {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (executeOnce() > 0) {
          return 1;
        }
      }
      throw new DatabaseException(
          FailureKind.DEADLOCK,
          "the row came and went " + ATTEMPTS + " times; nothing was changed");
    }
  }
}
