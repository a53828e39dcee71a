package io.ibench.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoIncompatibleDriverException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The test server as MongoDB's own driver sees it. */
@Timeout(300)
@Slow
class ScriptedMongoTest {

  private ScriptedMongo server;
  private MongoClient client;
  private MongoCollection<Document> rows;

  @BeforeEach
  void open() {
    open(MongoDeployment.replicaSet());
    rows.insertMany(List.of(new Document("_id", 1L).append("n", 1L), new Document("_id", 2L)));
    server.clearCommands();
  }

  private void open(MongoDeployment deployment) {
    server = ScriptedMongo.start(deployment);
    client = MongoClients.create(server.url());
    rows = client.getDatabase("ibench").getCollection("rows");
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private ClientSession session() {
    return client.startSession(ClientSessionOptions.builder().build());
  }

  private List<String> received() {
    return server.commands().stream().map(MongoCommand::name).toList();
  }

  private Document row(long id) {
    return rows.find(Filters.eq("_id", id)).first();
  }

  private static void add(MongoCollection<Document> to, ClientSession session, long id, long n) {
    to.updateOne(
        session, Filters.eq("_id", id), Updates.inc("n", n), new UpdateOptions().upsert(true));
  }

  @Test
  void recordsATransactionAsItWasSent() {
    try (ClientSession session = session()) {
      for (int i = 0; i < 2; i++) {
        session.startTransaction();
        rows.findOneAndUpdate(
            session, Filters.eq("_id", 7L), Updates.set("n", 1), new FindOneAndUpdateOptions());
        add(rows, session, 7, 1);
        session.commitTransaction();
      }
    }
    List<MongoCommand> sent = server.commands("findAndModify", "update", "commitTransaction");

    assertThat(sent).hasSize(6).allMatch(MongoCommand::isInTransaction);
    assertThat(sent.stream().map(MongoCommand::startsTransaction))
        .containsExactly(true, false, false, true, false, false);
    long first = sent.get(0).txnNumber().orElseThrow();
    assertThat(sent.stream().map(command -> command.txnNumber().orElseThrow() - first))
        .containsExactly(0L, 0L, 0L, 1L, 1L, 1L);
    assertThat(sent.stream().map(MongoCommand::lsid).distinct()).hasSize(1);
    assertThat(row(7)).containsEntry("n", 2L);
  }

  @Test
  void anAbortPutsBackWhatWasChangedAddedAndDeleted() {
    try (ClientSession session = session()) {
      session.startTransaction();
      add(rows, session, 1, 5);
      add(rows, session, 1, 5);
      add(rows, session, 9, 5);
      rows.deleteOne(session, Filters.eq("_id", 2L));
      rows.insertMany(session, List.of(new Document("_id", 3L), new Document("_id", 4L)));
      session.abortTransaction();
    }

    assertThat(rows.find())
        .containsExactlyInAnyOrder(
            new Document("_id", 1L).append("n", 1L), new Document("_id", 2L));
    assertThat(server.openTransactions()).isZero();
  }

  @Test
  void whatIsNotCommittedIsSeenByItsOwnTransactionOnly() {
    try (ClientSession session = session()) {
      session.startTransaction();
      add(rows, session, 1, 1);
      rows.deleteOne(session, Filters.eq("_id", 2L));
      rows.insertOne(session, new Document("_id", 3L));

      assertThat(row(1)).containsEntry("n", 1L);
      assertThat(rows.countDocuments()).isEqualTo(2);
      assertThat(rows.find(session, Filters.eq("_id", 1L)).first()).containsEntry("n", 2L);
      session.commitTransaction();
    }
    assertThat(row(1)).containsEntry("n", 2L);
    assertThat(rows.find()).extracting(row -> row.get("_id")).containsExactlyInAnyOrder(1L, 3L);
  }

  @Test
  void aSecondTransactionOnTheSameRowConflictsAtOnceAndIsAborted() {
    try (ClientSession first = session();
        ClientSession second = session()) {
      first.startTransaction();
      add(rows, first, 1, 1);
      second.startTransaction();
      add(rows, second, 2, 1);
      MongoException conflict =
          catchThrowableOfType(MongoException.class, () -> add(rows, second, 1, 1));
      second.abortTransaction();
      first.commitTransaction();

      assertThat(conflict.getCode()).isEqualTo(112);
      assertThat(conflict.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)).isTrue();
      assertThat(row(1)).containsEntry("n", 2L);
      assertThat(row(2)).doesNotContainKey("n");
    }
  }

