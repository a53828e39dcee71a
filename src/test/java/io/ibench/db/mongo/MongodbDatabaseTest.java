package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.Quiescence;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@Slow
class MongodbDatabaseTest {

  private static final Index BY_WEIGHT = new Index("by_weight", List.of("weight", "id"));
  private static final Index BY_SIZE = new Index("by_size", List.of("size"));
  private static final Table THINGS =
      new Table(
          "things",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("weight", ColumnType.LONG),
              Column.number("size", ColumnType.LONG)),
          List.of("id"),
          false,
          List.of(BY_WEIGHT, BY_SIZE));

  private final List<String> commands = Collections.synchronizedList(new ArrayList<>());
  private ServerInProcess server;
  private Database database;

  @BeforeEach
  void open() throws DatabaseException {
    server = new ServerInProcess();
    database = server.open(commands);
  }

  @AfterEach
  void close() throws DatabaseException {
    database.close();
    server.close();
  }

  private static void assertFails(FailureKind kind, ThrowingCallable action) {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(action)
        .satisfies(failure -> assertThat(failure.kind()).isEqualTo(kind));
  }

  @Test
  void makesSeveralIndexesInOneCommandAndNoneTwice() throws DatabaseException {
    database.create(THINGS);
    commands.clear();
    database.createIndexes(THINGS, THINGS.indexes());
    assertThat(commands).containsOnlyOnce("createIndexes");
    assertThat(database.differences(THINGS)).isEmpty();
    database.createIndexes(THINGS, List.of());
    assertFails(FailureKind.FATAL, () -> database.createIndex(THINGS, BY_SIZE));
    assertFails(
        FailureKind.NOT_FOUND, () -> database.createIndex(THINGS.renamed("missing"), BY_SIZE));
  }

  @Test
  void comparesACollectionWithItsTable() throws DatabaseException {
    assertFails(FailureKind.NOT_FOUND, () -> database.differences(THINGS));
    database.create(THINGS);
    assertThat(database.differences(THINGS))
        .containsExactly("it has no index by_weight", "it has no index by_size");
    assertThat(database.differences(THINGS.with(List.of()))).isEmpty();
  }

  @Test
  void refusesToCreateTwiceOrInPieces() throws DatabaseException {
    database.create(THINGS);
    assertFails(FailureKind.FATAL, () -> database.create(THINGS));
    database.drop("things");
    assertThat(database.exists("things")).isFalse();
    assertFails(FailureKind.NOT_FOUND, () -> database.drop("things"));
  }

  @Test
  void theSizeFallsBackOnWhatTheServerKnows() throws DatabaseException {
    database.create(THINGS);
    Size size = database.size(List.of(THINGS));
    assertThat(size.bytes()).isPresent();
    assertThat(size.source()).contains("storageSize");
  }

  @Test
  void explainsByTheCommandWhereTheServerDoesNotExplain() throws DatabaseException {
    database.create(THINGS);
    Command.Select select =
        Command.Select.of(THINGS, List.of("weight"), List.of(Condition.eq("id")));
    List<String> lines = database.explain(select, List.of(7L));
    assertThat(lines.get(0))
        .isEqualTo(
            "{\"find\": \"things\", \"filter\": {\"_id\": 7}, \"projection\": {\"_id\": 0,"
                + " \"weight\": 1}}");
    assertThat(lines.get(1)).startsWith("the server does not explain it: ");
    assertFails(
        FailureKind.NOT_FOUND,
        () ->
            database.explain(
                new Command.Delete(THINGS.renamed("missing"), List.of(), 0), List.of()));
  }

  @Test
  void anInsertIsShownAndNotExecuted() throws DatabaseException {
    database.create(THINGS);
    commands.clear();
    List<String> lines =
        database.explain(new Command.Insert(THINGS, THINGS.columnNames(), 10), List.of(1L, 2L, 3L));
    assertThat(lines.get(0))
        .isEqualTo(
            "{\"insert\": \"things\", \"documents\": [{\"_id\": 1, \"weight\": 2, \"size\": 3}],"
                + " \"ordered\": false}");
    assertThat(commands).doesNotContain("insert");
  }

  @Test
  void drainsAsFarAsTheServerTells() throws DatabaseException {
    database.create(THINGS);
    try (Quiescence quiescence = database.quiesce(List.of(THINGS))) {
      while (!quiescence.isSettled()) {
        Thread.onSpinWait();
      }
      assertThat(quiescence.facts()).first().asString().startsWith("fsync ");
      assertThat(quiescence.facts()).anyMatch(fact -> fact.contains("does not tell"));
    }
  }

  @Test
  void tellsWhereItIsAndWhatItLacks() {
    assertThat(database.location().host()).isEqualTo("127.0.0.1");
    assertThat(database.description().version()).startsWith("5.0");
    assertThat(database.description().warnings()).anyMatch(line -> line.startsWith("no transact"));
  }

  @Test
  void aServerThatIsNotThereIsToldInOneLine() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      port = socket.getLocalPort();
    }
    DatabaseException failure =
        catchThrowableOfType(
            DatabaseException.class,
            () -> Recorded.target("mongodb://127.0.0.1:" + port + "/d").open());
    assertThat(failure.kind()).isEqualTo(FailureKind.CONNECTION_LOST);
    assertThat(failure).hasMessageMatching("127.0.0.1:" + port + " cannot be used: .*refused.*");
  }

  @Test
  void aReplicaSetThatIsNoneIsToldInOneLine() {
    DatabaseException failure =
        catchThrowableOfType(
            DatabaseException.class,
            () -> Recorded.target(server.url() + "?replicaSet=rs0").open());
    assertThat(failure).hasMessageEndingWith("is of no replica set, the url says replicaSet=rs0");
  }
}
