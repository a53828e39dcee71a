package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.ServerAddress;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.WriteConcernError;
import io.ibench.db.FailureKind;
import java.net.ConnectException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MongodbFailuresTest {

  private static final ServerAddress SERVER = new ServerAddress("db.example", 27017);

  private static final String NO_SERVER =
      "Timed out after 300 ms while waiting for a server that matches"
          + " WritableServerSelector. Client view of cluster state is {type=UNKNOWN,"
          + " servers=[{address=one:1, type=UNKNOWN, state=CONNECTING,"
          + " exception={com.mongodb.MongoSocketOpenException: Exception opening socket},"
          + " caused by {java.net.ConnectException: Connection refused}},"
          + " {address=two:2, type=REPLICA_SET_SECONDARY, state=CONNECTED}]";

  private static MongoCommandException command(int code, String message, String... labels) {
    BsonDocument answer =
        BsonDocument.parse(
            "{ok: 0, code: " + code + ", codeName: 'Name', errmsg: '" + message + "'}");
    MongoCommandException failure = new MongoCommandException(answer, SERVER);
    Arrays.stream(labels).forEach(failure::addLabel);
    return failure;
  }

  private static MongoBulkWriteException bulk(int... codes) {
    List<BulkWriteError> errors =
        Arrays.stream(codes)
            .mapToObj(code -> new BulkWriteError(code, "row " + code, new BsonDocument(), 0))
            .toList();
    return new MongoBulkWriteException(
        BulkWriteResult.unacknowledged(), errors, null, SERVER, Set.of());
  }

  private static MongoWriteConcernException concern(int code) {
    return new MongoWriteConcernException(
        new WriteConcernError(code, "Name", "waiting for replication", new BsonDocument()),
        null,
        SERVER,
        Set.of());
  }

  private static FailureKind kind(MongoException failure) {
    return MongodbFailures.of(failure).kind();
  }

  @ParameterizedTest
  @CsvSource({
    "112, DEADLOCK",
    "251, DEADLOCK",
    "24, LOCK_TIMEOUT",
    "50, TIMEOUT",
    "262, TIMEOUT",
    "10107, CONNECTION_LOST",
    "13435, CONNECTION_LOST",
    "11602, CONNECTION_LOST",
    "189, CONNECTION_LOST",
    "91, SERVER_SHUTDOWN",
    "11600, SERVER_SHUTDOWN",
    "13, DENIED",
    "18, DENIED",
    "26, NOT_FOUND",
    "27, NOT_FOUND",
    "11000, DUPLICATE_KEY",
    "11001, DUPLICATE_KEY",
    "12582, DUPLICATE_KEY",
    "14031, DISK_FULL",
    "2, FATAL",
    "48, FATAL"
  })
  void codesHaveTheirKinds(int code, FailureKind kind) {
    assertThat(kind(command(code, "message"))).isEqualTo(kind);
  }

  @Test
  void aFullCacheIsTriedAgainAndAShardWithoutPrimaryIsWaitedFor() {
    assertThat(kind(command(365, "m"))).isEqualTo(FailureKind.DEADLOCK);
    assertThat(kind(command(133, "m"))).isEqualTo(FailureKind.CONNECTION_LOST);
  }

  @Test
  void aMissingIndexIsNotFound() {
    assertThat(kind(command(2, "hint provided does not correspond to an existing index")))
        .isEqualTo(FailureKind.NOT_FOUND);
  }

  @Test
  void theServersVictimsAreDeadlocksUnlessTheServerWasLost() {
    String label = MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL;
    for (int code : new int[] {112, 24, 251, 1234}) {
      assertThat(kind(command(code, "m", label))).isEqualTo(FailureKind.DEADLOCK);
    }
    assertThat(kind(command(10107, "m", label))).isEqualTo(FailureKind.CONNECTION_LOST);
    assertThat(kind(command(91, "m", label))).isEqualTo(FailureKind.SERVER_SHUTDOWN);
    MongoSocketReadException read = new MongoSocketReadException("Prematurely reached end", SERVER);
    read.addLabel(label);
    assertThat(kind(read)).isEqualTo(FailureKind.CONNECTION_LOST);
  }

  @Test
  void waitsAreToldApart() {
    assertThat(kind(new MongoTimeoutException(NO_SERVER))).isEqualTo(FailureKind.CONNECTION_LOST);
    assertThat(
            kind(
                new MongoTimeoutException(
                    "Timed out after 100 ms while waiting for a connection to server a:1.")))
        .isEqualTo(FailureKind.TIMEOUT);
    assertThat(kind(new MongoOperationTimeoutException("over"))).isEqualTo(FailureKind.TIMEOUT);
    assertThat(kind(new MongoInterruptedException("interrupted", new InterruptedException())))
        .isEqualTo(FailureKind.TIMEOUT);
    assertThat(kind(concern(64))).isEqualTo(FailureKind.TIMEOUT);
    assertThat(kind(concern(91))).isEqualTo(FailureKind.SERVER_SHUTDOWN);
  }

  @Test
  void ofABatchWhatIsNotADuplicateCounts() {
    assertThat(kind(bulk(11000))).isEqualTo(FailureKind.DUPLICATE_KEY);
    assertThat(kind(bulk(11000, 14031, 11000))).isEqualTo(FailureKind.DISK_FULL);
    assertThat(MongodbFailures.hasDuplicatesAlone(bulk(11000, 11000))).isTrue();
    assertThat(MongodbFailures.hasDuplicatesAlone(bulk(11000, 14031))).isFalse();
  }

  @Test
  void aWriteWhoseServerWentMayHaveBeenKeptUnlessItNeverGotThere() {
    assertThat(kindOfChange(new MongoSocketReadException("end", SERVER)))
        .isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    assertThat(kindOfChange(command(11602, "m"))).isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    assertThat(kindOfChange(new MongoTimeoutException(NO_SERVER)))
        .isEqualTo(FailureKind.CONNECTION_LOST);
    assertThat(
            kindOfChange(
                new MongoSocketOpenException("refused", SERVER, new ConnectException("refused"))))
        .isEqualTo(FailureKind.CONNECTION_LOST);
    assertThat(
            kindOfChange(
                new MongoNotPrimaryException(
                    BsonDocument.parse("{ok: 0, code: 10107, errmsg: 'not primary'}"), SERVER)))
        .isEqualTo(FailureKind.READ_ONLY);
    assertThat(kindOfChange(command(112, "m"))).isEqualTo(FailureKind.DEADLOCK);
  }

  @Test
  void aWriteThatWasMadeButNotReplicatedInTimeMayHaveBeenKept() {
    assertThat(kindOfChange(concern(64))).isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    assertThat(kindOfChange(concern(91))).isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    assertThat(kindOfChange(command(11600, "m"))).isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    assertThat(kindOfChange(new MongoOperationTimeoutException("over")))
        .isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    assertThat(kindOfChange(concern(79))).isEqualTo(FailureKind.FATAL);
    assertThat(
            kindOfChange(
                new MongoTimeoutException(
                    "Timed out after 100 ms while waiting for a connection to server a:1.")))
        .isEqualTo(FailureKind.TIMEOUT);
  }

  private static FailureKind kindOfChange(MongoException failure) {
    return MongodbFailures.ofChange(failure).kind();
  }

  @Test
  void aCommitIsUnknownUndoneOrAskedForAgain() {
    String unknown = MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL;
    assertThat(MongodbFailures.ofCommit(command(50, "m", unknown)).kind())
        .isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    assertThat(MongodbFailures.mayCommitAgain(command(50, "m", unknown))).isTrue();
    assertThat(MongodbFailures.mayCommitAgain(command(64, "m", unknown))).isTrue();
    assertThat(MongodbFailures.mayCommitAgain(command(10107, "m", unknown))).isFalse();
    assertThat(MongodbFailures.mayCommitAgain(command(50, "m"))).isFalse();
    assertThat(
            MongodbFailures.ofCommit(
                    command(251, "m", MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL))
                .kind())
        .isEqualTo(FailureKind.DEADLOCK);
    assertThat(MongodbFailures.ofCommit(new MongoSocketReadException("end", SERVER)).kind())
        .isEqualTo(FailureKind.OUTCOME_UNKNOWN);
  }

  @Test
  void messagesAreOneLineWithServerAndReason() {
    assertThat(MongodbFailures.of(command(13, "not\\n authorized")))
        .hasMessage("not authorized (code 13 Name, db.example:27017)");
    assertThat(MongodbFailures.of(bulk(11000, 11000)))
        .hasMessage("row 11000, and 1 other rows (code 11000, db.example:27017)");
    assertThat(MongodbFailures.of(new MongoTimeoutException(NO_SERVER)))
        .hasMessage(
            "Timed out after 300 ms while waiting for a server that matches"
                + " WritableServerSelector. one:1: ConnectException: Connection refused; two:2");
    assertThat(
            MongodbFailures.of(
                new MongoSocketOpenException(
                    "Exception opening socket", SERVER, new ConnectException("refused"))))
        .hasMessage("Exception opening socket (db.example:27017): ConnectException: refused");
  }

  @Test
  void refusedCredentialsAreDeniedAndNotShown() {
    MongoCredential credential =
        MongoCredential.createCredential("anna", "admin", "secret word".toCharArray());
    MongoSecurityException refused =
        new MongoSecurityException(
            credential,
            "Exception authenticating " + credential,
            command(18, "Authentication failed."));
    assertThat(MongodbFailures.of(refused).kind()).isEqualTo(FailureKind.DENIED);
    assertThat(MongodbFailures.of(refused))
        .hasMessage(
            "authentication failed: Authentication failed. (code 18 Name, db.example:27017)");
    MongoSecurityException lost =
        new MongoSecurityException(
            credential, "Exception authenticating", new MongoSocketReadException("end", SERVER));
    assertThat(MongodbFailures.of(lost).kind()).isEqualTo(FailureKind.CONNECTION_LOST);
  }
}
