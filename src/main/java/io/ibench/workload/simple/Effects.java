package io.ibench.workload.simple;

import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a command changes of what the books count. Immutable.
 *
 * @param kind whether its rows are inserted or deleted rows
 * @param table the number of its table
 * @param most the largest number of rows that it can insert or delete; {@link #UNBOUNDED} when
 *     unknown
 * @param additions what it adds to checked sums
 */
record Effects(Kind kind, int table, long most, List<Addition> additions) {

  /** More rows than any table has, and few enough to be added up. */
  static final long UNBOUNDED = 1L << 50;

  /** Whether the books count anything of it. */
  boolean areBooked() {
    return kind != Kind.NONE || !additions.isEmpty();
  }

  /**
   * The bytes of the numbers that a command writes into a row: of an insert or upsert all columns,
   * of an update those that it changes; 0 for a command that writes no values.
   */
  static long numberBytes(Command command) {
    if (command instanceof Command.Insert || command instanceof Command.Upsert) {
      return command.table().numberBytes();
    }
    if (command instanceof Command.Update update) {
      return Stream.concat(
              update.set().stream().map(Assign::column), update.add().stream().map(Add::column))
          .mapToLong(column -> update.table().column(column).type().valueBytes())
          .sum();
    }
    return 0;
  }

  /**
   * What an update adds to a checked sum for each row.
   *
   * @param sum the number of the sum
   * @param parameter the number of the parameter that is added; negative: the constant is
   */
  record Addition(int sum, int parameter, long constant) {}

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
    return new Effects(kind(command), table, most(command), additions(command, sums));
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

  private static List<Addition> additions(Command command, List<Definition.SumCheck> sums) {
    List<Addition> additions = new ArrayList<>();
    if (command instanceof Command.Update update) {
      int parameter =
          (int) update.set().stream().filter(assign -> assign.constant().isEmpty()).count();
      for (Add add : update.add()) {
        int sum = sums.indexOf(new Definition.SumCheck(update.table(), add.column()));
        int bound = add.constant().isPresent() ? -1 : parameter++;
        if (sum >= 0) {
          additions.add(new Addition(sum, bound, add.constant().orElse(0L)));
        }
      }
    }
    return List.copyOf(additions);
  }
}
