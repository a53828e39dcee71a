package io.ibench.workload;

import io.ibench.db.Command;
import io.ibench.db.Table;
import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A workload with its settings, ready to run. Immutable; never uses a database. */
public interface Plan {

  /** The tables, with the exact number of rows that the load inserts. */
  List<LoadedTable> tables();

  /** The names of the operations; an operation's number is its position in this list. */
  List<String> operations();

  /**
   * The parts of the operations whose times a worker reports with {@link Laps}; a part's number is
   * its position in this list.
   */
  default List<Part> parts() {
    return List.of();
  }

  /**
   * A part of an operation.
   *
   * @param operation the operation's number
   * @param name unique in the operation
   */
  record Part(int operation, String name) {}

  /** The role of an operation. */
  default Role role(int operation) {
    return Role.QUERY;
  }

  /**
   * The rows that the load inserts; empty when the plan cannot know them exactly. Then {@link
   * LoadedTable#rows} are estimates.
   */
  default OptionalLong exactRows() {
    return OptionalLong.of(tables().stream().mapToLong(LoadedTable::rows).sum());
  }

  /** The texts that define the workload, by file name; a copy of them is kept with the results. */
  default Map<String, String> files() {
    return Map.of();
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
   * What workers count besides their operations; a counter's number is its position in this list.
   * See {@link Worker#counters}.
   */
  default List<WorkloadCounter> counters() {
    return List.of();
  }

  /**
   * Facts for the report that follow from the counters, one line each.
   *
   * @param counters of a step or of one repeat, by number
   */
  default List<String> facts(long[] counters) {
    return List.of();
  }

  /**
   * Figures by the names that the workload's users know, and what a reader of the rates must know
   * about the operations; every report shows them, one line each.
   *
   * @param counters of the step or of one repeat, by number
   * @param successes of the operations, by number
   */
  default List<String> rates(Step step, long[] counters, long[] successes, double seconds) {
    return List.of();
  }

  /** The kinds of step of the workload by their names, in the order of a usual run. */
  Map<String, StepKind> kinds();

  List<Step> steps();

  /** How many statements a step's workers keep prepared together; 0: too few to count. */
  default long preparedStatements(Step step) {
    return 0;
  }

  /**
   * Whether a step changes nothing in the database, so that it needs no right to write. False is
   * always safe.
   */
  default boolean onlyReads(Step step) {
    return step.use() == TableUse.READS || step.use() == TableUse.VERIFIES;
  }

  /**
   * Whether the workers of a group ask their sessions for transactions or snapshots, for which some
   * products open a second connection.
   */
  default boolean usesTransactions(Step.Work step, Step.Group group) {
    return false;
  }

  /** Warnings about settings that are allowed, one line each. */
  default List<String> warnings() {
    return List.of();
  }

  /**
   * Whether the threads of a step cannot change each other's answers, nor the rows that the step
   * leaves: they only read, or each inserts rows with keys that do not depend on the others. Then
   * ibench also compares the answers of a step with several threads. False is always safe.
   */
  default boolean workersAreIndependent(Step.Work step) {
    return false;
  }

  /** Whether any row contains the time at which it was written. */
  default boolean rowsContainTimes() {
    return true;
  }

  /**
   * Whether a load can go on where a process that died has left it; see {@link
   * WorkloadRun#continueLoad}.
   */
  default boolean continuesLoads() {
    return false;
  }

  /**
   * Every setting that determines the loaded data, the seed among them, by its key and in a fixed
   * order: plans with equal settings load the same data. Each value is one line in a canonical form
   * ({@code 1000000}, however the user wrote it).
   */
  Map<String, String> dataSettings();

  /**
   * The texts behind a checksum among {@link #dataSettings}: what each is, in plain words such as
   * {@code section load of shop.sql}, and a checksum of its own. It is kept with the loaded data,
   * so that a later run can say which text has changed.
   */
  default Map<String, String> dataTexts() {
    return Map.of();
  }

  /**
   * The name under which a reader knows a setting that is kept with loaded data, of this version or
   * of an earlier one. Settings with the same name are the same setting.
   *
   * @param stored a key of {@link #dataSettings}, or what an earlier version called it
   */
  default String dataName(String stored) {
    return stored;
  }

  /**
   * The bytes of the values of each loaded row, where the settings say so; empty: the rows differ.
   */
  default OptionalLong rowBytes() {
    return OptionalLong.empty();
  }

  /**
   * What defines the work of the operations besides the keys that the user gives, such as checksums
   * of statements: each begins with the workload's name and a dot. {@code compare} refuses runs
   * that differ in one.
   */
  default Map<String, String> workSettings() {
    return Map.of();
  }

  /**
   * Begins a run.
   *
   * @param epochMillis the time that loaded rows get
   * @param dataset the tables as the run finds them
   */
  WorkloadRun begin(long epochMillis, Dataset dataset);

  /**
   * Why several processes cannot do this plan together as one client; empty if they can. Each then
   * does the workers of its {@link Division}.
   */
  default Optional<String> whyUndivided() {
    return Optional.of("this workload does not divide its work");
  }

  /** Begins a run of which this process does a part. Called only if the plan divides its work. */
  default WorkloadRun begin(long epochMillis, Dataset dataset, Division division) {
    return begin(epochMillis, dataset);
  }

  /** A table and its rows after the load. */
  record LoadedTable(Table table, long rows) {}
}
