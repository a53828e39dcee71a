package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** RocksDB's status as a {@link FailureKind}. Stateless. */
final class RocksFailures {

  private RocksFailures() {}

  static DatabaseException of(RocksDBException failure) {
    return new DatabaseException(kind(failure.getStatus()), line(failure), failure);
  }

  /**
   * The same with what RocksDB's LOG says of a failing disk or a damaged file: its own threads may
   * have met it first, and a write then only learns that RocksDB has stopped.
   */
  static DatabaseException of(RocksDBException failure, Path folder) {
    Status status = failure.getStatus();
    boolean isLogged =
        status != null
            && (status.getCode() == Status.Code.IOError
                || status.getCode() == Status.Code.Corruption);
    String logged = isLogged ? RocksDiagnostics.lastErrors(folder) : "";
    return logged.isEmpty()
        ? of(failure)
        : new DatabaseException(
            kind(status), line(failure) + "; RocksDB's LOG: " + logged, failure);
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
