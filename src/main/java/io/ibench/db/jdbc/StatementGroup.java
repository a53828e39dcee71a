package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A command as several statements, which share its parameters and need a transaction. Not
 * thread-safe.
 */
abstract class StatementGroup implements Repreparable {

  private static final int NOWHERE = -1;

  private final int parameters;
  private final List<JdbcPrepared> statements = new ArrayList<>();

  /** For each statement, the position of each of the command's parameters in it. */
  private final List<int[]> positions = new ArrayList<>();

  StatementGroup(Command command) {
    parameters = command.parameters().size();
  }

  /**
   * Adds a statement.
   *
   * @param taken for each parameter of the statement, the command's parameter
   */
  final <T extends JdbcPrepared> T add(T statement, IntStream taken) {
    int[] position = new int[parameters];
    Arrays.fill(position, NOWHERE);
    int[] given = taken.toArray();
    for (int i = 0; i < given.length; i++) {
      position[given[i]] = i;
    }
    statements.add(statement);
    positions.add(position);
    return statement;
  }

  @Override
  public final void reprepare() throws SQLException {
    for (JdbcPrepared statement : statements) {
      statement.reprepare();
    }
  }

  @Override
  public final void release() throws SQLException {
    for (JdbcPrepared statement : statements) {
      statement.release();
    }
  }

  @Override
  public final void setLong(int parameter, long value) {
    for (int i = 0; i < statements.size(); i++) {
      int position = positions.get(i)[parameter];
      if (position != NOWHERE) {
        statements.get(i).setLong(position, value);
      }
    }
  }

  @Override
  public final void setBytes(int parameter, byte[] value, int length) {
    for (int i = 0; i < statements.size(); i++) {
      int position = positions.get(i)[parameter];
      if (position != NOWHERE) {
        statements.get(i).setBytes(position, value, length);
      }
    }
  }

  /** An update or upsert that reads the old value first, or an upsert as an update or insert. */
  static final class Change extends StatementGroup {

    private final boolean upsert;

    /** Locks the row by an update that changes nothing; null: not needed. */
    @Nullable JdbcPrepared lock;

    /** Selects the old value, or whether there is a row; null: not needed. */
    @Nullable JdbcPrepared select;

    /** Null: an existing row stays as it is. */
    @Nullable JdbcPrepared change;

    /** Null for an update, and for an upsert that is one statement. */
    @Nullable JdbcPrepared insert;

    private long old = ABSENT;

    Change(Command command) {
      super(command);
      upsert = command instanceof Command.Upsert;
    }

    /**
     * Without a row to lock, an update changes nothing: another session may insert the row
     * meanwhile, and then its old value would be wrong.
     */
    @Override
    public int execute() throws DatabaseException {
      old = ABSENT;
      boolean found = lock == null || lock.execute() > 0;
      if (select != null && found) {
        found = select.execute() > 0;
        old = found ? select.getLong(0, 0) : ABSENT;
      }
      if (insert == null) {
        int rows = upsert || found ? Objects.requireNonNull(change).execute() : 0;
        return upsert ? 1 : rows;
      }
      if (found && change != null) {
        found = change.execute() > 0 || select != null;
      }
      if (!found) {
        insert();
      }
      return 1;
    }

    /**
     * Another session may have inserted the row meanwhile: then the whole operation is repeated.
     */
    private void insert() throws DatabaseException {
      try {
        Objects.requireNonNull(insert).execute();
      } catch (DatabaseException e) {
        throw lostRace(e);
      }
    }

    @Override
    public long old() {
      return old;
    }
  }

  /** Two upserts of a new row: one of them did nothing and can be repeated. */
  static DatabaseException lostRace(DatabaseException failure) {
    return failure.kind() == FailureKind.DUPLICATE_KEY
        ? new DatabaseException(
            FailureKind.DEADLOCK,
            "the row was missing and exists now: another session has inserted it, or the upsert"
                + " did not find or count it: "
                + failure.getMessage(),
            failure)
        : failure;
  }

  /** A delete with a limit: it selects the first keys, then deletes their rows one by one. */
  static final class KeysThenDelete extends StatementGroup {

    private final JdbcPrepared select;
    private final JdbcPrepared delete;
    private final int keyColumns;

    /**
     * @param select takes the command's parameters
     * @param delete takes a key
     */
    KeysThenDelete(Command.Delete command, JdbcPrepared select, JdbcPrepared delete) {
      super(command);
      this.select = add(select, IntStream.range(0, command.parameters().size()));
      this.delete = add(delete, IntStream.empty());
      keyColumns = command.table().primaryKey().size();
    }

    @Override
    public int execute() throws DatabaseException {
      int found = select.execute();
      int deleted = 0;
      for (int row = 0; row < found; row++) {
        for (int column = 0; column < keyColumns; column++) {
          delete.setLong(column, select.getLong(row, column));
        }
        deleted += delete.execute();
      }
      return deleted;
    }
  }

  /** The positions of a command's conditions with a parameter, which are its last ones. */
  static IntStream ofConditions(Command command) {
    int all = command.parameters().size();
    int taking = (int) command.where().stream().filter(Condition::takesParameter).count();
    return IntStream.range(all - taking, all);
  }
}
