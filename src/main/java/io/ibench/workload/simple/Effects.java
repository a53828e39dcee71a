package io.ibench.workload.simple;

import io.ibench.db.Add;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Table;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a command changes of what the books count. Immutable.
 *
 * @param kind whether its rows are inserted or deleted rows
 * @param table the number of its table
 * @param most the largest number of rows that it can insert or delete; {@link #UNBOUNDED} when
 *     unknown
 * @param sum the number of the checked sum that it changes; negative: none
 * @param delta what it adds to that sum for each row
 */
record Effects(Kind kind, int table, long most, int sum, long delta) {

  /** More rows than any table has, and few enough to be added up. */
  static final long UNBOUNDED = 1L << 50;

  /** Whether the books count anything of it. */
  boolean areBooked() {
    return kind != Kind.NONE || sum >= 0;
  }

  /** How the rows of a command change the rows of its table. */
  enum Kind {
    NONE,
    INSERTS,
    DELETES,
    /** Inserts a row if it was not there; reports which. */
    UPSERTS_REPORTED,
    /** Inserts a row if it was not there; nobody knows. */
    UPSERTS
  }

  static Effects of(Command command, List<Table> tables, List<Definition.SumCheck> sums) {
    int table = tables.indexOf(command.table());
    int sum = sum(command, sums);
    long delta = sum < 0 ? 0 : delta((Command.Update) command, sums.get(sum).column());
    return new Effects(kind(command), table, most(command), sum, delta);
  }

  private static Kind kind(Command command) {
    if (command instanceof Command.Upsert upsert) {
      return upsert.old().isPresent() ? Kind.UPSERTS_REPORTED : Kind.UPSERTS;
    }
    if (command instanceof Command.Insert) {
      return Kind.INSERTS;
    }
    return command instanceof Command.Delete ? Kind.DELETES : Kind.NONE;
  }

  private static long most(Command command) {
    if (command instanceof Command.Delete delete && delete.limit() > 0) {
      return delete.limit();
    }
    if (command instanceof Command.Delete || command instanceof Command.Update) {
      return isOneRow(command) ? 1 : UNBOUNDED;
    }
    return command instanceof Command.Insert insert ? insert.maxBatch() : 1;
  }

  /** Whether conditions of equality cover the primary key. */
  static boolean isOneRow(Command command) {
    return command.where().stream()
        .filter(condition -> condition.op() == Condition.Op.EQ)
        .map(Condition::column)
        .collect(Collectors.toSet())
        .containsAll(command.table().primaryKey());
  }

  private static int sum(Command command, List<Definition.SumCheck> sums) {
    for (int i = 0; i < sums.size(); i++) {
      String column = sums.get(i).column();
      if (sums.get(i).table().equals(command.table())
          && command instanceof Command.Update update
          && update.add().stream().anyMatch(add -> add.column().equals(column))) {
        return i;
      }
    }
    return -1;
  }

  private static long delta(Command.Update update, String column) {
    return update.add().stream()
        .filter(add -> add.column().equals(column))
        .mapToLong(Add::delta)
        .sum();
  }
}
