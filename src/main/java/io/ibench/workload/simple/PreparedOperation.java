package io.ibench.workload.simple;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import io.ibench.workload.WorkloadCounters;
import java.util.ArrayList;
import java.util.List;

/**
 * An operation with the prepared commands of one worker. Confined to the worker's thread; allocates
 * nothing after it was made.
 */
final class PreparedOperation {

  private final Operation operation;
  private final Values values;
  private final Books books;
  private final WorkloadCounters counters;
  private final Transaction transaction;
  private final Prepared[] commands;
  private final boolean[] reads;
  private final Effects[] effects;
  private final boolean changesNothing;
  private final boolean isTransaction;
  private final boolean commits;
  private final int[] rows;

  /** How many commands have ended in the last execution. */
  private int executed;

  PreparedOperation(
      Operation operation,
      SimplePlan plan,
      Books books,
      WorkloadCounters counters,
      Values values,
      Session session)
      throws DatabaseException {
    this.operation = operation;
    this.values = values;
    this.books = books;
    this.counters = counters;
    this.transaction = session.transaction();
    this.isTransaction = operation.isTransaction();
    int count = operation.commands().size();
    commands = new Prepared[count];
    reads = new boolean[count];
    rows = new int[count];
    Command last = operation.commands().get(count - 1);
    commits = isTransaction && last instanceof Command.Select;
    List<Table> tables = plan.plainTables();
    List<Effects> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Command command = operation.commands().get(i);
      boolean ends = i == count - 1 && !commits;
      commands[i] =
          !isTransaction
              ? session.prepare(command)
              : ends ? transaction.prepareLast(command) : transaction.prepare(command);
      reads[i] = command instanceof Command.Select;
      all.add(Effects.of(command, tables, plan.definition().sumChecks()));
    }
    effects = all.toArray(Effects[]::new);
    changesNothing = operation.commands().stream().allMatch(each -> each instanceof Command.Select);
  }

  /** Whether it can be repeated. */
  boolean changesNothing() {
    return changesNothing;
  }

  void bind() {
    operation.bind(commands, values);
  }

  /** Executes the commands and books what they have changed. Returns the rows of all commands. */
  int execute() throws DatabaseException {
    executed = 0;
    if (!isTransaction) {
      rows[0] = commands[0].execute();
      executed = 1;
    } else {
      executeTransaction();
    }
    return changesNothing ? sum() : succeeded();
  }

  private void executeTransaction() throws DatabaseException {
    transaction.begin();
    for (int i = 0; i < commands.length; i++) {
      operation.bindBefore(i, commands, values);
      rows[i] = commands[i].execute();
      values.executed(i, rows[i]);
      executed = i + 1;
    }
    if (commits) {
      transaction.commit();
    }
  }

  private int sum() {
    int sum = 0;
    for (int i = 0; i < executed; i++) {
      sum += rows[i];
    }
    return sum;
  }

  /**
   * The operation turned out to be committed, after a failure. Nobody knows how many rows the
   * commands have changed whose answers are lost, except for inserts.
   */
  int resolved() {
    for (int i = executed; i < effects.length; i++) {
      if (effects[i].kind() == Effects.Kind.INSERTS) {
        add(effects[i], Books.OfTable.INSERTED, 1);
      } else {
        bookUnknown(effects[i]);
      }
    }
    return Math.max(1, succeeded());
  }

  /** Books what the executed commands have changed. Returns the rows of all of them. */
  private int succeeded() {
    for (int i = 0; i < executed; i++) {
      Effects effect = effects[i];
      switch (effect.kind()) {
        case INSERTS -> add(effect, Books.OfTable.INSERTED, rows[i]);
        case DELETES -> add(effect, Books.OfTable.DELETED, rows[i]);
        case UPSERTS_REPORTED ->
            add(effect, Books.OfTable.INSERTED, commands[i].old() == Prepared.ABSENT ? 1 : 0);
        case UPSERTS -> add(effect, Books.OfTable.INSERTED_UNKNOWN, 1);
        default -> {
          // An update changes no number of rows.
        }
      }
      if (effect.sum() >= 0) {
        counters.add(books.number(effect.sum(), Books.OfSum.ADDED), effect.delta() * rows[i]);
      }
    }
    return sum();
  }

  private void add(Effects effect, Books.OfTable counter, long count) {
    counters.add(books.number(effect.table(), counter), count);
  }

  /** Books that each command may have changed what it changes at most. */
  void bookUnknown() {
    if (changesNothing) {
      return;
    }
    counters.add(books.outcomeUnknown(), 1);
    for (Effects effect : effects) {
      bookUnknown(effect);
    }
  }

  private void bookUnknown(Effects effect) {
    switch (effect.kind()) {
      case INSERTS, UPSERTS, UPSERTS_REPORTED ->
          add(effect, Books.OfTable.INSERTED_UNKNOWN, effect.most());
      case DELETES -> add(effect, Books.OfTable.DELETED_UNKNOWN, effect.most());
      default -> {
        // An update changes no number of rows.
      }
    }
    if (effect.sum() >= 0) {
      boolean bounded = effect.most() < Effects.UNBOUNDED;
      long most = bounded ? effect.most() * Math.abs(effect.delta()) : Effects.UNBOUNDED;
      counters.add(books.number(effect.sum(), Books.OfSum.ADDED_UNKNOWN), most);
    }
  }

  /** A hash of everything that the last execution has read, and of the rows that it changed. */
  long resultHash() {
    if (commands.length == 1) {
      return reads[0] ? commands[0].resultHash() : rows[0];
    }
    long hash = 0;
    for (int i = 0; i < commands.length; i++) {
      hash = RowHash.mix(hash, reads[i] ? commands[i].resultHash() : rows[i]);
    }
    return hash;
  }
}
