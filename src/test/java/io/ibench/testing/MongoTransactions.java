package io.ibench.testing;

import io.ibench.testing.MongoTouch.Key;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.bson.BsonDocument;

/**
 * Sessions, transactions and retried writes on top of an engine without them.
 *
 * <p>A transaction that writes a document which another open one has written, or which was written
 * by another session since it began, gets WriteConflict immediately and is aborted, as by MongoDB.
 * A write outside waits for the end of the transaction in its way. The writes of a transaction are
 * in the engine immediately; they are removed while a command of another session runs, and for good
 * by an abort. So no session sees uncommitted writes; but a transaction reads what is committed now
 * and no snapshot. It ends with its commit, its abort, a younger one of its session or {@link
 * #abortAll}: it does not expire, neither by time nor with its connection. Upserts and inserts have
 * to name their {@code _id}. Thread-safe: one command at a time.
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

  /** The state that the server keeps of a session: its last number, and what that was. */
  private static final class Session {
    private long number = -1;
    private Optional<BsonDocument> answer = Optional.empty();
    private Optional<Transaction> transaction = Optional.empty();
  }

  private final MongoEngine engine = new MongoEngine();
  private final MongoTouch touch = new MongoTouch(engine);
  private final Map<BsonDocument, Session> sessions = new HashMap<>();
  private final Map<Key, Transaction> holders = new HashMap<>();

  /** When documents were last written, while transactions are open that began earlier. */
  private final Map<Key, Long> written = new HashMap<>();

  private long time;
  private long open;

  /**
   * Executes a command of any session.
   *
   * @param primary whether the server that got the command is; evaluated when nothing else runs
   */
  synchronized BsonDocument run(MongoCommand command, BooleanSupplier primary)
      throws InterruptedException {
    while (primary.getAsBoolean() && hasToWait(command)) {
      wait();
    }
    return primary.getAsBoolean() ? runNow(command) : MongoAnswers.notPrimary(command);
  }

  private boolean hasToWait(MongoCommand command) {
    return open > 0
        && !command.isInTransaction()
        && MongoTouch.isWrite(command.document())
        && touched(Optional.empty(), command.document()).keySet().stream()
            .anyMatch(holders::containsKey);
  }

  private BsonDocument runNow(MongoCommand command) {
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

  private BsonDocument runAlone(MongoCommand command) {
    if (open > 0 && MongoTouch.isWrite(command.document())) {
      time++;
      touched(Optional.empty(), command.document()).keySet().forEach(key -> written.put(key, time));
    }
    BsonDocument document = command.document();
    return apart(Optional.empty(), document, () -> engine.run(document));
  }

  private Map<Key, Optional<BsonDocument>> touched(
      Optional<Transaction> own, BsonDocument command) {
    return apart(own, command, () -> touch.before(command));
  }

  /** Executes the command without the visible writes of other open transactions. */
  private <T> T apart(Optional<Transaction> own, BsonDocument command, Supplier<T> work) {
    MongoScope scope = MongoScope.of(command);
    Map<Key, Optional<BsonDocument>> others = new LinkedHashMap<>();
    holders.forEach(
        (key, holder) -> {
          if (own.filter(mine -> mine == holder).isEmpty() && scope.contains(key)) {
            others.put(key, touch.present(key));
            touch.restore(key, holder.before.get(key));
          }
        });
    T result = work.get();
    others.forEach(touch::restore);
    return result;
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
      Map<Key, Optional<BsonDocument>> before = touched(Optional.of(transaction), command);
      if (before.keySet().stream().anyMatch(key -> conflicts(transaction, key))) {
        abort(transaction);
        return MongoAnswers.writeConflict();
      }
      before.forEach(transaction.before::putIfAbsent);
      before.keySet().forEach(key -> holders.put(key, transaction));
    }
    BsonDocument answer = apart(Optional.of(transaction), command, () -> engine.run(command));
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

  /** As the server does when a command of a transaction fails; returns whether it was open. */
  synchronized boolean abort(MongoCommand command) {
    Optional<Transaction> transaction =
        command
            .lsid()
            .map(sessions::get)
            .filter(session -> session.number == command.txnNumber().orElseThrow())
            .flatMap(session -> session.transaction)
            .filter(found -> found.state == State.OPEN);
    transaction.ifPresent(this::abort);
    return transaction.isPresent();
  }

  /** Aborts the session's open transaction. */
  synchronized void kill(BsonDocument lsid) {
    Optional.ofNullable(sessions.get(lsid))
        .flatMap(session -> session.transaction)
        .ifPresent(this::abort);
  }

  /** As when their time is over. */
  synchronized void abortAll() {
    sessions.values().forEach(session -> session.transaction.ifPresent(this::abort));
  }

  /** Ends the primary's term between two commands, and with it all open transactions. */
  synchronized void stepDown(Runnable losePrimary) {
    losePrimary.run();
    abortAll();
    notifyAll();
  }

  synchronized long openTransactions() {
    return open;
  }

  synchronized void close() {
    engine.close();
  }
}
