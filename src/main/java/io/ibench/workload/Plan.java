package io.ibench.workload;

import io.ibench.db.Command;
import io.ibench.db.Table;
import java.util.List;
import java.util.Map;

/** An experiment made ready to run. Immutable; touches no database. */
public interface Plan {

  /** The tables, with the exact number of rows that the load will put into them. */
  List<LoadedTable> tables();

  /** The names of the operations; the position is the operation's number everywhere. */
  List<String> operations();

  /** What the successes of an operation count as. */
  default Role role(int operation) {
    return Role.QUERY;
  }

  /** What the successes of an operation count as, in rates and in what costs are divided by. */
  enum Role {
    /** A query or transaction. */
    QUERY,
    /** Its rows are inserted rows. */
    INSERT,
    /** Its rows are deleted rows. */
    DELETE,
    /**
     * Done on the side and no part of any rate: it is never paced, and does not count as one of a
     * step's operations.
     */
    ASIDE
  }

  /** The statements that the workload's operations consist of, with values such as they use. */
  default List<Example> examples() {
    return List.of();
  }

  /**
   * A statement as an operation uses it.
   *
   * @param values of its parameters in order; a list in an IN condition takes as many as it may
   *     have
   */
  record Example(String operation, Command command, List<Long> values) {
    public Example {
      values = List.copyOf(values);
    }
  }

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

  /** What the user must know of these settings although they are allowed, one line each. */
  default List<String> warnings() {
    return List.of();
  }

  /** What a step of this plan does with {@link #tables}. */
  TableUse use(Step step);

  /** How {@code steps} begins for tables that are to be made and loaded, as the user is told it. */
  default String stepsThatLoad() {
    return "create, load, ...";
  }

  /** A step that checks the data, whether or not it is one of {@link #steps}. */
  Step.Action verification();

  /**
   * Every setting that shapes the loaded data, the seed among them, by its key, in an order that
   * stays: two plans load the same data if these are equal. Values are text in one form each
   * ({@code 1000000}, however the user wrote it), on one line.
   */
  Map<String, String> dataSettings();

  /**
   * Begins a run.
   *
   * @param epochMillis the time that loaded data bears
   * @param dataset the tables as the run finds them; the experiment makes, fills, changes and drops
   *     them by way of it
   */
  WorkloadRun begin(long epochMillis, Dataset dataset);

  /** A table and its rows after the load. */
  record LoadedTable(Table table, long rows) {}
}
