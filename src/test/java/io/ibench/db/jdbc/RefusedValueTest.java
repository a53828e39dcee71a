package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
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
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A driver refuses a value while it is bound, and the next execution reports it; or it closes a
 * statement that has failed.
 */
class RefusedValueTest {

  private static final Table NOTES =
      new Table(
          "notes",
          List.of(Column.number("id", ColumnType.LONG), Column.bytes("text", 1000)),
          List.of("id"),
          false,
          List.of());

  private static final Command.Insert INSERT = new Command.Insert(NOTES, NOTES.columnNames(), 2);

  private static final byte[] TEXT = {1, 2, 3};

  /** The values that a driver was given, and the exception with which it refuses more of them. */
  private final Map<Integer, Object> bound = new TreeMap<>();

  private SQLException refusal;
  private int prepared;

  /** The exception of the next execution, after which the driver has closed the statement. */
  private SQLException failure;

  /** A statement of a driver that closes what has failed, as DuckDB's does. */
  private PreparedStatement prepareClosing() {
    prepared++;
    bound.clear();
    boolean[] closed = new boolean[1];
    return (PreparedStatement)
        Proxy.newProxyInstance(
            PreparedStatement.class.getClassLoader(),
            new Class<?>[] {PreparedStatement.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("isClosed")) {
                return closed[0];
              }
              if (closed[0] && !method.getName().equals("close")) {
                throw new SQLException("Statement was closed", "08003", 2402);
              }
              if (method.getName().startsWith("execute") && failure != null) {
                closed[0] = true;
                throw failure;
              }
              return switch (method.getName()) {
                case "executeUpdate" -> bound.size() / 2;
                case "executeBatch" -> new int[] {1, 1};
                case "executeQuery" -> noRows();
                case "execute" -> false;
                case "getUpdateCount" -> 1;
                case "setLong", "setBytes", "setString" -> {
                  bound.put((Integer) arguments[0], arguments[1]);
                  yield null;
                }
                default -> null;
              };
            });
  }

  private static ResultSet noRows() {
    return (ResultSet)
        Proxy.newProxyInstance(
            ResultSet.class.getClassLoader(),
            new Class<?>[] {ResultSet.class},
            (proxy, method, arguments) -> method.getName().equals("next") ? false : null);
  }

  private void failTwice(Prepared command) {
    failure = new SQLException("Conflict on update!", "40001");
    for (int attempt = 0; attempt < 2; attempt++) {
      DatabaseException told = Accounts.failure(FailureKind.DEADLOCK, command::execute);
      assertThat(told).hasMessageContaining("Conflict on update!");
    }
    failure = null;
  }

  /** Firebird's driver keeps of a BLOB only the number that it had in its transaction. */
  @Test
  void bytesThatTheDriverHasLostAreBoundAgainForTheNextExecution() throws Exception {
    Sql forgetful =
        new Sql() {
          @Override
          public boolean bindsBytesOnce() {
            return true;
          }
        };
    JdbcPrepared write =
        new JdbcPrepared.Write(
            this::prepareClosing, Binder.of(forgetful, INSERT), StandardFailures::classify);
    write.reprepare();
    write.setLong(0, 7);
    write.setBytes(1, TEXT, 3);
    write.execute();
    bound.remove(2);
    write.setLong(0, 8);
    assertThat(write.execute()).isEqualTo(1);
    assertThat(bound).containsEntry(1, 8L).containsEntry(2, TEXT);
    assertThat(prepared).isEqualTo(1);
  }

  @Test
  void aStatementThatTheDriverClosedWhenItFailedIsPreparedAgain() throws Exception {
    JdbcPrepared write =
        new JdbcPrepared.Write(
            this::prepareClosing, Binder.of(new Sql() {}, INSERT), StandardFailures::classify);
    write.reprepare();
    write.setLong(0, 7);
    write.setBytes(1, TEXT, 3);
    failTwice(write);
    assertThat(write.execute()).isEqualTo(1);
    assertThat(bound).containsEntry(1, 7L).containsEntry(2, TEXT);
    failTwice(write);
    write.setLong(0, 9);
    assertThat(write.execute()).isEqualTo(1);
    assertThat(bound).containsEntry(1, 9L).containsEntry(2, TEXT);
  }

  @Test
  void aBatchWhoseStatementTheDriverClosedIsPreparedAgain() throws Exception {
    for (BatchInsert batch :
        List.of(
            new ValuesInsert(
                text -> prepareClosing(), new Sql() {}, INSERT, StandardFailures::classify),
            new ValuesInsert(
                text -> prepareClosing(),
                new Sql() {},
                new Command.Insert(NOTES, NOTES.columnNames(), 1001),
                StandardFailures::classify),
            new DriverBatchInsert(
                text -> prepareClosing(), new Sql() {}, INSERT, StandardFailures::classify))) {
      batch.reprepare();
      for (int round = 0; round < 2; round++) {
        for (long id = 1; id <= 2; id++) {
          batch.setLong(0, id);
          batch.setBytes(1, TEXT, 3);
          batch.addBatch();
        }
        failTwice(batch);
        assertThat(batch.execute()).isEqualTo(2);
        assertThat(bound).containsEntry(2, TEXT);
      }
    }
  }

  @Test
  void aSelectOfAListWhoseStatementTheDriverClosedIsPreparedAgain() throws Exception {
    Command.Select select = Command.Select.of(NOTES, List.of("id"), List.of(Condition.in("id", 8)));
    Sql sql = new Sql() {};
    ListSelect list =
        new ListSelect(
            text -> prepareClosing(),
            sql,
            select,
            StandardFailures::classify,
            sql.rows(select.resultColumns(), false));
    list.reprepare();
    list.setLongs(0, new long[] {1, 2, 3}, 3);
    failTwice(list);
    assertThat(list.execute()).isZero();
  }

  private PreparedStatement prepare() throws SQLException {
    prepared++;
    bound.clear();
    return (PreparedStatement)
        Proxy.newProxyInstance(
            PreparedStatement.class.getClassLoader(),
            new Class<?>[] {PreparedStatement.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "executeUpdate":
                  return bound.size() / 2;
                case "close":
                  return null;
                default:
                  if (refusal != null) {
                    throw refusal;
                  }
                  Object value =
                      arguments[1] instanceof byte[] bytes ? bytes.clone() : arguments[1];
                  bound.put((Integer) arguments[0], value);
                  return null;
              }
            });
  }

  private static SQLException busy() {
    return new SQLException("database is locked", "55P03", 5);
  }

  @Test
  void aStatementTellsWhyAValueWasRefusedAndIsBoundAnewAfterwards() throws Exception {
    JdbcPrepared write =
        new JdbcPrepared.Write(
            this::prepare, Binder.of(new Sql() {}, INSERT), StandardFailures::classify);
    write.reprepare();
    refusal = busy();
    write.setLong(0, 7);
    write.setBytes(1, TEXT, 3);
    for (int attempt = 0; attempt < 2; attempt++) {
      DatabaseException told = Accounts.failure(FailureKind.LOCK_TIMEOUT, write::execute);
      assertThat(told)
          .hasMessageContaining("database is locked")
          .hasCauseInstanceOf(SQLException.class);
    }
    refusal = null;
    assertThat(write.execute()).isEqualTo(1);
    assertThat(bound).containsEntry(1, 7L).containsEntry(2, TEXT);
    int before = prepared;
    write.setLong(0, 8);
    assertThat(write.execute()).isEqualTo(1);
    assertThat(prepared).as("nothing is prepared without need").isEqualTo(before);
  }

  @Test
  void aBatchTellsWhyAValueWasRefusedAndIsBoundAnewAfterwards() throws Exception {
    ValuesInsert batch =
        new ValuesInsert(text -> prepare(), new Sql() {}, INSERT, StandardFailures::classify);
    batch.reprepare();
    batch.setLong(0, 1);
    batch.setBytes(1, TEXT, 3);
    batch.addBatch();
    refusal = busy();
    batch.setLong(0, 2);
    batch.setBytes(1, TEXT, 2);
    batch.addBatch();
    for (int attempt = 0; attempt < 2; attempt++) {
      DatabaseException told = Accounts.failure(FailureKind.LOCK_TIMEOUT, batch::execute);
      assertThat(told)
          .hasMessageContaining("database is locked")
          .hasCauseInstanceOf(SQLException.class);
    }
    refusal = null;
    assertThat(batch.execute()).isEqualTo(2);
    assertThat(bound.values()).containsExactly(1L, TEXT, 2L, new byte[] {1, 2});
    int before = prepared;
    for (long id = 3; id < 5; id++) {
      batch.setLong(0, id);
      batch.setBytes(1, TEXT, 3);
      batch.addBatch();
    }
    assertThat(batch.execute()).isEqualTo(2);
    assertThat(bound).containsEntry(3, 4L);
    assertThat(prepared).as("nothing is prepared without need").isEqualTo(before);
  }

  @Test
  void aSqliteFileThatWasOverwrittenEndsEachOperationWithItsFailure(@TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("ibench.db");
    Map<String, String> settings =
        Map.of("file", file.toString(), "sync", "normal", "cache", "1MB");
    try (Database database = Adapters.open("sqlite", settings)) {
      database.create(NOTES);
      try (Session session = database.session()) {
        Prepared insert = session.prepare(new Command.Insert(NOTES, NOTES.columnNames(), 1000));
        fill(insert);
      }
    }
    List<String> failures = new ArrayList<>();
    try (Database database = Adapters.open("sqlite", settings);
        Session session = database.session()) {
      Prepared read =
          session.prepare(Command.Select.of(NOTES, List.of("text"), List.of(Condition.eq("id"))));
      Accounts.bound(read, 1).execute();
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.write(ByteBuffer.wrap(new byte[(int) channel.size()]), 0);
      }
      for (long id = 1; id < 5000; id += 100) {
        try {
          Accounts.bound(read, id).execute();
        } catch (DatabaseException e) {
          assertThat(e.kind()).isEqualTo(FailureKind.FATAL);
          failures.add(e.getMessage());
        }
      }
    }
    assertThat(failures).hasSizeGreaterThan(1).allMatch(message -> message.contains("SQLITE_"));
  }

  private static void fill(Prepared insert) throws DatabaseException {
    for (long id = 1; id <= 5000; id++) {
      insert.setLong(0, id);
      insert.setBytes(1, new byte[1000], 1000);
      insert.addBatch();
      if (id % 1000 == 0) {
        insert.execute();
      }
    }
  }
}
