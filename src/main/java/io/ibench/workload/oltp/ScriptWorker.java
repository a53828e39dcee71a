package io.ibench.workload.oltp;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.RowHash;
import io.ibench.db.Transaction;
import io.ibench.db.Transaction.Begin;
import io.ibench.workload.Laps;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.oltp.OltpBooks.OfTable;
import io.ibench.workload.oltp.Statements.Effect;
import java.util.Optional;

/**
 * Executes one script, again and again: its statements in one transaction, or each by itself.
 *
 * <p>A repeated transaction has the same values. Without one, a repetition goes on with the
 * statement that failed: those before it are committed.
 */
final class ScriptWorker implements Worker {

  private final int operation;
  private final Statements[] statements;

  /** Empty: each statement commits by itself. */
  private final Optional<Transaction> transaction;

  private final Begin begin;

  /** The last statement also commits. */
  private final boolean mergesCommit;

  private final boolean onlyReads;
  private final boolean repeatsDuplicates;
  private final AnswerSample answers;
  private final Laps laps;
  private final int firstPart;
  private final WorkloadCounters booked;
  private final WorkloadCounters counters = OltpCounter.SET.worker();

  /** The effect of each of the statements that is not yet counted. */
  private final Effect[] effects;

  /** Where a script without a transaction is: which statements, and which of them. */
  private int at;

  private int number;
  private int rows;
  private long hash;
  private long checksum;

  /**
   * @param operation the script's number in the plan
   * @param laps where the script's first part has the number {@code firstPart}
   */
  ScriptWorker(
      int operation,
      Statements[] statements,
      Optional<Transaction> transaction,
      Begin begin,
      boolean mergesCommit,
      boolean onlyReads,
      boolean repeatsDuplicates,
      AnswerSample answers,
      Laps laps,
      int firstPart,
      WorkloadCounters booked) {
    this.operation = operation;
    this.statements = statements;
    this.transaction = transaction;
    this.begin = begin;
    this.mergesCommit = mergesCommit;
    this.onlyReads = onlyReads;
    this.repeatsDuplicates = repeatsDuplicates;
    this.answers = answers;
    this.laps = laps;
    this.firstPart = firstPart;
    this.booked = booked;
    this.effects = new Effect[statements.length];
    for (int i = 0; i < effects.length; i++) {
      effects[i] = new Effect();
    }
  }

  @Override
  public int next() {
    return operation;
  }

  @Override
  public void prepare(int chosen, long epochMillis) {
    boolean readsValues = answers.next();
    for (Statements each : statements) {
      each.draw();
      each.readValues(readsValues);
    }
    laps.backTo(0);
    restart();
  }

  private void restart() {
    at = 0;
    number = 0;
    rows = 0;
    hash = checksum;
    for (Effect effect : effects) {
      effect.clear();
    }
  }

  @Override
  public int execute(int chosen) throws DatabaseException {
    laps.begin();
    if (transaction.isPresent()) {
      executeIn(transaction.get());
    } else {
      executeAlone();
    }
    laps.end();
    counters.add(OltpCounter.TRANSACTIONS.ordinal(), 1);
    checksum = hash;
    return rows;
  }

  private void executeIn(Transaction open) throws DatabaseException {
    laps.backTo(0);
    restart();
    open.begin(begin);
    if (begin.isTrip()) {
      laps.lap(firstPart + TransactionPart.BEGIN.ordinal());
    }
    for (int i = 0; i < statements.length; i++) {
      for (int j = 0; j < statements[i].count(); j++) {
        hash = RowHash.mix(hash, statements[i].run(j, effects[i]));
      }
    }
    if (!mergesCommit) {
      open.commit();
      laps.lap(firstPart + TransactionPart.COMMIT.ordinal());
    }
    counters.add(OltpCounter.OTHER.ordinal(), 2);
    for (int i = 0; i < statements.length; i++) {
      count(i);
    }
  }

  private void executeAlone() throws DatabaseException {
    for (; at < statements.length; at++) {
      for (; number < statements[at].count(); number++) {
        try {
          hash = RowHash.mix(hash, statements[at].run(number, effects[at]));
        } finally {
          count(at);
        }
      }
      number = 0;
    }
  }

  /** Counts what statements have done that are committed. */
  private void count(int i) {
    Effect effect = effects[i];
    int table = statements[i].table();
    rows += effect.rowsRead + effect.changed;
    add(OltpCounter.READS, effect.reads);
    add(OltpCounter.WRITES, effect.writes);
    add(OltpCounter.ROWS_READ, effect.rowsRead);
    add(OltpCounter.UNMATCHED, effect.unmatched);
    add(OltpCounter.INSERTED, effect.inserted);
    add(OltpCounter.DELETED, effect.deleted);
    add(OltpCounter.K_ADDED, effect.added);
    add(OltpCounter.ROW_BYTES_WRITTEN, effect.rowBytes);
    OltpBooks.add(booked, table, OfTable.INSERTED, effect.inserted);
    OltpBooks.add(booked, table, OfTable.DELETED, effect.deleted);
    OltpBooks.add(booked, table, OfTable.ADDED, effect.added);
    effect.clear();
  }

  private void add(OltpCounter counter, long delta) {
    if (delta != 0) {
      counters.add(counter.ordinal(), delta);
    }
  }

  @Override
  public void rollback() throws DatabaseException {
    if (transaction.isPresent()) {
      transaction.get().rollback();
    }
  }

  @Override
  public boolean isRepeatable(int chosen, FailureKind failure) {
    return repeatsDuplicates && failure == FailureKind.DUPLICATE_KEY;
  }

  /** Reads are idempotent; nobody knows who else has written a row meanwhile. */
  @Override
  public int resolveOutcome(int chosen) {
    return onlyReads ? NOT_EXECUTED : UNKNOWN_OUTCOME;
  }

  @Override
  public void failed(int chosen, boolean outcomeUnknown) {
    if (!outcomeUnknown || onlyReads) {
      return;
    }
    counters.add(OltpCounter.UNCERTAIN.ordinal(), 1);
    for (int i = 0; i < statements.length; i++) {
      if (transaction.isPresent() || i == at) {
        statements[i].uncertain(booked);
      }
    }
  }

  @Override
  public long checksum(int chosen) {
    return chosen == operation ? checksum : 0;
  }

  @Override
  public WorkloadCounters counters() {
    return counters;
  }

  @Override
  public WorkloadCounters booked() {
    return booked;
  }
}