  @Test
  void whatIsNotCommittedIsHiddenHoweverOthersAsk() {
    try (ClientSession session = session()) {
      session.startTransaction();
      add(rows, session, 1, 1);
      add(rows, session, 3, 1);

      assertThat(List.of(Filters.eq("_id", 1), Filters.in("_id", 1L, 3L), Filters.gte("n", 1)))
          .allSatisfy(
              filter ->
                  assertThat(rows.find(filter))
                      .containsExactly(new Document("_id", 1L).append("n", 1L)));
      assertThat(rows.countDocuments()).isEqualTo(2);
      assertThat(rows.find(session, Filters.gte("n", 1))).hasSize(2);
      session.commitTransaction();
    }

    assertThat(rows.find(Filters.gte("n", 1))).hasSize(2);
  }

  @Test
  void aRowThatChangedSinceTheTransactionBeganConflicts() {
    try (ClientSession first = session();
        ClientSession second = session()) {
      first.startTransaction();
      add(rows, first, 2, 1);
      second.startTransaction();
      add(rows, second, 1, 1);
      second.commitTransaction();
      MongoException conflict =
          catchThrowableOfType(MongoException.class, () -> add(rows, first, 1, 1));

      assertThat(conflict.getCode()).isEqualTo(112);
    }
  }

  @Test
  void aWriteOutsideWaitsForTheTransactionInItsWay() throws Exception {
    try (ClientSession session = session()) {
      session.startTransaction();
      add(rows, session, 1, 1);
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(
              () -> rows.updateOne(Filters.eq("_id", 1L), Updates.mul("n", 10L)));
      session.commitTransaction();
      other.get();
    }

    assertThat(row(1)).containsEntry("n", 20L);
  }

  @Test
  void aRetriedWriteIsAnsweredButNotExecutedAgain() {
    server.script().next("update", MongoReaction.closeAfter());
    rows.updateOne(Filters.eq("_id", 1L), Updates.inc("n", 1L));

    assertThat(server.commands("update"))
        .hasSize(2)
        .extracting(MongoCommand::txnNumber)
        .satisfies(numbers -> assertThat(numbers.get(0)).isEqualTo(numbers.get(1)));
    assertThat(row(1)).containsEntry("n", 2L);
  }

  @Test
  void aCommitThatWasDoneIsConfirmedAgain() {
    server.script().next("commitTransaction", MongoReaction.closeAfter());
    try (ClientSession session = session()) {
      session.startTransaction();
      add(rows, session, 1, 1);
      session.commitTransaction();
    }

    assertThat(received()).containsExactly("update", "commitTransaction", "commitTransaction");
    assertThat(row(1)).containsEntry("n", 2L);
  }

  @Test
  void scriptedErrorsCarryTheirLabels() {
    server
        .script()
        .next(
            "commitTransaction",
            MongoReaction.error(50, MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL));
    try (ClientSession session = session()) {
      session.startTransaction();
      add(rows, session, 1, 1);
      MongoException unknown =
          catchThrowableOfType(MongoException.class, session::commitTransaction);
      assertThat(unknown.getCode()).isEqualTo(50);
      assertThat(unknown.hasErrorLabel(MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL))
          .isTrue();
      session.commitTransaction();
    }
    assertThat(row(1)).containsEntry("n", 2L);
    assertThat(server.script().pending()).isZero();
  }

