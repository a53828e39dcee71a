package io.ibench.db.mongo;

import static io.ibench.db.mongo.GraphCommands.COUNTS;
import static io.ibench.db.mongo.GraphCommands.LINKS;
import static io.ibench.db.mongo.GraphCommands.NODES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.MongoTimeoutException;
import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What commands mean beyond their use in LinkBench. */
class MongodbCommandsTest {

  private static final List<String> NODE_CONTENTS = List.of("type", "version", "time", "data");

  private ServerInProcess server;
  private Database database;
  private Session session;

  @BeforeEach
  void open() throws Exception {
    server = new ServerInProcess();
    database = server.open();
    GraphCommands.createTables(database);
    session = database.session();
  }

  @AfterEach
  void close() throws Exception {
    session.close();
    database.close();
    server.close();
  }

  /** Rows of the counts' table: id, link_type, and count = 10 * id + link_type. */
  private void insertCounts(long[]... keys) throws DatabaseException {
    Prepared insert =
        session.prepare(new Command.Insert(COUNTS, COUNTS.columnNames(), Math.max(2, keys.length)));
    for (long[] key : keys) {
      insert.setLong(0, key[0]);
      insert.setLong(1, key[1]);
      insert.setLong(2, 10 * key[0] + key[1]);
      insert.setLong(3, 0);
      insert.setLong(4, 0);
      insert.addBatch();
    }
    assertThat(insert.execute()).isEqualTo(keys.length);
  }

  private void insertNineCounts() throws DatabaseException {
    insertCounts(
        new long[] {1, 1},
        new long[] {-1, -1},
        new long[] {0, 1},
        new long[] {-1, 0},
        new long[] {1, -1},
        new long[] {0, 0},
        new long[] {0, -1},
        new long[] {1, 0},
        new long[] {-1, 1});
  }

  private List<Long> scanCounts(List<Condition> where, long... parameters)
      throws DatabaseException {
    Scan scan =
        new Scan(COUNTS, List.of("id", "link_type", "count"), where, List.of("id", "link_type"));
    List<Long> counts = new ArrayList<>();
    try (Cursor rows = session.scan(scan, parameters)) {
      while (rows.next()) {
        assertThat(rows.getLong(2)).isEqualTo(10 * rows.getLong(0) + rows.getLong(1));
        counts.add(rows.getLong(2));
      }
    }
    return counts;
  }

  @Test
  void binaryKeysSortAndBoundAsTheirNumbersDo() throws Exception {
    insertNineCounts();

    assertThat(scanCounts(List.of())).containsExactly(-11L, -10L, -9L, -1L, 0L, 1L, 9L, 10L, 11L);
    assertThat(scanCounts(List.of(Condition.of("id", Op.GE)), 0)).startsWith(-1L).hasSize(6);
    assertThat(scanCounts(List.of(Condition.of("id", Op.GT)), 0)).startsWith(9L).hasSize(3);
    assertThat(scanCounts(List.of(Condition.of("id", Op.LE)), 0)).endsWith(1L).hasSize(6);
    assertThat(scanCounts(List.of(Condition.of("id", Op.LT)), 0)).endsWith(-9L).hasSize(3);
    assertThat(scanCounts(List.of(Condition.eq("id")), 0)).containsExactly(-1L, 0L, 1L);
    assertThat(scanCounts(List.of(Condition.of("link_type", Op.GT), Condition.eq("id")), -1, 0))
        .containsExactly(0L, 1L);
    assertThat(
            scanCounts(
                List.of(Condition.of("id", Op.GE), Condition.of("id", Op.LT)),
                Long.MIN_VALUE,
                Long.MAX_VALUE))
        .hasSize(9);
  }

  @Test
  void aLimitedDeleteTakesTheFirstRowsInKeyOrderAndCanBeRepeated() throws Exception {
    insertNineCounts();
    Prepared delete =
        session.prepare(new Command.Delete(COUNTS, List.of(Condition.of("id", Op.LE)), 2));
    delete.setLong(0, 0);

    assertThat(delete.execute()).isEqualTo(2);
    assertThat(scanCounts(List.of())).startsWith(-9L).hasSize(7);
    assertThat(delete.execute()).isEqualTo(2);
    assertThat(scanCounts(List.of())).startsWith(0L).hasSize(5);
    assertThat(delete.execute()).isEqualTo(2);
    assertThat(delete.execute()).isZero();
    assertThat(scanCounts(List.of())).containsExactly(9L, 10L, 11L);
  }

  @Test
  void anUpdateCountsTheRowsItMatchesChangedOrNot() throws Exception {
    insertNineCounts();
    Prepared update =
        session.prepare(
            new Command.Update(
                COUNTS,
                List.of(Assign.parameter("time")),
                List.of(new Add("version", 1)),
                List.of(Condition.eq("id")),
                Optional.empty()));
    update.setLong(0, 5);
    update.setLong(1, -1);
    Prepared same =
        session.prepare(
            new Command.Update(
                COUNTS,
                List.of(Assign.constant("time", 5)),
                List.of(),
                List.of(Condition.eq("id"), Condition.eq("version", 2)),
                Optional.empty()));
    same.setLong(0, -1);

    assertThat(update.execute()).isEqualTo(3);
    assertThat(update.execute()).isEqualTo(3);
    assertThat(same.execute()).isEqualTo(3);
  }

