package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Index;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The explained command is the command that is sent. */
@Timeout(300)
class CommandDocumentsTest {

  private static final Index BY_TIME = new Index("by_time", List.of("id1", "time", "id2"));
  private static final Table LINKS =
      new Table(
          "links",
          List.of(
              Column.number("id1", ColumnType.LONG),
              Column.number("id2", ColumnType.LONG),
              Column.number("time", ColumnType.LONG),
              Column.number("visibility", ColumnType.BYTE),
              Column.bytes("data", 255)),
          List.of("id1", "id2"),
          false,
          List.of(BY_TIME));
  private static final List<Condition> KEY = List.of(Condition.eq("id1"), Condition.eq("id2"));
  private static final List<Condition> RANGE =
      List.of(Condition.eq("id1"), Condition.of("id2", Op.GE));

  private final List<BsonDocument> sent = Collections.synchronizedList(new ArrayList<>());
  private ServerInProcess server;
  private Database database;
  private Session session;

  @BeforeEach
  void open() throws DatabaseException {
    server = new ServerInProcess();
    database = server.open(sent::add);
    database.create(LINKS);
    database.createIndexes(LINKS, LINKS.indexes());
    session = database.session();
  }

  @AfterEach
  void close() throws DatabaseException {
    session.close();
    database.close();
    server.close();
  }

  /** Without the driver's additions; numbers as in JSON. */
  private static BsonDocument plain(BsonDocument command) {
    BsonDocument plain = command.clone();
    List.of("lsid", "$db", "$clusterTime", "$readPreference", "batchSize", "txnNumber")
        .forEach(plain::remove);
    plain.remove("ordered", BsonBoolean.TRUE);
    return BsonDocument.parse(plain.toJson());
  }

  private void assertSentAsExplained(Command command, Long... values) throws DatabaseException {
    BsonDocument explained =
        CommandDocuments.of(
            command, MongodbDatabase.layout(LINKS, FieldNames.LONG), List.of(values));
    Prepared prepared = session.prepare(command);
    int next = 0;
    List<Condition> taking = command.where().stream().filter(Condition::takesParameter).toList();
    for (int i = 0; i < command.parameters().size(); i++) {
      int condition = i - (command.parameters().size() - taking.size());
      if (condition >= 0 && taking.get(condition).op() == Op.IN) {
        long[] list = {values[next++], values[next++]};
        prepared.setLongs(i, list, 2);
      } else if (command.parameters().get(i).type().isNumber()) {
        prepared.setLong(i, values[next++]);
      } else {
        prepared.setBytes(i, new byte[0], 0);
        next++;
      }
    }
    if (command instanceof Command.Insert insert && insert.maxBatch() > 1) {
      prepared.addBatch();
    }
    sent.clear();
    prepared.execute();
    assertThat(plain(sent.get(0))).isEqualTo(plain(explained));
  }

  @Test
  void inserts() throws DatabaseException {
    assertSentAsExplained(new Command.Insert(LINKS, LINKS.columnNames(), 1), 1L, 2L, 3L, 1L, 0L);
    assertSentAsExplained(new Command.Insert(LINKS, LINKS.columnNames(), 5), 2L, 2L, 3L, 1L, 0L);
  }

  @Test
  void upserts() throws DatabaseException {
    List<String> columns = LINKS.columnNames();
    assertSentAsExplained(
        new Command.Upsert(
            LINKS, columns, List.of("visibility", "data"), List.of(), Optional.of("visibility")),
        1L,
        2L,
        3L,
        1L,
        0L);
    assertSentAsExplained(
        new Command.Upsert(
            LINKS,
            List.of("id1", "id2", "visibility"),
            List.of("visibility"),
            List.of(new Add("time", 1)),
            Optional.empty()),
        1L,
        2L,
        1L);
  }

  @Test
  void updates() throws DatabaseException {
    List<Assign> set = List.of(Assign.parameter("data"), Assign.constant("visibility", 0));
    for (Optional<String> old : List.of(Optional.of("visibility"), Optional.<String>empty())) {
      assertSentAsExplained(
          new Command.Update(LINKS, set, List.of(new Add("time", 1)), KEY, old), 0L, 1L, 2L);
    }
    assertSentAsExplained(
        new Command.Update(LINKS, set, List.of(), RANGE, Optional.empty()), 0L, 1L, 2L);
    assertSentAsExplained(
        LINKS.update().set("data").add("visibility", 1).add("time").where("id1").where("id2"),
        0L,
        -5L,
        1L,
        2L);
  }

  @Test
  void deletes() throws DatabaseException {
    assertSentAsExplained(new Command.Delete(LINKS, KEY, 0), 1L, 2L);
    assertSentAsExplained(new Command.Delete(LINKS, RANGE, 0), 1L, 2L);
    assertSentAsExplained(new Command.Delete(LINKS, RANGE, 3), 1L, 2L);
  }

  @Test
  void selects() throws DatabaseException {
    List<String> columns = List.of("id2", "time");
    assertSentAsExplained(Command.Select.of(LINKS, columns, KEY), 1L, 2L);
    assertSentAsExplained(
        Command.Select.of(LINKS, columns, List.of(Condition.eq("id1"), Condition.in("id2", 2))),
        1L,
        2L,
        3L);
    assertSentAsExplained(
        new Command.Select(
            LINKS, columns, RANGE, Optional.empty(), List.of("id1", "id2"), true, 5, 1),
        1L,
        2L);
    assertSentAsExplained(
        new Command.Select(
            LINKS,
            columns,
            List.of(Condition.eq("id1"), Condition.of("time", Op.LE)),
            Optional.of(BY_TIME),
            List.of("time", "id2"),
            true,
            10,
            0),
        1L,
        2L);
  }
}
