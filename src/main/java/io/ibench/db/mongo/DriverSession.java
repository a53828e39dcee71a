package io.ibench.db.mongo;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoException;
import com.mongodb.TransactionOptions;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * One session of the driver and its transactions, opened when it is first needed. One thread's,
 * except {@link #breakOff}.
 */
final class DriverSession {

  /** A commit can be asked for again without harm; beyond so many times its outcome is unknown. */
  private static final int MOST_COMMITS = 5;

  private static final ClientSessionOptions OPTIONS =
      ClientSessionOptions.builder().causallyConsistent(false).build();

  private final MongoClient client;
  private final Optional<TransactionOptions> transactions;
  private volatile ClientSession session;
  private volatile boolean brokenOff;

  /** A commit failed whose outcome nobody knows: the server may still hold its transaction open. */
  private boolean uncertain;

  /**
   * @param transactions what they are begun with; empty: none are, and a rollback cannot undo
   */
  DriverSession(MongoClient client, Optional<TransactionOptions> transactions) {
    this.client = client;
    this.transactions = transactions;
  }

  /** The driver's session, to call it with. */
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

  void requireUnbroken() throws DatabaseException {
    if (brokenOff) {
      throw new DatabaseException(FailureKind.CONNECTION_LOST, "the session was broken off");
    }
  }

  /** The server hears of it with the transaction's first command. */
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
   * Commits what is open. Where the server could not tell whether it did, though it was there, it
   * is asked again.
   */
  void commit() throws DatabaseException {
    requireUnbroken();
    if (!isInTransaction()) {
      return;
    }
    for (int attempt = 1; ; attempt++) {
      try {
        session.commitTransaction();
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
   * Undoes what is open, if anything is. The driver keeps a failure to itself: then the server ends
   * the transaction by itself, if it has not already.
   */
  void rollback() {
    if (isInTransaction()) {
      session.abortTransaction();
    }
  }

  /** What the server knows it by when a commit of it may not have reached the server. */
  Optional<BsonDocument> uncertain() {
    return Optional.ofNullable(session)
        .filter(open -> uncertain)
        .map(open -> open.getServerSession().getIdentifier());
  }

  /**
   * What the server knows it by, if it was opened. Nobody is given that session again: an operation
   * of a lost connection may still go on in its name.
   */
  Optional<BsonDocument> abandoned() {
    ClientSession open = session;
    if (open == null) {
      return Optional.empty();
    }
    open.getServerSession().markDirty();
    return Optional.of(open.getServerSession().getIdentifier());
  }

  /** Ends the session; the next use opens another one. A transaction that is open is undone. */
  void close() {
    ClientSession closing = session;
    session = null;
    uncertain = false;
    if (closing != null) {
      closing.close();
    }
  }

  /**
   * From now on it cannot be used any more. From any thread.
   *
   * @return what the server knows it by, if it was opened
   */
  Optional<BsonDocument> breakOff() {
    brokenOff = true;
    return Optional.ofNullable(session).map(open -> open.getServerSession().getIdentifier());
  }
}
