package io.ibench.workload.simple;

import io.ibench.db.Prepared;
import io.ibench.db.Table;

/**
 * Binds every parameter of one command. Stateless, because one object serves the threads of all
 * workers. Allocates nothing.
 */
@FunctionalInterface
public interface Binder {

  /**
   * @param command the prepared command of this worker
   * @param values random numbers, keys and the time
   */
  void bind(Prepared command, Values values);

  /** Binds the only parameter to any key of the table: {@link Values#any}. */
  static Binder any(Table table) {
    return (command, values) -> command.setLong(0, values.any(table));
  }

  /** Binds the parameters of all commands of a transaction. */
  @FunctionalInterface
  interface OfTransaction {

    /**
     * @param commands in the order of their execution; keep no reference to the array
     */
    void bind(Prepared[] commands, Values values);
  }

  /** Binds one row of a load. Its values follow from the number, the seed and the load time. */
  @FunctionalInterface
  interface OfRow {

    /**
     * @param row its parameters are the table's columns, in order. A primary key of one LONG column
     *     is the number, and bound already
     * @param number from 1 to the rows of the table
     * @param values the random numbers of this row; {@link Values#now} is the load time
     */
    void bind(Prepared row, long number, Values values);
  }
}
