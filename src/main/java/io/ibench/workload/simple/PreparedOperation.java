package io.ibench.workload.simple;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.workload.WorkloadCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An operation with the prepared commands of one worker. Confined to the worker's thread; allocates
 * nothing after it was made.
 */
final class PreparedOperation {

  private final Values values;
  private final WorkloadCounters counters;
  private final int outcomeUnknown;

  /** Negative: no command rolls back. */
  private final int rolledBack;

  private final @Nullable Transaction transaction;
  private final @Nullable Binder only;
  private final Binder.@Nullable OfTransaction all;
  private final Binder.OfTransaction[] before;
  private final Prepared first;
  private final Prepared[] commands;
  private final boolean[] reads;

  /** The commands that change what the books count. */
  private final Booking[] bookings;

  /** The commands that write values. */
  private final Writing[] writings;

  private final int rowBytesWritten;

  private final boolean changesNothing;
  private final boolean[] needsRow;
  private final boolean commits;
  private final int[] rows;

  /** How many commands have ended in the last execution. */
  private int executed;

  private long checksum;

  /**
   * @param effects of the commands, in order
   */
  PreparedOperation(
      Operation operation,
      List<Effects> effects,
      Books books,
      WorkloadCounters counters,
      Values values,
      Session session)
      throws DatabaseException {
    this.values = values;
    this.counters = counters;
    this.outcomeUnknown = books.outcomeUnknown();
    this.rolledBack = operation.mayRollBack() ? books.rolledBack(operation) : -1;
    this.transaction = operation.isTransaction() ? session.transaction() : null;
    this.only = operation.only();
    this.all = operation.binder();
    this.before = operation.before();
    int count = operation.commands().size();
    commands = new Prepared[count];
    reads = new boolean[count];
    rows = new int[count];
    needsRow = new boolean[count];
    for (int i = 0; i < count; i++) {
      needsRow[i] = operation.needsRow(i);
    }
    // A select is no statement to commit with, and a rollback may still follow a command that
    // needs a row.
    commits = operation.commands().get(count - 1) instanceof Command.Select || needsRow[count - 1];
    List<Writing> writing = new ArrayList<>();
    List<Booking> booked = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Command command = operation.commands().get(i);
      Prepared prepared = prepare(command, i == count - 1 && !commits, session);
      boolean writes = !(command instanceof Command.Select || command instanceof Command.Delete);
      commands[i] = writes ? new TrackingPrepared(prepared, command) : prepared;
      if (writes) {
        writing.add(new Writing(i, command));
      }
      reads[i] = command instanceof Command.Select;
      if (effects.get(i).areBooked()) {
        booked.add(new Booking(i, effects.get(i), books));
      }
    }
    first = commands[0];
    bookings = booked.toArray(Booking[]::new);
    writings = writing.toArray(Writing[]::new);
    rowBytesWritten = books.rowBytesWritten();
    changesNothing = operation.commands().stream().allMatch(Command.Select.class::isInstance);
  }

  private Prepared prepare(Command command, boolean last, Session session)
      throws DatabaseException {
    if (transaction == null) {
      return session.prepare(command);
    }
    return last ? transaction.prepareLast(command) : transaction.prepare(command);
  }

  /** The bytes that one command writes. */
  private final class Writing {

    private final int command;
    private final TrackingPrepared bound;
    private final long numberBytes;
    private final int insertedRows;

    Writing(int command, Command description) {
      this.command = command;
      this.bound = (TrackingPrepared) commands[command];
      this.numberBytes = Effects.numberBytes(description);
      this.insertedRows = description instanceof Command.Insert insert ? insert.maxBatch() : 0;
    }

    void executed() {
      count(rows[command]);
    }

    /** The insert turned out to be committed: with all its rows. */
    void inserted() {
      count(insertedRows);
    }

    /** An insert binds each of its rows; an update binds values once for all rows. */
    private void count(int written) {
      long ofBytes = insertedRows > 0 ? bound.bytes() : written * bound.bytes();
      counters.add(rowBytesWritten, written == 0 ? 0 : written * numberBytes + ofBytes);
    }
  }

  /** What the books count of one command. */
  private final class Booking {

    private final int command;
    private final Effects effects;
    private final int counter;
    private final int unknown;
    private final Sum[] sums;

    Booking(int command, Effects effects, Books books) {
      this.command = command;
      this.effects = effects;
      boolean deletes = effects.kind() == Effects.Kind.DELETES;
      counter =
          books.number(effects.table(), deletes ? Books.OfTable.DELETED : Books.OfTable.INSERTED);
      unknown =
          books.number(
              effects.table(),
              deletes ? Books.OfTable.DELETED_UNKNOWN : Books.OfTable.INSERTED_UNKNOWN);
      sums =
          effects.additions().stream()
              .map(addition -> new Sum(addition, commands[command], books))
              .toArray(Sum[]::new);
    }

    void executed() {
      int count = rows[command];
      switch (effects.kind()) {
        case INSERTS, DELETES -> counters.add(counter, count);
        case UPSERTS_REPORTED ->
            counters.add(counter, commands[command].old() == Prepared.ABSENT ? 1 : 0);
        case UPSERTS -> counters.add(unknown, 1);
        case NONE -> {
          for (Sum sum : sums) {
            counters.add(sum.added, sum.delta() * count);
          }
        }
      }
    }

    /** The insert turned out to be committed: with all its rows. */
    void inserted() {
      counters.add(counter, effects.most());
    }

    void unknown() {
      if (effects.kind() != Effects.Kind.NONE) {
        counters.add(unknown, effects.most());
        return;
      }
      boolean bounded = effects.most() < Effects.UNBOUNDED;
      for (Sum sum : sums) {
        counters.add(
            sum.unknown, bounded ? effects.most() * Math.abs(sum.delta()) : Effects.UNBOUNDED);
      }
    }
  }

  /** A checked sum that a command adds to. */
  private static final class Sum {

    private final int added;
    private final int unknown;
    private final int parameter;
    private final long constant;

    /** Null for a constant. */
    private final @Nullable TrackingPrepared numbers;

    Sum(Effects.Addition addition, Prepared command, Books books) {
      added = books.number(addition.sum(), Books.OfSum.ADDED);
      unknown = books.number(addition.sum(), Books.OfSum.ADDED_UNKNOWN);
      parameter = addition.parameter();
      constant = addition.constant();
      numbers = parameter < 0 ? null : (TrackingPrepared) command;
    }

    /** What the last execution has added for each row. */
    long delta() {
      return numbers == null ? constant : numbers.number(parameter);
    }
  }

  /** Whether it can be repeated. */
  boolean changesNothing() {
    return changesNothing;
  }

  /** A hash of everything that it has read, and of the numbers of rows that it has changed. */
  long checksum() {
    return checksum;
  }

  /** Binds all commands before the operation begins. */
  void bind() {
    if (transaction == null) {
      Objects.requireNonNull(only).bind(first, values);
    } else {
      Objects.requireNonNull(all).bind(commands, values);
    }
  }

  /** Executes the commands and books what they have changed. Returns the rows of all commands. */
  int execute() throws DatabaseException {
    return transaction == null ? executeOnly() : executeTransaction();
  }

  private int executeOnly() throws DatabaseException {
    executed = 0;
    int count = first.execute();
    rows[0] = count;
    executed = 1;
    checksum = RowHash.mix(checksum, changesNothing ? first.resultHash() : count);
    for (Writing writing : writings) {
      writing.executed();
    }
    for (Booking booking : bookings) {
      booking.executed();
    }
    return count;
  }

  private int executeTransaction() throws DatabaseException {
    executed = 0;
    int sum = 0;
    long hash = 0;
    Objects.requireNonNull(transaction).begin();
    for (int i = 0; i < commands.length; i++) {
      if (before[i] != null) {
        before[i].bind(commands, values);
      }
      int count = commands[i].execute();
      rows[i] = count;
      values.executed(i, count);
      hash = RowHash.mix(hash, reads[i] ? commands[i].resultHash() : count);
      sum += count;
      executed = i + 1;
      if (count == 0 && needsRow[i]) {
        transaction.rollback();
        counters.add(rolledBack, 1);
        checksum = RowHash.mix(checksum, hash);
        return 0;
      }
    }
    if (commits) {
      transaction.commit();
    }
    checksum = RowHash.mix(checksum, hash);
    for (Writing writing : writings) {
      writing.executed();
    }
    for (Booking booking : bookings) {
      booking.executed();
    }
    return sum;
  }

  /**
   * The operation turned out to be committed, after a failure. Nobody knows how many rows the
   * commands have changed whose answers are lost, except for inserts. Returns the known rows.
   */
  int resolved() {
    int sum = 0;
    for (int i = 0; i < executed; i++) {
      sum += rows[i];
    }
    for (Writing writing : writings) {
      if (writing.command < executed) {
        writing.executed();
      } else {
        writing.inserted();
      }
    }
    for (Booking booking : bookings) {
      if (booking.command < executed) {
        booking.executed();
      } else if (booking.effects.kind() == Effects.Kind.INSERTS) {
        booking.inserted();
      } else {
        booking.unknown();
      }
    }
    return Math.max(1, sum);
  }

  /** Books that each command may have changed what it changes at most. */
  void bookUnknown() {
    if (!changesNothing) {
      counters.add(outcomeUnknown, 1);
      for (Booking booking : bookings) {
        booking.unknown();
      }
    }
  }
}
