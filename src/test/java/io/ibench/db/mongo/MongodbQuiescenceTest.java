package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoSocketException;
import com.mongodb.ServerAddress;
import io.ibench.db.DatabaseException;
import io.ibench.db.Quiescence;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class MongodbQuiescenceTest {

  private volatile Optional<BsonDocument> status;

  private static BsonDocument of60(int generation, int running) {
    BsonDocument status = Recorded.answer("serverStatus-6.0");
    BsonDocument transaction = status.getDocument("wiredTiger").getDocument("transaction");
    transaction.put("transaction checkpoint generation", new BsonInt32(generation));
    transaction.put("transaction checkpoint currently running", new BsonInt32(running));
    return status;
  }

  private static BsonDocument of80(int generation, int running) {
    BsonDocument status = Recorded.answer("serverStatus-8.0");
    BsonDocument checkpoint = status.getDocument("wiredTiger").getDocument("checkpoint");
    checkpoint.put("generation", new BsonInt32(generation));
    checkpoint.put("currently running", new BsonInt32(running));
    return status;
  }

  private static void awaitAnswer(Quiescence quiescence) {
    while (quiescence.facts().isEmpty()) {
      Thread.onSpinWait();
    }
  }

  private Quiescence begun(BsonDocument before) throws DatabaseException {
    status = Optional.of(before);
    Quiescence quiescence = MongodbQuiescence.begin(BsonDocument::new, () -> status);
    awaitAnswer(quiescence);
    return quiescence;
  }

  @Test
  void waitsForACheckpointThatBeganAfterwards() throws DatabaseException {
    try (Quiescence quiescence = begun(of60(7, 1))) {
      assertThat(quiescence.isSettled()).isFalse();
      status = Optional.of(of60(7, 0));
      assertThat(quiescence.isSettled()).as("the one that ran already").isFalse();
      status = Optional.of(of60(8, 1));
      assertThat(quiescence.isSettled()).as("one that is going on").isFalse();
      status = Optional.of(of60(8, 0));
      assertThat(quiescence.isSettled()).isTrue();
      assertThat(quiescence.facts())
          .containsExactly("fsync done", "a checkpoint that began later is complete: generation 8");
    }
  }

  @Test
  void findsCheckpointsWhereNewerVersionsKeepThem() throws DatabaseException {
    try (Quiescence quiescence = begun(of80(3, 0))) {
      assertThat(quiescence.isSettled()).isFalse();
      status = Optional.of(of80(5, 1));
      assertThat(quiescence.isSettled()).as("one done, one going on").isTrue();
    }
  }

  @Test
  void aCountOfEndsSkipsTheOneThatRan() {
    BsonDocument counted =
        BsonDocument.parse("{wiredTiger: {transaction: {'transaction checkpoints': 4}}}");
    Checkpoints before = new Checkpoints(4, Checkpoints.Counted.AT_END, true);
    assertThat(Checkpoints.of(counted))
        .contains(new Checkpoints(4, Checkpoints.Counted.AT_END, false));
    assertThat(new Checkpoints(5, Checkpoints.Counted.AT_END, false).oneDoneSince(before))
        .isFalse();
    assertThat(new Checkpoints(6, Checkpoints.Counted.AT_END, false).oneDoneSince(before)).isTrue();
    assertThat(new Checkpoints(1, Checkpoints.Counted.AT_END, false).oneDoneSince(before))
        .as("a server that was started anew")
        .isTrue();
  }

  @Test
  void withoutCountersItIsOverWithFsync() throws DatabaseException {
    status = Optional.empty();
    Quiescence quiescence = MongodbQuiescence.begin(BsonDocument::new, () -> status);
    while (!quiescence.isSettled()) {
      Thread.onSpinWait();
    }
    assertThat(quiescence.facts())
        .containsExactly(
            "fsync done", "the server does not tell of its checkpoints: they are not waited for");
    quiescence.close();
  }

  @Test
  void aRefusalNamesTheRoleAndTheServersOwnCheckpointIsWaitedFor() throws DatabaseException {
    BsonDocument refusal =
        BsonDocument.parse("{ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'not authorized'}");
    status = Optional.of(of60(7, 0));
    try (Quiescence quiescence =
        MongodbQuiescence.begin(
            () -> {
              throw new MongoCommandException(refusal, new ServerAddress());
            },
            () -> status)) {
      awaitAnswer(quiescence);
      assertThat(quiescence.isSettled()).isFalse();
      status = Optional.of(of60(8, 0));
      assertThat(quiescence.isSettled()).isTrue();
      assertThat(quiescence.facts().get(0))
          .isEqualTo("fsync refused: not authorized; it needs the role hostManager");
    }
  }

  @Test
  void aLostServerIsToldAndDoesNotHang() throws DatabaseException {
    status = Optional.empty();
    try (Quiescence quiescence =
        MongodbQuiescence.begin(
            () -> {
              throw new MongoSocketException("gone", new ServerAddress());
            },
            () -> status)) {
      while (!quiescence.isSettled()) {
        Thread.onSpinWait();
      }
      assertThat(quiescence.facts().get(0)).startsWith("fsync failed: ").contains("gone");
    }
  }

  @Test
  void closedBeforeItsEndItSaysSo() throws DatabaseException {
    CountDownLatch never = new CountDownLatch(1);
    status = Optional.empty();
    Quiescence quiescence =
        MongodbQuiescence.begin(
            () -> {
              while (never.getCount() > 0) {
                try {
                  never.await();
                } catch (InterruptedException e) {
                  // Like the driver's wait, which an interrupt does not end.
                  continue;
                }
              }
              return new BsonDocument();
            },
            () -> status);
    assertThat(quiescence.isSettled()).isFalse();
    quiescence.close();
    assertThat(quiescence.facts()).contains("fsync was not waited for to its end");
    never.countDown();
  }
}
