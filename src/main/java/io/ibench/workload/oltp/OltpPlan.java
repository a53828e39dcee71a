package io.ibench.workload.oltp;

import io.ibench.config.Config;
import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.StepKind;
import io.ibench.workload.TableUse;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.Drain;
import io.ibench.workload.table.Lines;
import io.ibench.workload.table.TablePlan;
import io.ibench.workload.table.TableSteps;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/** sysbench's OLTP scripts with their settings. Immutable. */
final class OltpPlan extends TablePlan<StepSettings> {

  static final String WARM = "warm";
  static final String BULK_INSERT = "bulk_insert";

  private static final String RECONNECT = "reconnect";

  /** The kinds of steps that work on the tables of bulk_insert. */
  private static final Set<String> OF_BULK_TABLES =
      Set.of(TableSteps.DROP, TableSteps.CREATE, BULK_INSERT, Drain.KIND, TableSteps.VERIFY);

  /** Of a loaded k: sysbench's defaults. */
  static final double LOAD_EXPONENT = 0.8;

  static final double LOAD_PARETO_H = 0.2;

  private final OltpSettings settings;
  private final List<OltpTable> tables;
  private final Map<String, Integer> rowsPerStatement;
  private final List<Script> scripts;
  private final List<Script> timed;

  OltpPlan(Config config) {
    this(config, new StepsReading(config, OltpSettings.from(config)));
  }

  private OltpPlan(Config config, StepsReading reading) {
    super(reading.steps, reading.dataSettings());
    settings = reading.bulk ? reading.given.ofBulkInsert() : reading.given;
    rowsPerStatement = reading.rowsPerStatement;
    tables =
        IntStream.rangeClosed(1, settings.tables())
            .mapToObj(number -> new OltpTable(settings, number))
            .toList();
    Set<Script> used = EnumSet.noneOf(Script.class);
    ofSteps().values().forEach(own -> used.add(own.script()));
    scripts = List.copyOf(used);
    boolean latencies = config.get(OltpKeys.LIKE) == OltpKeys.Like.NONE;
    timed = scripts.stream().filter(each -> latencies && each.has(OltpKeys.SKIP_TRX)).toList();
  }

  /** Reads the steps. */
  private static final class StepsReading implements TableSteps.Reading<StepSettings> {

    private final Config config;
    private final OltpSettings given;

    /** By the step's name. */
    private final Map<String, Integer> rowsPerStatement = new LinkedHashMap<>();

    private final TableSteps<StepSettings> steps;
    private boolean bulk;

    StepsReading(Config config, OltpSettings given) {
      this.config = config;
      this.given = given;
      this.steps = TableSteps.read(config, kinds(given), this);
    }

    /** sysbench's bulk_insert has tables that its other scripts cannot use. */
    @Override
    public void check(List<Step> steps) {
      bulk = steps.stream().anyMatch(OltpPlan::isBulkInsert);
      List<String> others =
          steps.stream()
              .filter(step -> bulk && !OF_BULK_TABLES.contains(step.kind()))
              .map(Step::name)
              .toList();
      if (!others.isEmpty()) {
        config.problem(
            "bulk_insert fills tables of its own, with id and k; leave out "
                + String.join(", ", others)
                + "; allowed: drop, create, bulk_insert, drain, verify",
            StepKeys.STEPS);
      }
    }

    @Override
    public Optional<StepSettings> settings(Step.Work step, List<String> names) {
      if (isBulkInsert(step)) {
        long rows = config.get(OltpKeys.ROWS_PER_STATEMENT, names);
        rowsPerStatement.put(step.name(), Math.toIntExact(rows));
      }
      return step.use() == TableUse.LOADS
          ? Optional.empty()
          : Optional.of(StepSettings.read(config, step, names, given));
    }

