package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.db.Aftermath;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.testing.MongoCommand;
import io.ibench.testing.MongoReaction;
import io.ibench.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Failures at each command of a link write: which commands are sent, and which writes are kept. */
@Slow
class FailuresOnTheWireTest extends OnTheWire {

  private static final String UNKNOWN = "UnknownTransactionCommitResult";

  static Stream<Arguments> positions() {
    return Stream.of(LinkWrite.values())
        .flatMap(write -> write.commands().stream().map(command -> Arguments.of(write, command)));
  }

  /** As the engine does: rolls back and executes the whole operation again. */
  private void writeAgain(LinkWrite write, FailureKind expected) throws DatabaseException {
    DatabaseException failure =
        catchThrowableOfType(DatabaseException.class, () -> write.write(graph));
    assertThat(failure.kind()).isEqualTo(expected);
    if (expected.isConnectionLoss()) {
      session.renew();
    } else {
      session.transaction().rollback();
    }
    assertThat(server.openTransactions()).isZero();
    write.write(graph);
  }

  @ParameterizedTest
  @MethodSource("positions")
  void aWriteConflictIsADeadlockAndTheWholeOperationIsDoneAgain(LinkWrite write, String at)
      throws Exception {
    write.prepare(graph);
    server.clearCommands();
    server.script().next(at, MongoReaction.writeConflict());
    writeAgain(write, FailureKind.DEADLOCK);
    assertThat(server.script().pending()).isZero();

    assertBothAttempts(write, at);
    assertThat(graph.count()).isEqualTo(write.countAfter());
  }

  private void assertBothAttempts(LinkWrite write, String at) {
    List<MongoCommand> sent = new ArrayList<>(server.commands());
    long first = number(sent.get(0));
    assertThat(sent.stream().filter(command -> command.name().equals("abortTransaction")))
        .allMatch(abort -> number(abort) == first);
    sent.removeIf(command -> command.name().equals("abortTransaction"));
    List<String> names = new ArrayList<>();
    names.addAll(write.commands().subList(0, write.commands().indexOf(at) + 1));
    int again = names.size();
    names.addAll(write.commands());
    assertThat(names(sent)).isEqualTo(names);
    assertOneTransaction(sent.subList(0, again));
    assertOneTransaction(sent.subList(again, sent.size()));
    assertThat(number(sent.get(again))).isEqualTo(first + 1);
    assertThat(sent.get(again).lsid()).isEqualTo(sent.get(0).lsid());
  }

  @Test
  void aConflictWithAnotherSessionLeavesNeitherLinkNorCount() throws Exception {
    try (Session other = database.session()) {
      Table counts = GraphCommands.COUNTS;
      Prepared count =
          other.transaction().prepare(new Command.Insert(counts, counts.columnNames(), 1));
      long[] row = {GraphCommands.ID1, GraphCommands.LINK_TYPE, 1, 0, 0};
      for (int i = 0; i < row.length; i++) {
        count.setLong(i, row[i]);
      }
      other.transaction().begin();
      count.execute();
      DatabaseException conflict =
          catchThrowableOfType(
              DatabaseException.class, () -> graph.putLink(2, GraphCommands.NO_DATA, 1));
      session.transaction().rollback();
      other.transaction().commit();

      assertThat(conflict.kind()).isEqualTo(FailureKind.DEADLOCK);
      assertThat(graph.count()).isEqualTo(1);
      assertThat(graph.hideLink(2)).isEqualTo(Prepared.ABSENT);
    }
  }

  static Stream<MongoReaction> unknownCommits() {
    return Stream.of(
        MongoReaction.error(50, UNKNOWN),
        MongoReaction.errorAfter(50, UNKNOWN),
        MongoReaction.writeConcernError(64, UNKNOWN),
        MongoReaction.writeConcernError(64),
        MongoReaction.closeBefore(),
        MongoReaction.closeAfter());
  }

