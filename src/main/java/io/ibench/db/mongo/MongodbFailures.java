package io.ibench.db.mongo;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import io.ibench.db.DatabaseException;
import io.ibench.db.Kind;
import java.util.function.Supplier;

/** Classifies the driver's exceptions. */
final class MongodbFailures {

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

  static DatabaseException of(MongoException failure) {
    return new DatabaseException(kind(failure), String.valueOf(failure.getMessage()), failure);
  }

  private static Kind kind(MongoException failure) {
    if (failure instanceof MongoBulkWriteException bulk) {
      boolean duplicate =
          bulk.getWriteErrors().stream().anyMatch(error -> isDuplicate(error.getCode()));
      return duplicate ? Kind.DUPLICATE_KEY : Kind.FATAL;
    }
    if (isDuplicate(failure.getCode())) {
      return Kind.DUPLICATE_KEY;
    }
    // Without a server the driver waits for one until its selection timeout.
    boolean network =
        failure instanceof MongoSocketException || failure instanceof MongoTimeoutException;
    return network ? Kind.CONNECTION_LOST : Kind.FATAL;
  }

  private static boolean isDuplicate(int code) {
    return ErrorCategory.fromErrorCode(code) == ErrorCategory.DUPLICATE_KEY;
  }
}
