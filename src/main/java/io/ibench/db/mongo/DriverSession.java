package io.ibench.db.mongo;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoException;
import com.mongodb.TransactionOptions;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * One session of the driver and its transactions, opened for the first use. Not thread-safe, except
 * {@link #breakOff}.
 */
final class DriverSession {

  /** A commit can be repeated safely; after this number of attempts its outcome is unknown. */
  private static final int MOST_COMMITS = 5;

  private static final ClientSessionOptions OPTIONS =
      ClientSessionOptions.builder().causallyConsistent(false).build();

  private final MongoClient client;
  private final Optional<TransactionOptions> transactions;
  private volatile @Nullable ClientSession session;
  private volatile boolean brokenOff;

  /** A commit has failed with unknown outcome: its transaction may still be open on the server. */
  private boolean uncertain;

  /**
   * @param transactions options of transactions; empty: no transactions, and rollback does nothing
   */
  DriverSession(MongoClient client, Optional<TransactionOptions> transactions) {
    this.client = client;
    this.transactions = transactions;
  }

  /** The driver's session, for its calls. */
  ClientSession get() throws DatabaseException {
    requireUnbroken();
    if (session == null) {
      try {
        session = client.startSession(OPTIONS);
      } catch (MongoException e) {
        throw MongodbFailures.of(e);
      }
    }
    return session;
  }

  private void requireUnbroken() throws DatabaseException {
    if (brokenOff) {
      throw new DatabaseException(FailureKind.CONNECTION_LOST, "the session was broken off");
    }
  }

  /** Begins a transaction; the first command tells the server. */
  void begin() throws DatabaseException {
    if (transactions.isPresent()) {
      get().startTransaction(transactions.get());
    }
  }

  void beginIfNone() throws DatabaseException {
    if (transactions.isPresent() && !get().hasActiveTransaction()) {
      begin();
    }
  }

  private boolean isInTransaction() {
    ClientSession open = session;
    return open != null && open.hasActiveTransaction();
  }

  /**
   * Commits the open transaction, if any. Repeats the commit when the server answers that it does
   * not know the outcome.
   */
  void commit() throws DatabaseException {
    requireUnbroken();
    if (!isInTransaction()) {
      return;
    }
    for (int attempt = 1; ; attempt++) {
      try {
        Objects.requireNonNull(session).commitTransaction();
        return;
      } catch (MongoException e) {
        if (attempt == MOST_COMMITS || !MongodbFailures.mayCommitAgain(e)) {
          DatabaseException failure = MongodbFailures.ofCommit(e);
          uncertain = failure.kind() == FailureKind.OUTCOME_UNKNOWN;
          throw failure;
        }
      }
    }
  }

  /**
   * Rolls back the open transaction, if any. The driver hides a failure; the server then ends the
   * transaction itself.
   */
  void rollback() {
    if (isInTransaction()) {
      Objects.requireNonNull(session).abortTransaction();
    }
  }

  /** The server's id of the session, if a commit may not have reached the server. */
  Optional<BsonDocument> uncertain() {
    return Optional.ofNullable(session)
        .filter(open -> uncertain)
        .map(open -> open.getServerSession().getIdentifier());
  }

  /**
   * The server's id of the session, if it was opened. The session is not reused: an operation of a
   * lost connection may still run in it.
   */
  Optional<BsonDocument> abandoned() {
    ClientSession open = session;
    if (open == null) {
      return Optional.empty();
    }
    open.getServerSession().markDirty();
    return Optional.of(open.getServerSession().getIdentifier());
  }

  /** Ends the effect of {@link #breakOff}. */
  void mend() {
    brokenOff = false;
  }

  /** Ends the session and rolls back an open transaction; the next use opens another session. */
  void close() {
    ClientSession closing = session;
    session = null;
    uncertain = false;
    if (closing != null) {
      closing.close();
    }
  }

  /**
   * Makes it unusable until {@link #mend}. Called from any thread.
   *
   * @return the server's id of the session, if it was opened
   */
  Optional<BsonDocument> breakOff() {
    brokenOff = true;
    return Optional.ofNullable(session).map(open -> open.getServerSession().getIdentifier());
  }
}
