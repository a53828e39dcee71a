package io.ibench.db.generic;

import static io.ibench.db.Adapters.open;
import static io.ibench.db.Adapters.problems;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.config.Config;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.Native;
import io.ibench.db.NativePrepared;
import io.ibench.db.Prepared;
import io.ibench.db.Quiescence;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.generic.ProductTraits.TypeInfo;
import io.ibench.db.jdbc.Accounts;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.StandardFailures;
import io.ibench.testing.Slow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Slow
class GenericAdapterTest {

  private static final Table PAIRS =
      new Table(
          "pairs",
          List.of(Column.number("id", ColumnType.LONG), Column.number("size", ColumnType.LONG)),
          List.of("id"),
          false,
          List.of());

  private static final Table NUMBERED =
      new Table("numbered", PAIRS.columns(), List.of("id"), true, List.of());

  private static final Command.Upsert UPSERT =
      new Command.Upsert(
          PAIRS, PAIRS.columnNames(), List.of("size"), List.of(), Optional.of("size"));

  private static final String BLOCKED =
      "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE BLOCKER_ID IS NOT NULL";

  @TempDir Path folder;

  private static Map<String, String> h2(String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("url", "jdbc:h2:mem:" + UUID.randomUUID() + ";LOCK_TIMEOUT=60000");
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      all.put(parts[0], parts[1]);
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "url         | jdbc:nothing:x       | no driver takes it; correct its beginning, or put",
        "url         | h2:mem:x             | does not begin with jdbc:, such as jdbc:h2:",
        "url         | jdbc:h2:x;PASSWORD=geheim | holds a password; give it as password",
        "driver      | org.example.Driver   | is in no jar; put the driver's jar into the folder",
        "driver      | java.lang.Object     | is not a java.sql.Driver",
        "driver      | org.sqlite.JDBC      | does not take this url",
        "index_hint  | USE INDEX            | does not contain {index}",
        "analyze     | ANALYZE              | does not contain {table}",
        "generated_key.restart | ALTER      | does not contain {next}",
        "failure.deadlock | 40001, ?        | no SQLState, error code or text in quotes: ?",
        "upsert      | insert               | allowed: none, on_conflict, on_duplicate_key, merge",
      })
  void aMistakeNamesItsKeyAndWhatWouldBeRight(String key, String value, String message) {
    assertThat(problems("jdbc", h2(key + "=" + value)))
        .singleElement()
        .asString()
        .contains(key + " = ", message)
        .doesNotContain("geheim");
  }

  @Test
  void aWrongPasswordIsDeniedAndNeverShown() throws DatabaseException {
    Map<String, String> settings = h2("user=SA", "password=correct-horse");
    settings.put("url", "jdbc:h2:" + folder.resolve("locked"));
    open("jdbc", settings).close();
    settings.put("password", "battery-staple");
    DatabaseException failure =
        catchThrowableOfType(DatabaseException.class, () -> open("jdbc", settings));
    assertThat(failure.kind()).isEqualTo(FailureKind.DENIED);
    assertThat(failure.getMessage()).doesNotContain("battery-staple");
  }

  @Test
  void aDatabaseThatTakesNoWritesIsReadOnly() throws DatabaseException {
    Map<String, String> settings = h2();
    settings.put("url", "jdbc:h2:" + folder.resolve("replica"));
    try (Database database = open("jdbc", settings)) {
      database.create(PAIRS);
    }
    settings.put("url", settings.get("url") + ";ACCESS_MODE_DATA=r");
    try (Database database = open("jdbc", settings);
        Session session = database.session()) {
      Prepared upsert = session.prepare(UPSERT);
      bind(upsert, 1, 10);
      DatabaseException failure = catchThrowableOfType(DatabaseException.class, upsert::execute);
      assertThat(failure.kind()).isEqualTo(FailureKind.READ_ONLY);
    }
  }

  @Test
  void aUserWhoMayOnlySelectIsDenied() throws Exception {
    Map<String, String> settings = h2();
    String owner = settings.get("url");
    try (Database database = open("jdbc", settings);
        Connection connection = DriverManager.getConnection(owner)) {
      database.create(PAIRS);
      connection.createStatement().execute("CREATE USER READER PASSWORD 'x'");
      connection.createStatement().execute("GRANT SELECT ON SCHEMA PUBLIC TO READER");
      settings.put("user", "READER");
      settings.put("password", "x");
      try (Database reading = open("jdbc", settings);
          Session session = reading.session()) {
        Prepared upsert = session.prepare(UPSERT);
        bind(upsert, 1, 10);
        DatabaseException failure = catchThrowableOfType(DatabaseException.class, upsert::execute);
        assertThat(failure.kind()).isEqualTo(FailureKind.DENIED);
      }
    }
  }

  @Test
  void aProductWithoutATypeNamesTheKeyForIt() {
    TypeNames types =
        new TypeNames(Map.of(), List.of(new TypeInfo("BIGINT", Types.BIGINT, 19, false)));
    DatabaseException failure = catchThrowableOfType(DatabaseException.class, types::check);
    assertThat(failure.isInvalidSetting()).isTrue();
    assertThat(failure).hasMessageContaining("BYTE columns").hasMessageContaining("type.byte");
  }

  @Test
  void theSmallestTypeThatKeepsEveryValueIsChosen() {
    TypeNames types =
        new TypeNames(
            Map.of(ColumnType.INT, "UINTEGER"),
            List.of(
                new TypeInfo("oid", Types.BIGINT, 0, false),
                new TypeInfo("int8", Types.BIGINT, 0, false),
                new TypeInfo("int2", Types.SMALLINT, 0, false),
                new TypeInfo("timestamptz", Types.TIMESTAMP, 0, true),
                new TypeInfo("timestamp", Types.TIMESTAMP, 0, true),
                new TypeInfo("DOUBLE", Types.DOUBLE, 0, false),
                new TypeInfo("BINARY", Types.BINARY, 255, true),
                new TypeInfo("VARBINARY", Types.VARBINARY, 4000, true),
                new TypeInfo("BLOB", Types.BLOB, 0, true)));
    assertThat(types.of(Column.number("a", ColumnType.LONG))).isEqualTo("int8");
    assertThat(types.of(Column.number("a", ColumnType.INT))).isEqualTo("UINTEGER");
    assertThat(types.of(Column.number("a", ColumnType.BYTE))).isEqualTo("int2");
    assertThat(types.of(Column.number("a", ColumnType.TIME))).isEqualTo("timestamp");
    assertThat(types.of(Column.number("a", ColumnType.FLOAT))).isEqualTo("DOUBLE");
    assertThat(types.hasFourByteFloats()).isFalse();
    assertThat(types.of(Column.bytes("a", 4000))).isEqualTo("VARBINARY(4000)");
    assertThat(types.of(Column.bytes("a", 4001))).isEqualTo("BLOB");
  }

  /** As Firebird's driver reports them: VARCHAR alone is a text. */
  @Test
  void bytesAreNotInATypeWhoseNameMeansText() {
    TypeNames types =
        new TypeNames(
            Map.of(),
            List.of(
                new TypeInfo("BLOB SUB_TYPE BINARY", Types.LONGVARBINARY, 0, false),
                new TypeInfo("VARCHAR", Types.VARBINARY, 32_765, true),
                new TypeInfo("CHAR", Types.BINARY, 32_767, true),
                new TypeInfo("CHAR", Types.CHAR, 32_767, true),
                new TypeInfo("VARCHAR", Types.VARCHAR, 32_765, true)));
    assertThat(types.of(Column.bytes("a", 100))).isEqualTo("VARBINARY(100)");
    assertThat(types.of(Column.bytes("a", 40_000))).isEqualTo("BLOB SUB_TYPE BINARY");
    assertThat(types.of(Column.text("a", 100))).isEqualTo("VARCHAR(100)");
  }

  /** As Derby's driver reports them. */
  @Test
  void aTypeIsLongEnoughAndHasItsLengthWhereTheNameHasRoomForIt() {
    TypeNames types =
        new TypeNames(
            Map.of(),
            List.of(
                new TypeInfo("LONG VARCHAR FOR BIT DATA", Types.LONGVARBINARY, 32_700, false),
                new TypeInfo("VARCHAR () FOR BIT DATA", Types.VARBINARY, 32_672, true),
                new TypeInfo("CHAR () FOR BIT DATA", Types.BINARY, 254, true),
                new TypeInfo("CHAR", Types.CHAR, 254, true),
                new TypeInfo("VARCHAR", Types.VARCHAR, 32_672, true),
                new TypeInfo("BLOB", Types.BLOB, 2_147_483_647, true),
                new TypeInfo("CLOB", Types.CLOB, 2_147_483_647, true)));
    assertThat(types.of(Column.bytes("a", 100))).isEqualTo("VARCHAR (100) FOR BIT DATA");
    assertThat(types.of(Column.bytes("a", 40_000))).isEqualTo("BLOB");
    assertThat(types.of(Column.fixedText("a", 254))).isEqualTo("CHAR(254)");
    assertThat(types.of(Column.fixedText("a", 255))).isEqualTo("VARCHAR(255)");
    assertThat(types.of(Column.text("a", 40_000))).isEqualTo("CLOB");
  }

  @ParameterizedTest
  @CsvSource({
    "40001, 0, DEADLOCK",
    "40P01, 0, DEADLOCK",
    "55P03, 0, LOCK_TIMEOUT",
    "23505, 0, DUPLICATE_KEY",
    "08006, 0, CONNECTION_LOST",
    "28000, 0, DENIED",
    "42S02, 0, NOT_FOUND",
    "99999, 0, FATAL",
    "61000, 60, DEADLOCK",
    "HY000, 1205, LOCK_TIMEOUT",
    "72AAA, 0, DUPLICATE_KEY",
  })
  void failuresAreClassifiedByTheUserThenByTheStandard(String state, int code, FailureKind kind)
      throws DatabaseException {
    GenericSettings settings =
        GenericSettings.bind(
            Config.of(
                h2(
                    "failure.deadlock=60, \"lost the race\"",
                    "failure.lock_timeout=1205",
                    "failure.duplicate_key=72")));
    var failures = settings.failures(StandardFailures::classify);
    assertThat(failures.classify(new SQLException("no", state, code))).isEqualTo(kind);
    SQLException batch = new SQLException("a batch failed");
    batch.setNextException(new SQLException("no", state, code));
    assertThat(failures.classify(batch)).isEqualTo(kind);
    assertThat(failures.classify(new SQLException("it lost the race at last")))
        .isEqualTo(FailureKind.DEADLOCK);
  }

  private static Map<String, String> duckDb() {
    return Map.of(
        "url",
        "jdbc:duckdb:memory:" + UUID.randomUUID().toString().replace("-", ""),
        "upsert",
        "on_conflict",
        "batch",
        "values");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TransactionContext Error: Conflict on update!                         | DEADLOCK",
        "TransactionContext Error: Conflict on tuple deletion!                 | DEADLOCK",
        "TransactionContext Error: Catalog write-write conflict on create      | DEADLOCK",
        "TransactionContext Error: Failed to commit: PRIMARY KEY or UNIQUE constraint violation:"
            + " duplicate key '10' | DEADLOCK",
        "TransactionContext Error: cannot rollback - no transaction is active  | FATAL",
        "Constraint Error: Duplicate key 'id: 1' violates primary key          | DUPLICATE_KEY",
        "Catalog Error: Table with name nix does not exist! Did you mean 't'?  | NOT_FOUND",
        "Binder Error: Referenced column 'nix' not found in FROM clause!       | NOT_FOUND",
        "Catalog Error: Table with name 't' already exists!                    | FATAL",
        "Invalid Input Error: Cannot execute: attached in read-only mode!      | READ_ONLY",
        "IO Error: Could not write file 'x': No space left on device           | DISK_FULL",
        "Parser Error: syntax error at or near 'FOR'                           | FATAL",
      })
  void duckDbsFailuresHaveNoStateAndAreClassifiedByTheirText(String text, FailureKind kind) {
    assertThat(DuckDb.classify(new SQLException(text))).isEqualTo(kind);
  }

  /** It has one code for all changes of tables that fail. */
  @ParameterizedTest
  @CsvSource({
    "CREATE INDEX i failed; Unknown columns in index i, NOT_FOUND",
    "DROP TABLE t failed; SQL error code = -607; Table t does not exist, NOT_FOUND",
    "DROP INDEX i failed; Index not found, NOT_FOUND",
    "CREATE TABLE t failed; Table t already exists, FATAL"
  })
  void firebirdsMissingTablesAreToldByTheTextOfAFailedChange(String reason, FailureKind kind) {
    SQLException failure =
        new SQLException("unsuccessful metadata update; " + reason, "42000", 335544351);
    assertThat(StandardFailures.classify(failure)).isEqualTo(kind);
  }

  /** Its driver gives a closed statement the SQLState of a lost connection. */
  @Test
  void aClosedStatementOfDuckDbIsNoLostConnection() {
    SQLException closed = new SQLException("Statement was closed", "08003", 2402);
    assertThat(DuckDb.classify(closed)).isEqualTo(FailureKind.FATAL);
  }

  private static void insertPair(Session session, long id, long size) throws DatabaseException {
    Prepared insert = session.prepare(new Command.Insert(NUMBERED, NUMBERED.columnNames(), 1));
    bind(insert, id, size);
    insert.execute();
  }

  /** The keys of two rows whose keys are generated. */
  private static List<Long> generated(Session session) throws DatabaseException {
    Prepared insert = session.prepare(new Command.Insert(NUMBERED, List.of("size"), 1));
    for (int i = 0; i < 2; i++) {
      insert.setLong(0, 7);
      insert.execute();
    }
    Prepared select =
        session.prepare(
            Command.Select.of(NUMBERED, List.of("id"), List.of(Condition.eq("size", 7))));
    assertThat(select.execute()).isEqualTo(2);
    return List.of(select.getLong(0, 0), select.getLong(1, 0)).stream().sorted().toList();
  }

  @Test
  void theGeneratedKeysOfEachTableOfDuckDbBeginAtOneAndGoOnAboveTheLoadedOnes()
      throws DatabaseException {
    try (Database database = open("jdbc", duckDb());
        Session session = database.session()) {
      Table other = NUMBERED.renamed("other");
      database.create(other);
      database.create(NUMBERED);
      assertThat(generated(session)).containsExactly(1L, 2L);
      database.drop(NUMBERED.name());
      database.create(NUMBERED);
      insertPair(session, 12_345_678, 1);
      insertPair(session, 3, 1);
      assertThat(generated(session)).containsExactly(12_345_679L, 12_345_680L);
      database.drop(other.name());
      database.drop(NUMBERED.name());
      Accounts.failure(FailureKind.NOT_FOUND, () -> database.drop(NUMBERED.name()));
    }
  }

  @Test
  void anIndexOfDuckDbOverOtherColumnsIsADifference() throws DatabaseException {
    try (Database database = open("jdbc", duckDb())) {
      Table declared = withIndex("size", "id");
      database.create(declared);
      database.createIndex(declared, declared.indexes().get(0));
      assertThat(database.differences(declared)).isEmpty();
      assertThat(database.differences(withIndex("id", "size")))
          .singleElement()
          .asString()
          .contains("by_size", "size, id");
    }
  }

  private static Table withIndex(String... columns) {
    Index index = new Index("by_size", List.of(columns));
    return new Table("pairs", PAIRS.columns(), List.of("id"), false, List.of(index));
  }

  @Test
  void aFileOfDuckDbHasASizeAndAFolder() throws Exception {
    Map<String, String> settings = new HashMap<>(duckDb());
    settings.put("url", "jdbc:duckdb:" + folder.resolve("duck"));
    try (Database database = open("jdbc", settings)) {
      database.create(PAIRS);
      long files =
          Files.size(folder.resolve("duck")) + folder.resolve("duck.wal").toFile().length();
      assertThat(database.size(List.of(PAIRS)).bytes()).hasValue(files);
      assertThat(database.location().directories()).containsExactly(folder.toAbsolutePath());
    }
    try (Database database = open("jdbc", duckDb())) {
      assertThat(database.size(List.of(PAIRS)).bytes()).as("in memory").isEmpty();
    }
  }

  /** 1.1 of 4 bytes is not the 1.1 of 8 bytes. */
  @ParameterizedTest
  @CsvSource({"REAL", "DOUBLE"})
  void aPriceOnDerbyIsEqualToTheSamePriceInAText(String type) throws DatabaseException {
    Column price = Column.number("price", ColumnType.FLOAT);
    Column made = Column.number("made", ColumnType.TIME);
    Table prices =
        new Table(
            "prices",
            List.of(Column.number("id", ColumnType.LONG), price, made),
            List.of("id"),
            false,
            List.of());
    String url = "jdbc:derby:memory:" + UUID.randomUUID() + ";create=true";
    try (Database database = open("jdbc", Map.of("url", url, "type.float", type));
        Session session = database.session()) {
      database.create(prices);
      Prepared insert = session.prepare(new Command.Insert(prices, prices.columnNames(), 1));
      insert.setLong(0, 1);
      insert.setLong(1, 110);
      insert.setLong(2, 1_000);
      insert.execute();
      Prepared select =
          session.prepare(
              Command.Select.of(
                  prices,
                  List.of("price"),
                  List.of(Condition.eq("price", 110), Condition.eq("made", 1_000))));
      assertThat(select.execute()).isEqualTo(1);
      assertThat(select.getLong(0, 0)).isEqualTo(110);
    }
  }

  /** The second transaction learns at its commit that the first one has inserted its key. */
  @Test
  void afterACommitThatDuckDbRefusedTheNextTransactionIsOneAgain() throws DatabaseException {
    try (Database database = open("jdbc", duckDb())) {
      database.create(PAIRS);
      Command insert = new Command.Insert(PAIRS, PAIRS.columnNames(), 1);
      try (Session first = database.session();
          Session second = database.session()) {
        Prepared rival = first.transaction().prepare(insert);
        Prepared loser = second.transaction().prepare(insert);
        first.transaction().begin();
        second.transaction().begin();
        bind(rival, 1, 10);
        bind(loser, 1, 20);
        rival.execute();
        loser.execute();
        first.transaction().commit();
        Accounts.failure(FailureKind.DEADLOCK, second.transaction()::commit);
        second.transaction().rollback();

        second.transaction().begin();
        bind(loser, 2, 20);
        loser.execute();
        second.transaction().rollback();
        Prepared select =
            first.prepare(Command.Select.of(PAIRS, List.of("size"), List.of(Condition.eq("id"))));
        select.setLong(0, 2);
        assertThat(select.execute()).as("rows of the transaction that was rolled back").isZero();

        second.transaction().begin();
        loser.execute();
        second.transaction().commit();
        assertThat(select.execute()).isEqualTo(1);
      }
    }
  }

  @Test
  void theUsersStatementsGoOnAfterAConflictAndARefusedCommitOfDuckDb() throws DatabaseException {
    try (Database database = open("jdbc", duckDb())) {
      Accounts.create(database);
      try (Session first = database.session();
          Session second = database.session()) {
        NativePrepared update =
            second.prepare(Native.of("UPDATE \"accounts\" SET \"amount\" = ? WHERE \"id\" = 1", 1));
        Prepared rival = Accounts.bound(first.transaction().prepare(Accounts.INCREMENT), 1);
        first.transaction().begin();
        rival.execute();
        for (int attempt = 0; attempt < 2; attempt++) {
          update.setLong(0, 7);
          Accounts.failure(FailureKind.DEADLOCK, update::execute);
        }
        first.transaction().rollback();
        update.setLong(0, 7);
        assertThat(update.execute()).isEqualTo(1);

        NativePrepared begin = second.prepare(Native.of(Native.Control.BEGIN));
        NativePrepared commit = second.prepare(Native.of(Native.Control.COMMIT));
        NativePrepared insert =
            second.prepare(Native.of("INSERT INTO \"accounts\" VALUES (?, 0)", 1));
        begin.execute();
        insert.setLong(0, 3);
        insert.execute();
        first.transaction().begin();
        Accounts.bound(first.transaction().prepare(Accounts.INSERT), 3, 1).execute();
        first.transaction().commit();
        Accounts.failure(FailureKind.DEADLOCK, commit::execute);
        second.rollbackNative();
        begin.execute();
        insert.setLong(0, 4);
        insert.execute();
        second.rollbackNative();
      }
      assertThat(Accounts.amount(database, 1)).isEqualTo(7);
      assertThat(Accounts.amount(database, 3)).isEqualTo(1);
      assertThat(Accounts.amount(database, 4)).isEqualTo(Prepared.ABSENT);
    }
  }

  @Test
  void aConflictOnDuckDbIsRepeatedOnTheSameConnection() throws DatabaseException {
    try (Database database = open("jdbc", duckDb())) {
      Accounts.create(database);
      try (Session first = database.session();
          Session second = database.session()) {
        Prepared rival = first.transaction().prepare(Accounts.INCREMENT);
        Prepared update = second.prepare(Accounts.INCREMENT);
        first.transaction().begin();
        Accounts.bound(rival, 1).execute();
        Accounts.bound(update, 1);
        for (int attempt = 0; attempt < 2; attempt++) {
          Accounts.failure(FailureKind.DEADLOCK, update::execute);
        }
        first.transaction().commit();
        assertThat(update.execute()).isEqualTo(1);
      }
      assertThat(Accounts.amount(database, 1)).isEqualTo(2);
    }
  }

  private static Map<String, String> hsqldb(String... rowLock) {
    Map<String, String> settings = new HashMap<>();
    settings.put("url", "jdbc:hsqldb:mem:" + UUID.randomUUID() + ";hsqldb.tx=mvcc");
    settings.put("user", "SA");
    if (rowLock.length > 0) {
      settings.put("row_lock", rowLock[0]);
    }
    return settings;
  }

  private static String warnings(Map<String, String> settings) throws DatabaseException {
    try (Database database = open("jdbc", settings)) {
      assertThat(database.description().warnings())
          .as("untried")
          .noneMatch(warning -> warning.contains("no row could be locked"));
      database.beforeWrites();
      assertThat(database.exists("ibench_lock_trial")).isFalse();
      return String.join("\n", database.description().warnings());
    }
  }

  @Test
  void theFirstRowLockThatLocksIsUsedAndNamed() throws DatabaseException {
    assertThat(warnings(h2()))
        .contains("by a select FOR UPDATE before the change and locks its row (tried)");
    assertThat(warnings(hsqldb()))
        .contains("FOR UPDATE locks nothing here (tried): before an old value is read, an update")
        .doesNotContain("no row could be locked");
    assertThat(warnings(duckDb()))
        .contains("before an old value is read, an update that changes nothing locks its row")
        .doesNotContain("tried");
  }

  @Test
  void aRowLockOfTheUserThatLocksNothingIsUsedAndWarnedOf() throws DatabaseException {
    assertThat(warnings(hsqldb("FOR UPDATE")))
        .contains("by a select FOR UPDATE before the change;")
        .contains("no row could be locked (tried: FOR UPDATE): old values may be wrong");
    assertThat(warnings(hsqldb("WITH LOCK"))).contains("(tried: WITH LOCK)");
    assertThat(warnings(hsqldb(""))).doesNotContain("tried");
  }

  @Test
  void aRowLockThatCannotBeTriedIsAsTheDriverReports() throws Exception {
    String url = "jdbc:h2:mem:" + UUID.randomUUID();
    try (Connection admin = DriverManager.getConnection(url + ";USER=SA");
        var statement = admin.createStatement()) {
      statement.execute("CREATE USER reader PASSWORD 'x'");
      assertThat(warnings(Map.of("url", url, "user", "READER", "password", "x")))
          .contains(
              "by a select FOR UPDATE before the change, and whether that locks its row could")
          .contains("not be tried: ");
    }
  }

  /** HSQLDB has no LENGTH of bytes. */
  @Test
  void rowsAreFoundByTheLengthOfBytesAndOfTexts() throws DatabaseException {
    Table notes =
        new Table(
            "notes",
            List.of(
                Column.number("id", ColumnType.LONG),
                Column.bytes("raw", 20),
                new Column("name", ColumnType.VARCHAR, 20)),
            List.of("id"),
            false,
            List.of());
    for (Map<String, String> product : List.of(h2(), hsqldb(), duckDb())) {
      try (Database database = open("jdbc", product);
          Session session = database.session()) {
        database.create(notes);
        Prepared insert = session.prepare(new Command.Insert(notes, notes.columnNames(), 1));
        for (int id = 1; id <= 3; id++) {
          insert.setLong(0, id);
          insert.setBytes(1, new byte[2 * id], 2 * id);
          insert.setBytes(2, "abc".getBytes(StandardCharsets.US_ASCII), id);
          insert.execute();
        }
        Prepared raw =
            session.prepare(notes.select("id").where(Condition.shorter("raw", 5)).ordered("id"));
        Prepared name =
            session.prepare(notes.select("id").where(Condition.shorter("name", 2)).ordered("id"));
        assertThat(raw.execute()).as("%s", product).isEqualTo(2);
        assertThat(name.execute()).as("%s", product).isEqualTo(1);
      }
    }
  }

  @Test
  void aDrainWithoutAStatementSaysThatItDoesNothing() throws DatabaseException {
    try (Database database = open("jdbc", h2());
        Quiescence drain = database.quiesce(List.of(PAIRS))) {
      assertThat(drain.isSettled()).isTrue();
      assertThat(drain.facts())
          .containsExactly(
              "pairs: nothing was done, because the settings have no analyze = STATEMENT");
    }
  }

  /** Each value is overwritten once: a value that two upserts report was read without a lock. */
  @Test
  void oldValuesAreRightWhereForUpdateLocksNothing() throws Exception {
    try (Database database = open("jdbc", hsqldb())) {
      database.beforeWrites();
      assertThat(database.description().warnings().get(0)).contains("FOR UPDATE locks nothing");
      database.create(PAIRS);
      List<Long> old = Collections.synchronizedList(new ArrayList<>());
      List<Thread> threads = new ArrayList<>();
      List<Exception> failures = Collections.synchronizedList(new ArrayList<>());
      try (Session session = database.session()) {
        Prepared first = session.prepare(UPSERT);
        bind(first, 1, 0);
        first.execute();
      }
      for (int thread = 1; thread <= 4; thread++) {
        long from = 1000L * thread;
        threads.add(
            new Thread(
                () -> {
                  try (Session session = database.session()) {
                    Prepared upsert = session.prepare(UPSERT);
                    for (long value = from; value < from + 100; value++) {
                      bind(upsert, 1, value);
                      executeUntilDone(upsert);
                      old.add(upsert.old());
                    }
                  } catch (DatabaseException e) {
                    failures.add(e);
                  }
                }));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failures).isEmpty();
      assertThat(old).hasSize(400).doesNotHaveDuplicates();
    }
  }

  private static void executeUntilDone(Prepared upsert) throws DatabaseException {
    while (true) {
      try {
        upsert.execute();
        return;
      } catch (DatabaseException e) {
        if (e.kind() != FailureKind.DEADLOCK) {
          throw e;
        }
      }
    }
  }

  /** Every form of a statement that H2 has, on the same rows. */
  @ParameterizedTest
  @CsvSource({
    "upsert=none",
    "upsert=merge",
    "row_lock=",
    "limited_delete=keys",
    "limit=fetch",
    "batch=values",
    "generated_key=GENERATED ALWAYS AS IDENTITY",
    "init=SET LOCK_TIMEOUT 5000",
  })
  void everyFormOfAStatementDoesTheSame(String setting) throws DatabaseException {
    try (Database database = open("jdbc", h2(setting))) {
      database.create(PAIRS);
      try (Session session = database.session()) {
        Prepared upsert = session.prepare(UPSERT);
        for (long[] pair : new long[][] {{1, 10}, {2, 20}, {1, 11}}) {
          upsert.setLong(0, pair[0]);
          upsert.setLong(1, pair[1]);
          assertThat(upsert.execute()).isEqualTo(1);
          assertThat(upsert.old()).isEqualTo(pair[1] == 11 ? 10 : Prepared.ABSENT);
        }
        Prepared batch = session.prepare(new Command.Insert(PAIRS, PAIRS.columnNames(), 10));
        for (long id = 3; id <= 7; id++) {
          batch.setLong(0, id);
          batch.setLong(1, 0);
          batch.addBatch();
        }
        assertThat(batch.execute()).isEqualTo(5);
        assertThat(session.prepare(new Command.Delete(PAIRS, List.of(), 4)).execute()).isEqualTo(4);
        Prepared rest =
            session.prepare(
                new Command.Select(
                    PAIRS, List.of("id"), List.of(), Optional.empty(), List.of("id"), true, 2, 1));
        assertThat(rest.execute()).isEqualTo(2);
        assertThat(rest.getLong(0, 0)).isEqualTo(6);
        assertThat(database.explain(UPSERT, List.of(1L, 2L))).isNotEmpty();
        assertThat(database.explain(new Command.Delete(PAIRS, List.of(), 4), List.of()))
            .isNotEmpty();
      }
    }
  }

  @Test
  void anExplainThatTheProductDoesNotTakeNamesItsKey() throws DatabaseException {
    try (Database database = open("jdbc", h2("explain=SHOW PLAN OF"))) {
      database.create(PAIRS);
      DatabaseException failure =
          catchThrowableOfType(
              DatabaseException.class, () -> database.explain(UPSERT, List.of(1L, 2L)));
      assertThat(failure)
          .hasMessageStartingWith(
              "the product does not take explain = SHOW PLAN OF; give its own words, or an empty"
                  + " value if it has none: Syntax error");
    }
    try (Database database = open("jdbc", h2("explain="))) {
      database.create(PAIRS);
      assertThat(database.explain(UPSERT, List.of(1L, 2L)))
          .containsExactly("H2 explains no commands");
    }
  }

  /** There is no server to look for. */
  @Test
  void aDatabaseInsideTheClientThatDoesNotOpenHasLostNoConnection() throws DatabaseException {
    Map<String, String> settings = h2("user=SA", "password=correct-horse");
    settings.put("url", "jdbc:h2:" + folder.resolve("inside"));
    open("jdbc", settings).close();
    settings.put("password", "battery-staple");
    settings.put("failure.connection_lost", "28000");
    DatabaseException failure =
        catchThrowableOfType(DatabaseException.class, () -> open("jdbc", settings));
    assertThat(failure.kind()).isEqualTo(FailureKind.FATAL);
  }

  /** The second upsert waits for the first one's row, and finds it after all. */
  @Test
  void aLostRaceOfUpsertsIsADeadlockThatSucceedsWhenItIsRepeated() throws Exception {
    Map<String, String> settings = h2();
    try (Database database = open("jdbc", settings);
        Connection watching = DriverManager.getConnection(settings.get("url"))) {
      database.create(PAIRS);
      try (Session first = database.session();
          Session second = database.session()) {
        Prepared winner = first.transaction().prepare(UPSERT);
        first.transaction().begin();
        bind(winner, 1, 10);
        winner.execute();
        Prepared loser = second.prepare(UPSERT);
        bind(loser, 1, 20);
        var racing = new RacingUpsert(loser);
        racing.start();
        while (Connections.value(watching, BLOCKED).equals("0")) {
          Thread.onSpinWait();
        }
        first.transaction().commit();
        racing.join();
        assertThat(racing.kind()).contains(FailureKind.DEADLOCK);
        assertThat(racing.failure)
            .hasMessageStartingWith("the row was missing and exists now: another session has")
            .hasMessageContaining("(SQLState 23505");
        assertThat(loser.execute()).isEqualTo(1);
        assertThat(loser.old()).isEqualTo(10);
      }
    }
  }

  private static void bind(Prepared upsert, long id, long size) {
    upsert.setLong(0, id);
    upsert.setLong(1, size);
  }

  private static final class RacingUpsert extends Thread {

    private final Prepared upsert;
    private volatile DatabaseException failure;

    RacingUpsert(Prepared upsert) {
      this.upsert = upsert;
    }

    @Override
    public void run() {
      try {
        upsert.execute();
      } catch (DatabaseException e) {
        failure = e;
      }
    }

    Optional<FailureKind> kind() {
      return Optional.ofNullable(failure).map(DatabaseException::kind);
    }
  }

  @Test
  void anAbortedSessionHasLostItsConnectionAndCanBeRenewed() throws DatabaseException {
    try (Database database = open("jdbc", h2())) {
      database.create(PAIRS);
      try (Session session = database.session()) {
        Prepared upsert = session.prepare(UPSERT);
        bind(upsert, 1, 10);
        session.abort();
        DatabaseException failure = catchThrowableOfType(DatabaseException.class, upsert::execute);
        assertThat(failure.kind().isConnectionLoss()).isTrue();
      }
      try (Session session = database.session()) {
        Prepared upsert = session.prepare(UPSERT);
        bind(upsert, 1, 10);
        session.renew();
        assertThat(upsert.execute()).isEqualTo(1);
        assertThat(upsert.execute()).isEqualTo(1);
        assertThat(upsert.old()).isEqualTo(10);
      }
    }
  }

  @Test
  void aServersHostIsInItsUrl() throws DatabaseException {
    Map<String, String> hosts =
        Map.of(
            "jdbc:postgresql://db1:5432/x", "db1",
            "jdbc:oracle:thin:@db2:1521:xe", "db2",
            "jdbc:oracle:thin:@//db3/x", "db3",
            "jdbc:sqlserver://db4;databaseName=x", "db4",
            "jdbc:h2:tcp://[::1]/x", "[::1]",
            "jdbc:h2:file:/x", "",
            "jdbc:duckdb:x", "");
    hosts.forEach(
        (url, host) -> {
          try {
            GenericSettings settings = GenericSettings.bind(Config.of(Map.of("url", url)));
            GenericDialect dialect =
                new GenericDialect(
                    settings,
                    () -> null,
                    new ProductTraits(
                        KnownProduct.OTHER, List.of(), Optional.empty(), "", true, List.of()));
            assertThat(dialect.location().host()).as(url).isEqualTo(host);
            assertThat(dialect.location().embedded()).isEqualTo(host.isEmpty());
          } catch (DatabaseException e) {
            throw new AssertionError(e);
          }
        });
  }
}