    /** The tables of bulk_insert are no data for other scripts. */
    Map<String, String> dataSettings() {
      Map<String, String> all = StepKeys.dataSettings(config, OltpKeys.shapingData());
      all.put(
          OltpKeys.LOAD_DISTRIBUTION, given.loadDistribution().toString().toLowerCase(Locale.ROOT));
      if (!bulk) {
        return all;
      }
      Map<String, String> own = new LinkedHashMap<>();
      own.put(StepKeys.SEED.name(), all.get(StepKeys.SEED.name()));
      own.put(OltpKeys.TABLES.name(), all.get(OltpKeys.TABLES.name()));
      own.put("oltp.script", BULK_INSERT);
      return own;
    }
  }

  static boolean isBulkInsert(Step step) {
    return step.kind().equals(BULK_INSERT);
  }

  private static Map<String, StepKind> kinds(OltpSettings settings) {
    Map<String, StepKind> kinds = new LinkedHashMap<>();
    kinds.put(TableSteps.LOAD, StepKind.load(settings.allRows()));
    kinds.put(TableSteps.INDEX, StepKind.index());
    kinds.put(WARM, StepKind.action(TableUse.READS));
    for (Script script : Script.values()) {
      kinds.put(script.label(), StepKind.requests().withKeys(script.keys(), script.defaults()));
    }
    kinds.put(
        BULK_INSERT,
        StepKind.loadUntilEnd()
            .withKeys(
                List.of(OltpKeys.ROWS_PER_STATEMENT),
                List.of(OltpKeys.ALL_WRITES, OltpKeys.ALL_STEPS)));
    return TableSteps.kinds(settings.allRows(), kinds);
  }

  OltpSettings settings() {
    return settings;
  }

  /** The rows of a statement of a step of bulk_insert. */
  int rowsPerStatement(Step step) {
    return Objects.requireNonNull(rowsPerStatement.get(step.name()));
  }

  /** Whether a step deletes rows that it does not insert again in the same transaction. */
  boolean deletes() {
    return ofSteps().values().stream()
        .anyMatch(
            own ->
                own.script() == Script.DELETE
                    || own.counts().deleteInserts() > 0 && !own.transaction());
  }

  List<OltpTable> oltpTables() {
    return tables;
  }

  /** The number of a script's operation; the load is 0. */
  int operation(Script script) {
    return 1 + scripts.indexOf(script);
  }

  /** The number of the operation that connects anew, if a step has it. */
  int reconnectOperation() {
    return 1 + scripts.size();
  }

  @Override
  public List<LoadedTable> tables() {
    return tables.stream().map(each -> new LoadedTable(each.table(), settings.rows())).toList();
  }

  @Override
  public String dataName(String stored) {
    return stored.equals(OltpKeys.LOAD_DISTRIBUTION)
        ? "the distribution of loaded rows, by oltp.like,"
        : stored;
  }

  /** Only those of the plan's steps: each costs a worker its histograms. */
  @Override
  public List<String> operations() {
    List<String> names = new ArrayList<>(List.of(settings.bulk() ? BULK_INSERT : TableSteps.LOAD));
    scripts.forEach(script -> names.add(script.label()));
    if (ofSteps().values().stream().anyMatch(own -> own.reconnect() > 0)) {
      names.add(RECONNECT);
    }
    return names;
  }

  /** Whether the times of the script's statements are reported. */
  boolean timesParts(Script script) {
    return timed.contains(script);
  }

  /** The number of a script's first part. */
  int firstPart(Script script) {
    return Math.max(0, timed.indexOf(script)) * TransactionPart.values().length;
  }

