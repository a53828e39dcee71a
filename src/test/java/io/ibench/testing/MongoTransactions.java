package io.ibench.testing;

import io.ibench.testing.MongoTouch.Key;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * Sessions, transactions and retried writes on top of an engine that knows none of them.
 *
 * <p>A transaction that writes a document which another open one has written, or which was written
 * by somebody else since it began, gets WriteConflict at once and is aborted, as by MongoDB. A
 * write outside waits for the end of the transaction in its way. What a transaction writes stands
 * in the store at once and is put back by an abort, so that, unlike MongoDB's snapshots, reads see
 * what is not committed; and a range does not find what an open transaction has deleted. A
 * transaction ends with its commit, its abort, a younger one of its session or {@link #abortAll}:
 * none expires, neither by time nor with its connection. Thread-safe: one command at a time.
 */
final class MongoTransactions {

  private enum State {
    OPEN,
    COMMITTED,
    ABORTED
  }

  private static final class Transaction {
    private final long began;
    private final Map<Key, Optional<BsonDocument>> before = new LinkedHashMap<>();
    private State state = State.OPEN;

    Transaction(long began) {
      this.began = began;
    }
  }

  /** What the server keeps of a session: its last number, and what that was. */
  private static final class Session {
    private long number = -1;
    private Optional<BsonDocument> answer = Optional.empty();
    private Optional<Transaction> transaction = Optional.empty();
  }

  private final MongoEngine engine = new MongoEngine();
  private final MongoTouch touch = new MongoTouch(engine);
  private final Map<BsonDocument, Session> sessions = new HashMap<>();
  private final Map<Key, Transaction> holders = new HashMap<>();

  /** When documents were last written, for as long as transactions are open that began earlier. */
  private final Map<Key, Long> written = new HashMap<>();

  private long time;
  private long open;

  synchronized BsonDocument run(MongoCommand command) throws InterruptedException {
    if (command.txnNumber().isEmpty()) {
      return runAlone(command);
    }
    Session session = sessions.computeIfAbsent(command.lsid().orElseThrow(), id -> new Session());
    long number = command.txnNumber().getAsLong();
    if (number < session.number) {
      return MongoAnswers.error(225, "txnNumber " + number + " is less than " + session.number);
    }
    if (command.isInTransaction()) {
      return runInTransaction(session, command);
    }
    if (number == session.number && session.answer.isPresent()) {
      return session.answer.get();
    }
    renew(session, number);
    BsonDocument answer = runAlone(command);
    session.answer = Optional.of(answer).filter(MongoAnswers::isOk);
    return answer;
  }

  private void renew(Session session, long number) {
    session.transaction.ifPresent(this::abort);
    session.transaction = Optional.empty();
    session.answer = Optional.empty();
    session.number = number;
  }

  private BsonDocument runAlone(MongoCommand command) throws InterruptedException {
    if (!MongoTouch.isWrite(command.document()) || open == 0) {
      return engine.run(command.document());
    }
    Set<Key> keys = touch.before(command.document()).keySet();
    while (keys.stream().anyMatch(holders::containsKey)) {
      wait();
      keys = touch.before(command.document()).keySet();
    }
    time++;
    keys.forEach(key -> written.put(key, time));
    return engine.run(command.document());
  }

  private BsonDocument runInTransaction(Session session, MongoCommand command) {
    long number = command.txnNumber().getAsLong();
    if (command.startsTransaction()) {
      if (number == session.number) {
        return MongoAnswers.error(117, "transaction " + number + " has already begun");
      }
      renew(session, number);
      session.transaction = Optional.of(new Transaction(time));
      open++;
    }
    if (number != session.number || session.transaction.isEmpty()) {
      return MongoAnswers.noSuchTransaction(number);
    }
    Transaction transaction = session.transaction.get();
    if (command.isCommit()) {
      return commit(transaction, number);
    }
    if (command.isAbort()) {
      return finishByAbort(transaction, number);
    }
    return transaction.state == State.OPEN
        ? execute(transaction, command.document())
        : MongoAnswers.noSuchTransaction(number);
  }

  private BsonDocument execute(Transaction transaction, BsonDocument command) {
    if (MongoTouch.isWrite(command)) {
      Map<Key, Optional<BsonDocument>> before = touch.before(command);
      if (before.keySet().stream().anyMatch(key -> conflicts(transaction, key))) {
        abort(transaction);
        return MongoAnswers.writeConflict();
      }
      before.forEach(transaction.before::putIfAbsent);
      before.keySet().forEach(key -> holders.put(key, transaction));
    }
    BsonDocument answer = engine.run(command);
    if (!MongoAnswers.isSuccess(answer)) {
      abort(transaction);
    }
    return answer;
  }

  private boolean conflicts(Transaction transaction, Key key) {
    Transaction holder = holders.get(key);
    return holder == null
        ? written.getOrDefault(key, 0L) > transaction.began
        : holder != transaction;
  }

  private BsonDocument commit(Transaction transaction, long number) {
    if (transaction.state == State.ABORTED) {
      return MongoAnswers.noSuchTransaction(number);
    }
    if (transaction.state == State.OPEN) {
      time++;
      transaction.before.keySet().forEach(key -> written.put(key, time));
      end(transaction, State.COMMITTED);
    }
    return MongoAnswers.ok();
  }

  private BsonDocument finishByAbort(Transaction transaction, long number) {
    if (transaction.state == State.COMMITTED) {
      return MongoAnswers.error(256, "transaction " + number + " has been committed");
    }
    if (transaction.state == State.ABORTED) {
      return MongoAnswers.noSuchTransaction(number);
    }
    abort(transaction);
    return MongoAnswers.ok();
  }

  private void abort(Transaction transaction) {
    if (transaction.state == State.OPEN) {
      transaction.before.forEach(touch::restore);
      end(transaction, State.ABORTED);
    }
  }

  private void end(Transaction transaction, State state) {
    transaction.state = state;
    holders.values().removeIf(holder -> holder == transaction);
    if (--open == 0) {
      written.clear();
    }
    notifyAll();
  }

  /** As the server does when a command of a transaction fails. */
  synchronized void abort(MongoCommand command) {
    command
        .lsid()
        .map(sessions::get)
        .filter(session -> session.number == command.txnNumber().orElseThrow())
        .flatMap(session -> session.transaction)
        .ifPresent(this::abort);
  }

  /** As when a primary steps down, or their time is over. */
  synchronized void abortAll() {
    sessions.values().forEach(session -> session.transaction.ifPresent(this::abort));
  }

  synchronized long openTransactions() {
    return open;
  }

  synchronized void close() {
    engine.close();
  }
}
