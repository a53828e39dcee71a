package io.ibench.testing;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Answers in MongoDB's words. */
final class MongoAnswers {

  static final String TRANSIENT = "TransientTransactionError";
  static final int NO_SUCH_TRANSACTION = 251;

  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(13, "Unauthorized"),
          Map.entry(18, "AuthenticationFailed"),
          Map.entry(20, "IllegalOperation"),
          Map.entry(50, "MaxTimeMSExpired"),
          Map.entry(64, "WriteConcernFailed"),
          Map.entry(76, "NoReplicationEnabled"),
          Map.entry(79, "UnknownReplWriteConcern"),
          Map.entry(91, "ShutdownInProgress"),
          Map.entry(100, "UnsatisfiableWriteConcern"),
          Map.entry(112, "WriteConflict"),
          Map.entry(117, "ConflictingOperationInProgress"),
          Map.entry(225, "TransactionTooOld"),
          Map.entry(NO_SUCH_TRANSACTION, "NoSuchTransaction"),
          Map.entry(256, "TransactionCommitted"),
          Map.entry(10107, "NotWritablePrimary"),
          Map.entry(11000, "DuplicateKey"),
          Map.entry(11602, "InterruptedDueToReplStateChange"),
          Map.entry(13435, "NotPrimaryNoSecondaryOk"));

  private MongoAnswers() {}

  static BsonDocument ok() {
    return new BsonDocument("ok", new BsonDouble(1));
  }

  static boolean isOk(BsonDocument answer) {
    return answer.getNumber("ok").doubleValue() == 1;
  }

  /** Whether the command succeeded, with all its single writes. */
  static boolean isSuccess(BsonDocument answer) {
    return isOk(answer) && !answer.containsKey("writeErrors");
  }

  static boolean hasLabel(BsonDocument answer, String label) {
    return answer.getArray("errorLabels", new BsonArray()).contains(new BsonString(label));
  }

  static BsonDocument error(int code, String message, String... labels) {
    BsonDocument error =
        new BsonDocument("ok", new BsonDouble(0)).append("errmsg", new BsonString(message));
    named(error, code);
    return label(error, labels);
  }

  static BsonDocument label(BsonDocument answer, String... labels) {
    if (labels.length > 0) {
      BsonArray array = new BsonArray();
      Arrays.stream(labels).map(BsonString::new).forEach(array::add);
      answer.append("errorLabels", array);
    }
    return answer;
  }

  /** Reports that the write concern of an executed command failed. */
  static BsonDocument writeConcernError(BsonDocument answer, int code, String message) {
    BsonDocument error = new BsonDocument("errmsg", new BsonString(message));
    return answer.append("writeConcernError", named(error, code));
  }

  private static BsonDocument named(BsonDocument error, int code) {
    return error
        .append("code", new BsonInt32(code))
        .append("codeName", new BsonString(NAMES.getOrDefault(code, "Location" + code)));
  }

  static BsonDocument writeConflict() {
    return error(112, "WriteConflict error: please retry", TRANSIENT);
  }

  /** The effect on a command depends on whether it can be repeated alone. */
  static BsonDocument notPrimary(MongoCommand command) {
    return error(
        10107,
        "not primary",
        command.isInTransaction() && !command.isCommit() ? TRANSIENT : "RetryableWriteError");
  }

  static BsonDocument noSuchTransaction(long number) {
    return error(
        NO_SUCH_TRANSACTION,
        "Transaction with { txnNumber: " + number + " } has been aborted.",
        TRANSIENT);
  }

  static BsonDocument duplicateKey(MongoCommand command) {
    String message =
        "E11000 duplicate key error collection: ibench."
            + command.collection().orElse("")
            + " index: _id_ dup key: { _id: 1 }";
    if (command.name().equals("findAndModify")) {
      return error(11000, message);
    }
    BsonDocument writeError =
        new BsonDocument("index", new BsonInt32(0))
            .append("code", new BsonInt32(11000))
            .append("errmsg", new BsonString(message));
    return ok().append("n", new BsonInt32(0))
        .append("writeErrors", new BsonArray(List.of(writeError)));
  }
}
