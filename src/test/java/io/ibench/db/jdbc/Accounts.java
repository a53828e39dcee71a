package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.db.Add;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A table of two numbers, and what failure tests do with it. */
public final class Accounts {

  public static final Table TABLE =
      new Table(
          "accounts",
          List.of(Column.number("id", ColumnType.LONG), Column.number("amount", ColumnType.LONG)),
          List.of("id"),
          false,
          List.of());

  public static final Command INSERT = new Command.Insert(TABLE, TABLE.columnNames(), 1);
  public static final Command INCREMENT =
      new Command.Update(
          TABLE,
          List.of(),
          List.of(new Add("amount", 1)),
          List.of(Condition.eq("id")),
          Optional.empty());
  public static final Command READ =
      Command.Select.of(TABLE, List.of("amount"), List.of(Condition.eq("id")));

  private Accounts() {}

  /** Creates the table with the accounts 1 and 2, both empty. */
  public static void create(Database database) throws DatabaseException {
    database.create(TABLE);
    try (Session session = database.session()) {
      Prepared insert = session.prepare(INSERT);
      for (long id = 1; id <= 2; id++) {
        bound(insert, id, 0).execute();
      }
    }
  }

  public static Prepared bound(Prepared prepared, long... parameters) {
    for (int i = 0; i < parameters.length; i++) {
      prepared.setLong(i, parameters[i]);
    }
    return prepared;
  }

  /** The amount, or {@link Prepared#ABSENT}. */
  public static long amount(Database database, long id) throws DatabaseException {
    try (Session session = database.session()) {
      Prepared read = bound(session.prepare(READ), id);
      return read.execute() == 0 ? Prepared.ABSENT : read.getLong(0, 0);
    }
  }

  /** The failure of this kind that ends the action. */
  public static DatabaseException failure(FailureKind kind, ThrowingCallable action) {
    DatabaseException failure = catchThrowableOfType(DatabaseException.class, action);
    assertThat(failure).as("a failure").isNotNull();
    assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(kind);
    assertThat(failure.getMessage()).isNotBlank().doesNotContain("\n");
    return failure;
  }
}