  private Prepared addNode(Session from, byte[] data) throws DatabaseException {
    Prepared insert = from.prepare(new Command.Insert(NODES, NODE_CONTENTS, 1));
    insert.setLong(0, 2048);
    insert.setLong(1, 1);
    insert.setLong(2, 4294967295L);
    insert.setBytes(3, data, data.length);
    return insert;
  }

  private List<Long> nodes() throws DatabaseException {
    List<Long> ids = new ArrayList<>();
    try (Cursor rows = session.scan(new Scan(NODES, List.of("id"), List.of(), List.of("id")))) {
      while (rows.next()) {
        ids.add(rows.getLong(0));
      }
    }
    return ids;
  }

  @Test
  void generatedKeysGoOnAtTheHighestKeyAndAreSharedBySessions() throws Exception {
    Prepared given = session.prepare(new Command.Insert(NODES, NODES.columnNames(), 1));
    given.setLong(0, 41);
    given.setLong(1, 2048);
    given.setLong(2, 1);
    given.setLong(3, 0);
    given.setBytes(4, new byte[0], 0);
    given.execute();
    try (Session second = database.session();
        Database reopened = server.open();
        Session third = reopened.session()) {
      Prepared one = addNode(session, new byte[0]);
      Prepared two = addNode(second, new byte[0]);
      one.execute();
      two.execute();
      one.execute();
      addNode(third, new byte[0]).execute();
    }

    assertThat(nodes()).containsExactly(41L, 42L, 43L, 44L, 45L);
  }

  @Test
  void all256ByteValuesSurviveInsertAndUpdate() throws Exception {
    byte[] all = new byte[256];
    byte[] reversed = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
      reversed[255 - i] = (byte) i;
    }
    addNode(session, all).execute();
    assertThat(nodeData()).isEqualTo(all);

    Prepared update =
        session.prepare(
            new Command.Update(
                NODES,
                List.of(Assign.parameter("data")),
                List.of(),
                List.of(Condition.eq("id", 1), Condition.eq("type", 2048)),
                Optional.empty()));
    update.setBytes(0, reversed, reversed.length);
    assertThat(update.execute()).isEqualTo(1);
    assertThat(nodeData()).isEqualTo(reversed);
  }

  private byte[] nodeData() throws DatabaseException {
    Prepared select =
        session.prepare(
            Command.Select.of(
                NODES, List.of("time", "data", "id"), List.of(Condition.eq("id", 1))));
    assertThat(select.execute()).isEqualTo(1);
    assertThat(select.getLong(0, 0)).isEqualTo(4294967295L);
    assertThat(select.getLong(0, 2)).isEqualTo(1);
    byte[] into = new byte[256];
    assertThat(select.getBytes(0, 1, into)).isEqualTo(256);
    return into;
  }

  @Test
  void duplicateKeysAreClassified() throws Exception {
    insertCounts(new long[] {1, 1});
    Prepared single = session.prepare(new Command.Insert(COUNTS, COUNTS.columnNames(), 1));
    for (int i = 0; i < COUNTS.columns().size(); i++) {
      single.setLong(i, 1);
    }

    assertThat(kindOf(single::execute)).isEqualTo(FailureKind.DUPLICATE_KEY);
    assertThat(kindOf(() -> insertCounts(new long[] {1, 1}, new long[] {1, 2})))
        .isEqualTo(FailureKind.DUPLICATE_KEY);
  }

  @Test
  void aTableThatIsNotThereIsNotFoundRatherThanMade() throws Exception {
    database.drop(LINKS.name());

    assertThat(kindOf(() -> session.prepare(new Command.Delete(LINKS, List.of(), 0))))
        .isEqualTo(FailureKind.NOT_FOUND);
    assertThat(kindOf(() -> database.drop(LINKS.name()))).isEqualTo(FailureKind.NOT_FOUND);
    assertThat(database.exists(LINKS.name())).isFalse();
    assertThat(database.exists(COUNTS.name())).isTrue();
  }

  @Test
  void nobodyKnowsWhatBecameOfAWriteWhoseServerWasLost() throws Exception {
    Prepared insert = addNode(session, new byte[0]);
    server.close();

    assertThat(kindOf(insert::execute)).isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    assertThat(kindOf(this::nodes)).isEqualTo(FailureKind.CONNECTION_LOST);
    assertThat(MongodbFailures.of(new MongoTimeoutException("no server")).kind())
        .isEqualTo(FailureKind.CONNECTION_LOST);
  }

  static void assertKind(FailureKind kind, ThrowingCallable work) {
    assertThat(kindOf(work)).isEqualTo(kind);
  }

  private static FailureKind kindOf(ThrowingCallable work) {
    return catchThrowableOfType(DatabaseException.class, work).kind();
  }
}
