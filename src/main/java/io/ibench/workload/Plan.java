package io.ibench.workload;

import io.ibench.db.Command;
import io.ibench.db.Table;
import java.util.List;
import java.util.Map;

/** A workload with its settings, ready to run. Immutable; never uses a database. */
public interface Plan {

  /** The tables, with the exact number of rows that the load inserts. */
  List<LoadedTable> tables();

  /** The names of the operations; an operation's number is its position in this list. */
  List<String> operations();

  /** The role of an operation. */
  default Role role(int operation) {
    return Role.QUERY;
  }

  /** What successful operations count as, in rates and as the divisor of costs. */
  enum Role {
    /** A query or transaction. */
    QUERY,
    /** Its rows are inserted rows. */
    INSERT,
    /** Its rows are deleted rows. */
    DELETE,
    /**
     * Part of no rate. It is never paced, and does not count towards a step's {@code operations}.
     */
    AUXILIARY
  }

  /** The statements of the workload's operations, with typical values. */
  default List<Example> examples() {
    return List.of();
  }

  /**
   * A statement as an operation uses it.
   *
   * @param values of its parameters in order; the list of an IN condition takes its largest number
   */
  record Example(String operation, Command command, List<Long> values) {
    public Example {
      values = List.copyOf(values);
    }
  }

  /**
   * The names of the counters that workers keep besides their operations; see {@link
   * Worker#tallies}. A counter named x_loaded is also reported as the rate x_ps.
   */
  List<String> tallies();

  /**
   * Facts for the report that follow from the counters, one line each.
   *
   * @param tallies the counters of a step or of one repeat, by number
   */
  default List<String> facts(long[] tallies) {
    return List.of();
  }

  List<Step> steps();

  /** Warnings about settings that are allowed, one line each. */
  default List<String> warnings() {
    return List.of();
  }

  /** What a step of this plan does with {@link #tables}. */
  TableUse use(Step step);

  /** How {@code steps} begins in a run that creates and loads the tables; shown to the user. */
  default String stepsThatLoad() {
    return "create, load, ...";
  }

  /**
   * Whether the threads of a step cannot change each other's answers, nor the rows that the step
   * leaves: they only read, or each inserts rows with keys that do not depend on the others. Then
   * ibench also compares the answers of a step with several threads. False is always safe.
   */
  default boolean workersAreIndependent(Step.Work step) {
    return false;
  }

  /** A step that checks the data; it need not be one of {@link #steps}. */
  Step.Action verification();

  /**
   * Every setting that determines the loaded data, the seed among them, by its key and in a fixed
   * order: plans with equal settings load the same data. Each value is one line in a canonical form
   * ({@code 1000000}, however the user wrote it).
   */
  Map<String, String> dataSettings();

  /**
   * Begins a run.
   *
   * @param epochMillis the time that loaded rows get
   * @param dataset the tables as the run finds them; every change to them goes through it
   */
  WorkloadRun begin(long epochMillis, Dataset dataset);

  /** A table and its rows after the load. */
  record LoadedTable(Table table, long rows) {}
}
