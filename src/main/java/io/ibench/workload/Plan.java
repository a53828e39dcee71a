package io.ibench.workload;

import io.ibench.db.Table;
import java.util.List;

/** An experiment made ready to run. Immutable; touches no database. */
public interface Plan {

  /** The tables, with the exact number of rows that the load will put into them. */
  List<LoadedTable> tables();

  /** The names of the operations; the position is the operation's number everywhere. */
  List<String> operations();

  /**
   * The names of what workers count beside operations; see {@link Worker#tallies}. One named
   * x_loaded is reported as the rate x_ps as well.
   */
  List<String> tallies();

  /**
   * What tallies say that is worth saying, one line each.
   *
   * @param tallies of a step of workers, or of one repeat of it, by number
   */
  default List<String> facts(long[] tallies) {
    return List.of();
  }

  List<Step> steps();

  /**
   * Begins a run.
   *
   * @param epochMillis the time that loaded data bears
   */
  Experiment begin(long epochMillis);

  /** A table and its rows after the load. */
  record LoadedTable(Table table, long rows) {}
}