  @ParameterizedTest
  @MethodSource("unknownCommits")
  void aCommitOfUnknownResultIsAskedForAgain(MongoReaction reaction) throws Exception {
    server.script().next("commitTransaction", reaction);
    graph.putLink(1, GraphCommands.NO_DATA, 1);
    List<MongoCommand> sent = server.commands();

    assertThat(names(sent))
        .containsExactly("findAndModify", "update", "commitTransaction", "commitTransaction");
    assertOneTransaction(sent);
    assertThat(graph.count()).isEqualTo(1);
    graph.putLink(2, GraphCommands.NO_DATA, 1);
    assertThat(graph.count()).isEqualTo(2);
  }

  @Test
  void aCommitIsAskedForUntilItsResultIsKnown() throws Exception {
    server.script().next("commitTransaction", MongoReaction.error(50, UNKNOWN));
    server.script().next("commitTransaction", MongoReaction.writeConcernError(64, UNKNOWN));
    server.script().next("commitTransaction", MongoReaction.closeAfter());
    graph.putLink(1, GraphCommands.NO_DATA, 1);

    assertThat(server.commands("commitTransaction"))
        .hasSize(4)
        .extracting(MongoCommand::txnNumber)
        .containsOnly(server.commands().get(0).txnNumber());
    assertThat(graph.count()).isEqualTo(1);
  }

  @Test
  void aCommitThatLosesOneConnectionAfterTheOtherIsAnUnknownOutcome() throws Exception {
    server.script().next("commitTransaction", MongoReaction.closeBefore());
    server.script().next("commitTransaction", MongoReaction.closeAfter());
    DatabaseException unknown =
        catchThrowableOfType(
            DatabaseException.class, () -> graph.putLink(1, GraphCommands.NO_DATA, 1));
    assertThat(unknown.kind()).isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    session.renew();

    assertThat(graph.count()).isEqualTo(1);
  }

  @Test
  void aTransactionWhoseCommitNeverArrivedIsEndedBeforeAnythingElse() throws Exception {
    server.script().next("commitTransaction", MongoReaction.closeBefore());
    server.script().next("commitTransaction", MongoReaction.closeBefore());
    catchThrowableOfType(DatabaseException.class, () -> graph.putLink(1, GraphCommands.NO_DATA, 1));
    assertThat(server.openTransactions()).isEqualTo(1);
    session.renew();
    assertThat(server.openTransactions()).isZero();

    graph.putLink(1, GraphCommands.NO_DATA, 1);
    assertThat(graph.count()).isEqualTo(1);
  }

  private static MongoReaction operations(int count) {
    BsonArray batch = new BsonArray();
    for (int i = 0; i < count; i++) {
      batch.add(new BsonDocument("op", new BsonString("command")));
    }
    BsonDocument cursor =
        new BsonDocument("id", new BsonInt64(0))
            .append("ns", new BsonString("admin.$cmd.aggregate"))
            .append("firstBatch", batch);
    return MongoReaction.answer(new BsonDocument("ok", new BsonInt32(1)).append("cursor", cursor));
  }

  private static BsonArray askedFor(MongoCommand question) {
    return question
        .document()
        .getArray("pipeline")
        .get(1)
        .asDocument()
        .getDocument("$match")
        .getDocument("lsid.id")
        .getArray("$in");
  }

  private Aftermath afterALostCommit() throws DatabaseException {
    server.script().next("commitTransaction", MongoReaction.closeBefore());
    server.script().next("commitTransaction", MongoReaction.closeAfter());
    catchThrowableOfType(DatabaseException.class, () -> graph.putLink(1, GraphCommands.NO_DATA, 1));
    Aftermath aftermath = session.aftermath();
    session.renew();
    server.clearCommands();
    return aftermath;
  }