  @Override
  public List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    for (Script script : timed) {
      for (TransactionPart part : TransactionPart.values()) {
        parts.add(new Part(operation(script), part.label()));
      }
    }
    return parts;
  }

  @Override
  public Role role(int operation) {
    return operation == 0
        ? Role.INSERT
        : operation == reconnectOperation() ? Role.AUXILIARY : Role.QUERY;
  }

  /** bulk_insert ends after a time or a number of statements. */
  @Override
  public OptionalLong exactRows() {
    return settings.bulk() ? OptionalLong.empty() : super.exactRows();
  }

  @Override
  public List<Example> examples() {
    if (settings.bulk()) {
      return List.of(new Example(BULK_INSERT, tables.get(0).insert(1), List.of(1L, 1L)));
    }
    return Examples.of(settings, tables.get(0), List.copyOf(ofSteps().values()));
  }

  @Override
  public List<WorkloadCounter> counters() {
    return OltpCounter.SET.all();
  }

  @Override
  public List<String> facts(long[] counters) {
    double transactions = counters[OltpCounter.TRANSACTIONS.ordinal()];
    if (transactions == 0) {
      return List.of();
    }
    double reads = counters[OltpCounter.READS.ordinal()] / transactions;
    double writes = counters[OltpCounter.WRITES.ordinal()] / transactions;
    double other = counters[OltpCounter.OTHER.ordinal()] / transactions;
    Lines facts = new Lines();
    facts.add(
        "statements per transaction: %.3f (%.3f read, %.3f write, %.3f other)",
        reads + writes + other, reads, writes, other);
    if (reads > 0) {
      double rows = counters[OltpCounter.ROWS_READ.ordinal()] / transactions;
      facts.add("rows read per transaction: %.3f", rows);
    }
    long unmatched = counters[OltpCounter.UNMATCHED.ordinal()];
    if (unmatched > 0) {
      facts.add("%,d updates and deletes found no row", unmatched);
    }
    return facts.all();
  }

  /** sysbench's queries/s; of a transaction with one statement they are the operations/s. */
  @Override
  public List<String> rates(Step step, long[] counters, long[] successes, double seconds) {
    long transactions = counters[OltpCounter.TRANSACTIONS.ordinal()];
    long reads = counters[OltpCounter.READS.ordinal()];
    long writes = counters[OltpCounter.WRITES.ordinal()];
    long other = counters[OltpCounter.OTHER.ordinal()];
    long queries = reads + writes + other;
    StepSettings own = settings(step);
    if (own == null || queries <= transactions || seconds <= 0) {
      return List.of();
    }
    double saved = own.transaction() ? own.counts().savedTrips(settings.trips()) : 0;
    Lines rates = new Lines();
    rates.add(
        "transactions/s %,.1f, queries/s %,.0f (read %,.0f, write %,.0f, other %,.0f)",
        transactions / seconds,
        queries / seconds,
        reads / seconds,
        writes / seconds,
        other / seconds);
    rates.add(
        "%.3f statements per transaction in %.3f round trips to a SQL server",
        queries / (double) transactions, queries / (double) transactions - saved);
    return rates.all();
  }

  /** Each worker prepares each statement of its script on each table. */
  @Override
  public long preparedStatements(Step step) {
    StepSettings own = settings(step);
    return own == null
        ? 0
        : Math.max(1L, own.counts().kinds()) * settings.tables() * ((Step.Work) step).threads();
  }

  @Override
  public boolean onlyReads(Step step) {
    StepSettings own = settings(step);
    return own == null ? super.onlyReads(step) : own.script().onlyReads() || !own.counts().writes();
  }

  @Override
  public boolean usesTransactions(Step.Work step, Step.Group group) {
    StepSettings own = settings(step);
    return own != null && own.transaction();
  }

  /** A loaded row depends on its id alone. */
  @Override
  public boolean workersAreIndependent(Step.Work step) {
    return step.use() == TableUse.LOADS
        || Objects.requireNonNull(settings(step)).script().onlyReads();
  }

  @Override
  public boolean continuesLoads() {
    return !settings.bulk();
  }

  @Override
  public boolean rowsContainTimes() {
    return false;
  }

  @Override
  public Optional<String> whyUndivided() {
    return settings.bulk()
        ? Optional.of("bulk_insert gives the ids of a table to the threads of one process in turn")
        : Optional.empty();
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset, Division division) {
    return new OltpRun(this, dataset, division);
  }
}