  @Test
  void anErrorInTheMiddleAbortsTheTransaction() {
    server.script().nth("update", 2, MongoReaction.writeConflict());
    try (ClientSession session = session()) {
      session.startTransaction();
      add(rows, session, 1, 1);
      MongoException conflict =
          catchThrowableOfType(MongoException.class, () -> add(rows, session, 2, 1));
      assertThat(conflict.getCode()).isEqualTo(112);
      assertThat(server.openTransactions()).isZero();
      assertThat(row(1)).containsEntry("n", 1L);
    }
  }

  @Test
  void aDuplicateInATransactionUndoesTheWholeBatch() {
    try (ClientSession session = session()) {
      session.startTransaction();
      List<Document> batch = List.of(new Document("_id", 5L), new Document("_id", 1L));
      assertThat(
              catchThrowableOfType(
                      MongoBulkWriteException.class, () -> rows.insertMany(session, batch))
                  .getWriteErrors())
          .hasSize(1)
          .allMatch(error -> error.getCode() == 11000);
    }
    assertThat(row(5)).isNull();
    assertThat(row(1)).containsEntry("n", 1L);
  }

  @Test
  void aFailOverIsFollowedByTheDriverAndAbortsTransactions() {
    close();
    open(MongoDeployment.replicaSet().withMembers(2));
    server.script().nth("insert", 2, MongoReaction.stepDown());
    for (long id = 1; id <= 3; id++) {
      rows.insertOne(new Document("_id", id));
    }

    assertThat(server.primary()).isEqualTo(1);
    assertThat(server.commands("insert"))
        .extracting(MongoCommand::member)
        .containsExactly(0, 0, 1, 1);
    assertThat(rows.countDocuments()).isEqualTo(3);
    try (ClientSession session = session()) {
      session.startTransaction();
      add(rows, session, 1, 1);
      server.stepDown();
      MongoException lost =
          catchThrowableOfType(MongoException.class, () -> add(rows, session, 2, 1));
      assertThat(lost.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)).isTrue();
      assertThat(server.openTransactions()).isZero();
    }
  }

  @Test
  void aCommandCanBeHeldBack() throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    server.script().next("insert", MongoReaction.holdUntil(released));
    CompletableFuture<Void> insert =
        CompletableFuture.runAsync(() -> rows.insertOne(new Document("_id", 11L)));
    assertThat(row(11)).isNull();
    assertThat(insert).isNotDone();
    released.countDown();
    insert.get();
    assertThat(row(11)).isNotNull();
  }

  @Test
  void tellsTheDriverWhatTheTestWants() {
    close();
    open(MongoDeployment.replicaSet().withVersion("4.0.28", 7));
    assertThat(catchThrowableOfType(MongoIncompatibleDriverException.class, () -> row(1)))
        .isNotNull();
    close();
    open(MongoDeployment.standalone());
    rows.insertOne(new Document("_id", 1L));
    try (ClientSession session = session()) {
      session.startTransaction();
      MongoException refused =
          catchThrowableOfType(MongoException.class, () -> add(rows, session, 1, 1));
      assertThat(refused).hasMessageContaining("does not support retryable writes");
    }
  }

  @Test
  void refusesOtherSetsUsersAndWriteConcerns() {
    assertThat(catchThrowableOfType(MongoTimeoutException.class, () -> insertWith("replicaSet=x")))
        .hasMessageContaining("UNKNOWN");
    assertThat(insertFailure("w=nosuch")).isEqualTo(79);
    assertThat(insertFailure("w=3")).isEqualTo(100);
    try (MongoClient user =
        MongoClients.create(
            server.url("serverSelectionTimeoutMS=300").replace("//", "//u:secret@"))) {
      assertThat(
              catchThrowableOfType(
                  MongoException.class, () -> user.getDatabase("ibench").createCollection("x")))
          .hasStackTraceContaining("Authentication failed");
    }
  }

  private int insertFailure(String option) {
    return catchThrowableOfType(MongoException.class, () -> insertWith(option)).getCode();
  }

  private void insertWith(String option) {
    try (MongoClient other =
        MongoClients.create(server.url(option + "&serverSelectionTimeoutMS=300"))) {
      other.getDatabase("ibench").getCollection("rows").insertOne(new Document());
    }
  }
}
