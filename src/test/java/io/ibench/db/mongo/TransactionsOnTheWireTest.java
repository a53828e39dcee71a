package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.db.Adapters;
import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.testing.MongoCommand;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which commands LinkBench's operations send, and which of them are transactions. */
class TransactionsOnTheWireTest extends OnTheWire {

  @ParameterizedTest
  @EnumSource(LinkWrite.class)
  void aLinkWriteIsOneTransaction(LinkWrite write) throws Exception {
    write.prepare(graph);
    server.clearCommands();
    write.write(graph);
    List<MongoCommand> sent = server.commands();

    assertThat(names(sent)).isEqualTo(write.commands());
    assertOneTransaction(sent);
    assertThat(graph.count()).isEqualTo(write.countAfter());
    assertThat(server.openTransactions()).isZero();
  }

  @Test
  void numbersRiseByOneFromTransactionToTransactionOfOneSession() throws Exception {
    for (long id2 = 1; id2 <= 4; id2++) {
      graph.putLink(id2, GraphCommands.NO_DATA, id2);
    }
    List<MongoCommand> commits = server.commands("commitTransaction");

    long first = number(commits.get(0));
    assertThat(commits.stream().map(OnTheWire::number))
        .containsExactly(first, first + 1, first + 2, first + 3);
    assertThat(commits.stream().map(MongoCommand::lsid).distinct()).hasSize(1);
  }

  @Test
  void concernsAreNamedOnceByTheFirstAndTheLastCommand() throws Exception {
    graph.putLink(1, GraphCommands.NO_DATA, 1);
    List<MongoCommand> sent = server.commands();

    assertThat(sent.subList(1, sent.size()))
        .noneMatch(command -> command.document().containsKey("readConcern"));
    assertThat(sent.subList(0, sent.size() - 1))
        .noneMatch(command -> command.document().containsKey("writeConcern"));
  }

  @Test
  void scansAreOfThePrimaryWhateverTheReadPreference() throws Exception {
    graph.putLink(1, GraphCommands.NO_DATA, 1);
    Map<String, String> settings =
        Map.of("url", server.url() + "&readPreference=secondary", "mongo.transactions", "off");
    try (Database other = Adapters.open("mongodb", settings);
        Session reader = other.session();
        Cursor rows =
            reader.scan(new Scan(GraphCommands.COUNTS, List.of("id"), List.of(), List.of()))) {
      assertThat(rows.next()).isTrue();
    }
  }

  @Test
  void readsAreNoTransactions() throws Exception {
    graph.putLink(1, GraphCommands.NO_DATA, 1);
    Prepared list = session.prepare(GraphCommands.list(10, 0));
    server.clearCommands();
    list.setLong(0, GraphCommands.ID1);
    list.setLong(1, GraphCommands.LINK_TYPE);
    list.setLong(2, 0);
    list.setLong(3, Long.MAX_VALUE);
    assertThat(list.execute()).isEqualTo(1);
    assertThat(graph.count()).isEqualTo(1);

    assertThat(names(server.commands())).containsExactly("find", "find");
    assertThat(server.commands())
        .noneMatch(MongoCommand::isInTransaction)
        .noneMatch(command -> command.document().containsKey("autocommit"))
        .allMatch(command -> command.txnNumber().isEmpty());
  }

  @Test
  void aRollbackTakesBackWhatWasWritten() throws Exception {
    Prepared put = session.transaction().prepare(putOf(GraphCommands.COUNTS));
    server.clearCommands();
    session.transaction().begin();
    bindCount(put, 1);
    put.execute();
    session.transaction().rollback();

    assertThat(names(server.commands())).containsExactly("insert", "abortTransaction");
    assertOneTransaction(server.commands());
    assertThat(graph.count()).isZero();
  }

  @Test
  void aBatchIsKeptAsAWholeOrNotAtAll() throws Exception {
    Prepared rows =
        session.prepare(
            new Command.Insert(GraphCommands.COUNTS, GraphCommands.COUNTS.columnNames(), 3));
    for (long id : new long[] {1, 2, 1}) {
      bindCount(rows, id);
      rows.addBatch();
    }
    server.clearCommands();

    assertThat(catchThrowableOfType(DatabaseException.class, rows::execute).kind())
        .isEqualTo(FailureKind.DUPLICATE_KEY);
    assertOneTransaction(server.commands());
    assertThat(server.openTransactions()).isZero();
    bindCount(rows, 2);
    rows.addBatch();
    bindCount(rows, 3);
    rows.addBatch();
    server.clearCommands();
    assertThat(rows.execute()).isEqualTo(2);
    assertThat(names(server.commands())).containsExactly("insert", "commitTransaction");
    assertOneTransaction(server.commands());
  }

  private static Command putOf(Table table) {
    return new Command.Insert(table, table.columnNames(), 1);
  }

  private static void bindCount(Prepared counts, long id) {
    counts.setLong(0, id);
    counts.setLong(1, GraphCommands.LINK_TYPE);
    counts.setLong(2, 1);
    counts.setLong(3, 0);
    counts.setLong(4, 0);
  }
}
