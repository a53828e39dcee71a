package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** RocksDB's status as a {@link FailureKind}. Stateless. */
final class RocksFailures {

  private RocksFailures() {}

  static DatabaseException of(RocksDBException failure) {
    return new DatabaseException(kind(failure.getStatus()), line(failure), failure);
  }

  static String line(RocksDBException failure) {
    Status status = failure.getStatus();
    String message = String.valueOf(failure.getMessage()).replace('\n', ' ').strip();
    String code = status == null ? "" : status.getCodeString();
    return code.isEmpty() || message.equals(code) ? message : message + " (" + code + ")";
  }

  /** A status is null when the failure is one of the Java classes. */
  static FailureKind kind(Status status) {
    if (status == null) {
      return FailureKind.FATAL;
    }
    return switch (status.getCode()) {
      case Busy, TryAgain, Expired, MergeInProgress -> FailureKind.DEADLOCK;
      case TimedOut -> FailureKind.LOCK_TIMEOUT;
      case IOError -> isDiskFull(status) ? FailureKind.DISK_FULL : FailureKind.FATAL;
      default -> FailureKind.FATAL;
    };
  }

  /** RocksDB tells it by a code or, for its log, only in the system's words. */
  private static boolean isDiskFull(Status status) {
    return status.getSubCode() == Status.SubCode.NoSpace
        || String.valueOf(status.getState()).contains("No space left on device");
  }
}
