package io.ibench.db.mongo;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.bulk.BulkWriteError;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.util.function.Supplier;
import org.bson.BSONException;

/** Classifies the driver's exceptions by types, error codes and labels. Stateless. */
final class MongodbFailures {

  /** Also for a hint with a missing index. */
  private static final int BAD_VALUE = 2;

  private static final int SHUTDOWN_IN_PROGRESS = 91;
  private static final int INTERRUPTED_AT_SHUTDOWN = 11600;

  /** From a router, while a shard has no primary. */
  private static final int FAILED_TO_SATISFY_READ_PREFERENCE = 133;

  /** 6.0 and later: a write was rolled back because the cache is full; it may be repeated. */
  private static final int TEMPORARILY_UNAVAILABLE = 365;

  /** The message of the driver's pool; its search for a server fails with the same type. */
  private static final String NO_CONNECTION_FREE = "waiting for a connection";

  private MongodbFailures() {}

  static <T> T call(Supplier<T> work) throws DatabaseException {
    try {
      return work.get();
    } catch (MongoException e) {
      throw of(e);
    }
  }

  static void run(Runnable work) throws DatabaseException {
    try {
      work.run();
    } catch (MongoException e) {
      throw of(e);
    }
  }

  /** A document that ibench has not written. */
  static DatabaseException of(BSONException failure) {
    return new DatabaseException(FailureKind.FATAL, String.valueOf(failure.getMessage()), failure);
  }

  static DatabaseException of(MongoException failure) {
    return new DatabaseException(kind(failure), FailureText.of(failure), failure);
  }

  /**
   * For a change outside of a transaction: its outcome is unknown after a loss of connection or
   * server, or a timeout of the write concern. A change that never reached a server failed.
   */
  static DatabaseException ofChange(MongoException failure) {
    FailureKind kind = kind(failure);
    boolean late = kind.isConnectionLoss() || kind == FailureKind.TIMEOUT;
    boolean unknown = late && !isRefusedBeforehand(failure);
    return new DatabaseException(
        unknown ? FailureKind.OUTCOME_UNKNOWN : kind, FailureText.of(failure), failure);
  }

  /** Whether the command never reached a server. */
  private static boolean isRefusedBeforehand(MongoException failure) {
    return failure instanceof MongoTimeoutException
            && !(failure instanceof MongoOperationTimeoutException)
        || failure instanceof MongoConnectionPoolClearedException
        || failure instanceof MongoSocketOpenException;
  }

  /** For a commit. */
  static DatabaseException ofCommit(MongoException failure) {
    return new DatabaseException(
        commitKind(failure), "commit: " + FailureText.of(failure), failure);
  }

  private static FailureKind commitKind(MongoException failure) {
    if (failure.hasErrorLabel(MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL)) {
      return FailureKind.OUTCOME_UNKNOWN;
    }
    if (failure.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)) {
      return FailureKind.DEADLOCK; // The transaction was rolled back.
    }
    FailureKind kind = kind(failure);
    return isAway(kind) || kind == FailureKind.TIMEOUT ? FailureKind.OUTCOME_UNKNOWN : kind;
  }

  /** Whether a commit's outcome is unknown and the commit can be repeated. */
  static boolean mayCommitAgain(MongoException failure) {
    return failure.hasErrorLabel(MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL)
        && !isAway(kind(failure));
  }

  /** Whether the server, or the primary, is gone. */
  static boolean isAway(FailureKind kind) {
    return kind.isConnectionLoss() || kind == FailureKind.READ_ONLY;
  }

  /** Whether a key exists already. */
  static boolean isDuplicate(MongoException failure) {
    return isDuplicate(failure.getCode());
  }

  private static boolean isDuplicate(int code) {
    return ErrorCategory.fromErrorCode(code) == ErrorCategory.DUPLICATE_KEY;
  }

  /** Whether existing keys are the only errors. */
  static boolean hasDuplicatesAlone(MongoBulkWriteException failure) {
    return failure.getWriteConcernError() == null
        && failure.getWriteErrors().stream().allMatch(error -> isDuplicate(error.getCode()));
  }

  private static FailureKind kind(MongoException failure) {
    int code = code(failure);
    if (failure instanceof MongoNotPrimaryException) {
      return FailureKind.READ_ONLY; // Refused before anything was done.
    }
    if (isLoss(failure) || isLoss(code)) {
      return FailureKind.CONNECTION_LOST;
    }
    if (code == INTERRUPTED_AT_SHUTDOWN || code == SHUTDOWN_IN_PROGRESS) {
      return FailureKind.SERVER_SHUTDOWN;
    }
    if (failure.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)) {
      return FailureKind.DEADLOCK;
    }
    if (failure instanceof MongoSecurityException) {
      return FailureKind.DENIED;
    }
    if (failure instanceof MongoTimeoutException || failure instanceof MongoInterruptedException) {
      return FailureKind.TIMEOUT; // No connection in time, or the thread was interrupted.
    }
    return kind(code, String.valueOf(failure.getMessage()));
  }

  /** For a batch: the error of a row that failed for another reason than its key, if any. */
  private static int code(MongoException failure) {
    if (failure instanceof MongoBulkWriteException bulk) {
      int code = bulk.getWriteConcernError() == null ? 0 : bulk.getWriteConcernError().getCode();
      for (BulkWriteError error : bulk.getWriteErrors()) {
        code = code == 0 || isDuplicate(code) ? error.getCode() : code;
      }
      return code;
    }
    return failure.getCode();
  }

  private static boolean isLoss(MongoException failure) {
    if (failure instanceof MongoSecurityException) {
      return failure.getCause() instanceof MongoSocketException;
    }
    if (failure instanceof MongoTimeoutException) {
      return !(failure instanceof MongoOperationTimeoutException)
          && !String.valueOf(failure.getMessage()).contains(NO_CONNECTION_FREE);
    }
    return failure instanceof MongoSocketException
        || failure instanceof MongoConnectionPoolClearedException;
  }

  /** From a server that is not the primary, or has lost another one. */
  private static boolean isLoss(int code) {
    return switch (code) {
      case 10107, 10058, 13435, 13436, 189, 11602 -> true;
      case 6, 7, 89, 9001, FAILED_TO_SATISFY_READ_PREFERENCE -> true;
      default -> false;
    };
  }

  private static FailureKind kind(int code, String message) {
    return switch (code) {
      case 112, 225, 239, 246, 251, TEMPORARILY_UNAVAILABLE -> FailureKind.DEADLOCK;
      case 24, 46 -> FailureKind.LOCK_TIMEOUT;
      case 50, 64, 202, 262 -> FailureKind.TIMEOUT; // 64, 202: of a write concern
      case 11, 13, 18, 8000 -> FailureKind.DENIED;
      case 26, 27 -> FailureKind.NOT_FOUND;
      case 14031 -> FailureKind.DISK_FULL;
      case BAD_VALUE -> message.contains("hint") ? FailureKind.NOT_FOUND : FailureKind.FATAL;
      default -> isDuplicate(code) ? FailureKind.DUPLICATE_KEY : FailureKind.FATAL;
    };
  }
}
