package io.ibench.db.mongo;

import static io.ibench.db.mongo.GraphCommands.COUNTS;
import static io.ibench.db.mongo.GraphCommands.LINKS;
import static io.ibench.db.mongo.GraphCommands.LINK_TYPE;
import static io.ibench.db.mongo.GraphCommands.NODES;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What each kind of command sends to the server. */
@Slow
class MongodbStatementsTest {

  private final List<BsonDocument> sent = new ArrayList<>();
  private ServerInProcess server;
  private Database database;
  private Session session;

  @BeforeEach
  void open() throws Exception {
    server = new ServerInProcess();
    database = server.open(sent::add);
    GraphCommands.createTables(database);
    session = database.session();
    Prepared insert = session.prepare(new Command.Insert(NODES, NODES.columnNames(), 20));
    for (long id = 1; id <= 20; id++) {
      insert.setLong(0, id);
      insert.setLong(1, id % 2);
      insert.setLong(2, 1);
      insert.setLong(3, 4_000_000_000L);
      insert.setBytes(4, GraphCommands.NO_DATA, 0);
      insert.addBatch();
    }
    insert.execute();
  }

  @AfterEach
  void close() throws Exception {
    session.close();
    database.close();
    server.close();
  }

  private interface Binding {
    void bind(Prepared prepared);
  }

  /** The commands that an execution sends. */
  private List<BsonDocument> sentBy(Command command, Binding binding) throws DatabaseException {
    Prepared prepared = session.prepare(command);
    binding.bind(prepared);
    sent.clear();
    prepared.execute();
    return List.copyOf(sent);
  }

  private static List<BsonDocument> json(String... documents) {
    return Stream.of(documents).map(BsonDocument::parse).toList();
  }

  @Test
  void aListAsksForTheColumnsOfItsIndexAloneAndForOneRowMoreThanItsLimitAtOnce() throws Exception {
    assertThat(
            sentBy(
                GraphCommands.list(10, 1),
                list -> {
                  list.setLong(0, 7);
                  list.setLong(1, 8);
                  list.setLong(2, 9);
                  list.setLong(3, 10);
                }))
        .isEqualTo(
            json(
                "{find: 'linktable',"
                    + " filter: {id1: {$numberLong: '7'}, link_type: {$numberLong: '8'},"
                    + " visibility: 1, time: {$gte: {$numberLong: '9'}, $lte: {$numberLong: '10'}}},"
                    + " sort: {time: -1, id2: -1}, projection: {_id: 0, id2: 1, time: 1},"
                    + " hint: 'id1_type', skip: 1, limit: 10, batchSize: 11}"));
  }

  @Test
  void limitedReadsThatFindAsMuchAsTheyMayTakeOneTrip() throws Exception {
    Command first =
        new Command.Select(
            NODES,
            List.of("id"),
            List.of(Condition.of("id", Op.GT)),
            Optional.empty(),
            List.of("id"),
            false,
            5,
            0);
    assertThat(sentBy(first, select -> select.setLong(0, 3)))
        .isEqualTo(
            json(
                "{find: 'nodetable', filter: {_id: {$gt: {$numberLong: '3'}}}, sort: {_id: 1},"
                    + " projection: {_id: 1}, hint: '_id_', limit: 5, batchSize: 6}"));
  }

  @Test
  void severalKeysAreOneList() throws Exception {
    Command points =
        Command.Select.of(NODES, List.of("id", "version"), List.of(Condition.in("id", 3)));
    assertThat(sentBy(points, select -> select.setLongs(0, new long[] {5, 99, 7}, 3)))
        .isEqualTo(
            json(
                "{find: 'nodetable', filter: {_id: {$in: [{$numberLong: '5'},"
                    + " {$numberLong: '99'}, {$numberLong: '7'}]}},"
                    + " projection: {_id: 1, version: 1}, batchSize: 10000}"));
  }

  @Test
  void theOldestAreRemovedByTheRangeOfTheirKeys() throws Exception {
    Command oldest = new Command.Delete(NODES, List.of(Condition.of("id", Op.GE)), 5);
    assertThat(sentBy(oldest, delete -> delete.setLong(0, 3)))
        .isEqualTo(
            json(
                "{find: 'nodetable', filter: {_id: {$gte: {$numberLong: '3'}}}, sort: {_id: 1},"
                    + " projection: {_id: 1}, hint: '_id_', limit: 5, batchSize: 6}",
                "{delete: 'nodetable', ordered: true, deletes: [{q: {_id:"
                    + " {$gte: {$numberLong: '3'}, $lte: {$numberLong: '7'}}}, limit: 0,"
                    + " hint: '_id_'}]}"));
  }

  @Test
  void theOldestOfSomeLeaveTheOthersAlone() throws Exception {
    Command oldest =
        new Command.Delete(NODES, List.of(Condition.of("id", Op.GE), Condition.eq("type", 1)), 3);
    List<BsonDocument> both = sentBy(oldest, delete -> delete.setLong(0, 2));
    assertThat(both.get(1).getArray("deletes").get(0).asDocument().getDocument("q"))
        .isEqualTo(
            BsonDocument.parse(
                "{$and: [{_id: {$gte: {$numberLong: '2'}}, type: 1},"
                    + " {_id: {$gte: {$numberLong: '3'}, $lte: {$numberLong: '7'}}}]}"));
    Prepared left = session.prepare(Command.Select.of(NODES, List.of("id"), List.of()));
    assertThat(left.execute()).isEqualTo(17);
  }

