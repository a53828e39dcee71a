package io.ibench.contract;

import io.ibench.db.Add;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/** Several sessions that write the same rows. Deadlocks and lock timeouts are retried. */
final class ConcurrencyRules extends RuleGroup {

  private static final int SESSIONS = 4;
  private static final int ROUNDS = 10;

  /** Some products need a second to notice a deadlock. */
  private static final int DEADLOCKS = 2;

  /** Long enough for another session to read a value that it must not use. */
  private static final long HEAD_START_MILLIS = 250;

  private static final int HEAD_STARTS = 3;
  private static final int MAX_ATTEMPTS = 1_000;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  ConcurrencyRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS);
  }

  /** What one of the threads does with its own session. */
  private interface Share {
    List<Long> of(Session own) throws DatabaseException;
  }

  /** One answer, or a retry. */
  private interface Attempt {
    long run() throws DatabaseException;
  }

  /** Runs the share on all threads at once; their results, thread by thread. */
  private List<List<Long>> together(Share share) throws DatabaseException {
    List<FutureTask<List<Long>>> tasks = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      Session own = workspace.session();
      tasks.add(Workspace.elsewhere(() -> share.of(own)));
    }
    List<List<Long>> results = new ArrayList<>();
    for (FutureTask<List<Long>> task : tasks) {
      results.add(Workspace.result(task));
    }
    return results;
  }

  private static long retried(Transaction transaction, Attempt attempt) throws DatabaseException {
    for (int attempts = 1; ; attempts++) {
      try {
        return attempt.run();
      } catch (DatabaseException e) {
        boolean conflict = e.kind() == FailureKind.DEADLOCK || e.kind() == FailureKind.LOCK_TIMEOUT;
        if (!conflict || attempts == MAX_ATTEMPTS) {
          throw e;
        }
        transaction.rollback();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private static List<Long> inAscendingOrder(List<List<Long>> results, int round) {
    return results.stream().map(result -> result.get(round)).sorted().toList();
  }

  private static final List<Long> ONCE_EACH =
      LongStream.rangeClosed(1, SESSIONS).mapToObj(n -> n == 1 ? Prepared.ABSENT : n - 1).toList();

  @Rule("Of several sessions that upsert a new row at once, only one is told that it was missing.")
  void tellsOneOfSeveralUpsertsThatTheRowWasMissing() throws DatabaseException {
    Command upsert =
        new Command.Upsert(
            Tables.THINGS,
            List.of("kind", "id", "state", "size", "label"),
            List.of("state"),
            List.of(new Add("weight", 1)),
            Optional.of("weight"));
    List<List<Long>> olds =
        together(
            own -> {
              Prepared prepared = own.prepare(upsert);
              List<Long> old = new ArrayList<>();
              for (long id = 1; id <= ROUNDS; id++) {
                bindKey(prepared, 0, 1, id);
                prepared.setLong(2, 1);
                prepared.setLong(3, 1);
                prepared.setBytes(4, LABEL, LABEL.length);
                retried(own.transaction(), prepared::execute);
                old.add(prepared.old());
              }
              return old;
            });
    for (int round = 0; round < ROUNDS; round++) {
      Expect.list(
          "old values of one row in all sessions", ONCE_EACH, inAscendingOrder(olds, round));
    }
    List<Long> weights = things().stream().map(thing -> thing.get(3)).toList();
    Expect.list("counts", LongStream.range(0, ROUNDS).map(i -> SESSIONS).boxed().toList(), weights);
  }

  @Rule(
      value =
          "The old value of a row that another session has changed, but not committed, is the value"
              + " after that change.",
      needs = {Need.DATA, Need.TRANSACTIONS})
  void reportsTheOldValueAfterAnotherSessionsCommit() throws DatabaseException {
    thing(1, 1, 0, 0, 0);
    Command count =
        new Command.Update(
            Tables.THINGS,
            List.of(),
            List.of(new Add("weight", 1)),
            THING_KEY,
            Optional.of("weight"));
    Transaction first = session.transaction();
    Prepared change = first.prepare(count);
    Session other = workspace.session();
    Prepared later = other.prepare(count);
    bindKey(change, 0, 1, 1);
    bindKey(later, 0, 1, 1);
    later.execute();
    for (long round = 0; round < HEAD_STARTS; round++) {
      first.begin();
      change.execute();
      CountDownLatch started = new CountDownLatch(1);
      FutureTask<Long> old =
          Workspace.elsewhere(
              () -> {
                started.countDown();
                retried(other.transaction(), later::execute);
                return later.old();
              });
      Workspace.await(started);
      Workspace.endsWithin(old, HEAD_START_MILLIS);
      first.commit();
      Expect.equal("old value in the second session", 2 * round + 2, Workspace.result(old));
    }
  }

  @Rule("Of several sessions that insert the same key at once, one succeeds.")
  void letsOneOfSeveralInsertsSucceed() throws DatabaseException {
    List<List<Long>> inserted =
        together(
            own -> {
              Prepared insert = own.prepare(insertOf(Tables.THINGS, 1));
              List<Long> counts = new ArrayList<>();
              for (long id = 1; id <= ROUNDS; id++) {
                bindThing(insert, 1, id, 0, 0, 0, LABEL);
                counts.add(retried(own.transaction(), () -> insertedRows(insert)));
              }
              return counts;
            });
    for (int round = 0; round < ROUNDS; round++) {
      long sum = inserted.get(0).get(round);
      for (int i = 1; i < SESSIONS; i++) {
        sum += inserted.get(i).get(round);
      }
      Expect.equal("inserts of one key that succeed", 1L, sum);
    }
    Expect.equal("rows", ROUNDS, things().size());
  }

  private static long insertedRows(Prepared insert) throws DatabaseException {
    try {
      return insert.execute();
    } catch (DatabaseException e) {
      if (e.kind() == FailureKind.DUPLICATE_KEY) {
        return 0;
      }
      throw e;
    }
  }

  @Rule("Keys that are generated for several sessions at once are all different.")
  void generatesDifferentKeysForSeveralSessions() throws DatabaseException {
    workspace.create(Tables.NOTES);
    together(
        own -> {
          Prepared insert =
              own.prepare(new Command.Insert(Tables.NOTES, List.of("amount", "content"), 1));
          for (long amount = 1; amount <= ROUNDS; amount++) {
            insert.setLong(0, amount);
            insert.setBytes(1, LABEL, LABEL.length);
            retried(own.transaction(), insert::execute);
          }
          return List.of();
        });
    long keys = notes().stream().map(note -> note.get(0)).distinct().count();
    Expect.equal("different keys", (long) SESSIONS * ROUNDS, keys);
  }

  @Rule(
      value = "No addition of concurrent transactions is lost, and none is done twice.",
      needs = {Need.DATA, Need.TRANSACTIONS})
  void losesNoAdditionOfConcurrentTransactions() throws DatabaseException {
    thing(1, 1, 0, 0, 0);
    thing(1, 2, 0, 0, 0);
    Command count =
        new Command.Update(
            Tables.THINGS, List.of(), List.of(new Add("weight", 1)), THING_KEY, Optional.empty());
    together(
        own -> {
          Transaction transaction = own.transaction();
          Prepared first = transaction.prepare(count);
          Prepared last = transaction.prepareLast(count);
          for (int i = 0; i < ROUNDS; i++) {
            long id = i < DEADLOCKS ? 1 + i % 2 : 1;
            bindKey(first, 0, 1, id);
            bindKey(last, 0, 1, 3 - id);
            retried(
                transaction,
                () -> {
                  transaction.begin();
                  first.execute();
                  return last.execute();
                });
          }
          return List.of();
        });
    long sum = SESSIONS * ROUNDS;
    expectThings(row(1, 1, 0, sum, 0), row(1, 2, 0, sum, 0));
  }
}