  @Test
  void whatGoesOnInALostSessionIsSeenAndEnded() throws Exception {
    BsonValue lost;
    graph.putLink(2, GraphCommands.NO_DATA, 1);
    lost = server.commands("commitTransaction").get(0).lsid().orElseThrow().get("id");
    Aftermath aftermath = afterALostCommit();
    server.script().next("aggregate", operations(1));
    server.script().next("aggregate", operations(2));
    assertThat(aftermath.look()).isEqualTo(Aftermath.State.GOING_ON);
    assertThat(server.commands("killSessions")).as("it may end by itself").isEmpty();
    assertThat(aftermath.look()).isEqualTo(Aftermath.State.GOING_ON);
    assertThat(server.commands("killSessions")).hasSize(1);
    assertThat(aftermath.look()).isEqualTo(Aftermath.State.OVER);
    assertThat(server.commands("aggregate"))
        .hasSize(3)
        .allSatisfy(question -> assertThat(askedFor(question)).contains(lost));

    server.clearCommands();
    graph.putLink(3, GraphCommands.NO_DATA, 1);
    assertThat(server.commands("commitTransaction").get(0).lsid().orElseThrow().get("id"))
        .as("nobody uses it again")
        .isNotEqualTo(lost);
  }

  @Test
  void aServerThatDoesNotTellItsOperationsShowsNothing() throws Exception {
    Aftermath aftermath = afterALostCommit();
    server.script().next("aggregate", MongoReaction.error(13));
    assertThat(aftermath.look()).isEqualTo(Aftermath.State.UNSEEN);
  }

  @Test
  void aServerThatDoesNotLetSessionsBeEndedIsUsedAllTheSame() throws Exception {
    server.script().next("commitTransaction", MongoReaction.closeBefore());
    server.script().next("commitTransaction", MongoReaction.closeAfter());
    server.script().next("killSessions", MongoReaction.error(13));
    catchThrowableOfType(DatabaseException.class, () -> graph.putLink(1, GraphCommands.NO_DATA, 1));
    session.renew();

    assertThat(server.script().pending()).isZero();
    assertThat(graph.count()).isEqualTo(1);
  }

  @Test
  void aCommitThatStaysUnknownIsAnUnknownOutcome() throws Exception {
    server.script().always("commitTransaction", MongoReaction.error(50, UNKNOWN));
    DatabaseException unknown =
        catchThrowableOfType(
            DatabaseException.class, () -> graph.putLink(1, GraphCommands.NO_DATA, 1));
    assertThat(unknown.kind()).isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    server.script().clear();
    session.renew();

    assertThat(graph.putLink(1, GraphCommands.NO_DATA, 1)).isEqualTo(Prepared.ABSENT);
    assertThat(graph.count()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = LinkWrite.class,
      names = {"UN_HIDE", "DELETE_VISIBLE"})
  void aConnectionClosedInTheMiddleLosesTheWholeOperation(LinkWrite write) throws Exception {
    write.prepare(graph);
    server.script().next("update", MongoReaction.closeAfter());
    DatabaseException lost =
        catchThrowableOfType(DatabaseException.class, () -> write.write(graph));
    assertThat(lost.kind()).isEqualTo(FailureKind.CONNECTION_LOST);
    session.renew();
    server.clearCommands();
    write.write(graph);

    assertThat(names(server.commands())).isEqualTo(write.commands());
    assertOneTransaction(server.commands());
    assertThat(graph.count()).isEqualTo(write.countAfter());
  }

  @Test
  void aReadSurvivesItsConnection() throws Exception {
    graph.putLink(1, GraphCommands.NO_DATA, 1);
    server.script().next("find", MongoReaction.closeBefore());

    assertThat(graph.count()).isEqualTo(1);
  }

  @Test
  void anAbortThatFindsNothingToAbortIsNoFailure() throws Exception {
    server.script().next("update", MongoReaction.writeConflict());
    catchThrowableOfType(DatabaseException.class, () -> graph.putLink(1, GraphCommands.NO_DATA, 1));
    session.transaction().rollback();
    session.transaction().rollback();
    graph.putLink(1, GraphCommands.NO_DATA, 1);

    assertThat(graph.count()).isEqualTo(1);
  }
}