  @Test
  void anUpsertSaysWhatIsNewWhatChangesAndWhatIsCounted() throws Exception {
    Command count =
        new Command.Upsert(
            COUNTS,
            List.of("id", "link_type", "time"),
            List.of("time"),
            List.of(new Add("count", 1), new Add("version", 1)),
            Optional.empty());
    BsonDocument update =
        sentBy(
                count,
                upsert -> {
                  upsert.setLong(0, 1);
                  upsert.setLong(1, LINK_TYPE);
                  upsert.setLong(2, 3);
                })
            .get(0)
            .getArray("updates")
            .get(0)
            .asDocument();
    assertThat(update.getDocument("q"))
        .isEqualTo(new BsonDocument("_id", DocumentLayout.binary(1, LINK_TYPE)));
    assertThat(update.getDocument("u"))
        .isEqualTo(
            BsonDocument.parse(
                "{$set: {time: {$numberLong: '3'}},"
                    + " $inc: {count: {$numberLong: '1'}, version: {$numberLong: '1'}}}"));
    assertThat(update.getBoolean("upsert").getValue()).isTrue();
  }

  @Test
  void anOldValueIsAskedForAlone() throws Exception {
    Command hide =
        new Command.Update(
            LINKS,
            List.of(Assign.constant("visibility", 0)),
            List.of(),
            List.of(Condition.eq("link_type"), Condition.eq("id1"), Condition.eq("id2")),
            Optional.of("visibility"));
    BsonDocument command =
        sentBy(
                hide,
                update -> {
                  update.setLong(0, 1);
                  update.setLong(1, 2);
                  update.setLong(2, 3);
                })
            .get(0);
    command.remove("query");
    assertThat(command)
        .isEqualTo(
            BsonDocument.parse(
                "{findAndModify: 'linktable', fields: {_id: 0, visibility: 1}, new: false,"
                    + " update: {$set: {visibility: 0}}}"));
  }

  private Prepared threeNodes(List<String> columns) throws DatabaseException {
    Prepared insert = session.prepare(new Command.Insert(NODES, columns, 3));
    for (long row = 0; row < 3; row++) {
      int first = columns.size() - 4;
      if (first > 0) {
        insert.setLong(0, 100 + row);
      }
      insert.setLong(first, row);
      insert.setLong(first + 1, 1);
      insert.setLong(first + 2, 4_000_000_000L);
      insert.setBytes(first + 3, new byte[] {(byte) row}, 1);
      insert.addBatch();
    }
    return insert;
  }

  @Test
  void aBatchIsOneUnorderedInsertOfNumbersAsSmallAsTheyAre() throws Exception {
    Prepared insert = threeNodes(NODES.columnNames());
    sent.clear();
    insert.execute();
    assertThat(sent).hasSize(1);
    assertThat(sent.get(0).getBoolean("ordered").getValue()).isFalse();
    assertThat(sent.get(0).getArray("documents")).hasSize(3);
    assertThat(sent.get(0).getArray("documents").get(0))
        .isEqualTo(
            BsonDocument.parse(
                "{_id: {$numberLong: '100'}, type: 0, version: {$numberLong: '1'},"
                    + " time: {$numberLong: '4000000000'},"
                    + " data: {$binary: {base64: 'AA==', subType: '00'}}}"));
  }

  @Test
  void aBatchThatWasInterruptedIsWholeOnceThereIsAConnectionAgain() throws Exception {
    for (List<String> columns :
        List.of(NODES.columnNames(), List.of("type", "version", "time", "data"))) {
      for (int kept = 0; kept <= 3; kept++) {
        Prepared insert = threeNodes(columns);
        server.loseConnectionAfter(kept);
        MongodbCommandsTest.assertKind(FailureKind.OUTCOME_UNKNOWN, insert::execute);
        session.renew();
        session.renew();
        Prepared added =
            session.prepare(
                Command.Select.of(NODES, List.of("id"), List.of(Condition.of("id", Op.GT))));
        added.setLong(0, 20);
        assertThat(added.execute()).as("%d of %s", kept, columns).isEqualTo(3);
        Prepared delete =
            session.prepare(new Command.Delete(NODES, List.of(Condition.of("id", Op.GT)), 0));
        delete.setLong(0, 20);
        assertThat(delete.execute()).isEqualTo(3);
      }
    }
  }

  @Test
  void aSessionThatWasBrokenOffFailsUntilItIsRenewed() throws Exception {
    Prepared select = session.prepare(Command.Select.of(NODES, List.of("id"), List.of()));
    select.execute();
    session.abort();
    session.abort();
    MongodbCommandsTest.assertKind(FailureKind.CONNECTION_LOST, select::execute);
    session.renew();
    select.execute();
  }
}
