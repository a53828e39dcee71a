package io.ibench.workload.simple;

import io.ibench.db.Table;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.internal.RolledBack;
import io.ibench.workload.table.CountedBooks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The expected rows of each table and the expected sums: those at first plus what workers have
 * counted since. Workers may be added by several threads; exact when the workers are done.
 */
final class Books extends CountedBooks {

  /** The counters of a table; their numbers follow each other. */
  enum OfTable {
    LOADED("rows that the load has inserted"),
    INSERTED("rows that requests have inserted"),
    DELETED("rows that requests have deleted"),
    INSERTED_UNKNOWN("rows that requests may have inserted"),
    DELETED_UNKNOWN("rows that requests may have deleted");

    private final String definition;

    OfTable(String definition) {
      this.definition = definition;
    }
  }

  /** The counters of a checked sum; their numbers follow each other. */
  enum OfSum {
    LOADED("sum of what the load has inserted"),
    ADDED("sum of what updates have added"),
    ADDED_UNKNOWN("sum of what updates may have added, without signs");

    private final String definition;

    OfSum(String definition) {
      this.definition = definition;
    }
  }

  private static final int OF_TABLE = OfTable.values().length;
  private static final int OF_SUM = OfSum.values().length;
  static final String ROWS = "rows";
  private static final String MORE = "rows_may_be_more";
  private static final String LESS = "rows_may_be_less";
  static final String SUM = "sum_";
  private static final String UNSURE = "_unsure";

  private final List<Definition.Source> tables;
  private final List<Definition.SumCheck> sums;
  private final List<WorkloadCounter> names;

  /** What the load of this run has written; 0 without one. */
  private volatile long loadedBytes;

  /** An earlier process has written rows whose bytes are not known. */
  private volatile boolean continued;

  private volatile Optional<Start> start = Optional.empty();

  /** Before the workers of this run; by table, and by sum. */
  private record Start(long[] rows, long[] more, long[] less, long[] sums, long[] unsure) {}

  /** The operations that may roll themselves back. */
  private final List<Operation> conditional;

  Books(Definition definition) {
    this(definition, names(definition));
  }

  private Books(Definition definition, List<WorkloadCounter> names) {
    super(names.size());
    this.names = names;
    this.tables = definition.tables();
    this.sums = definition.sumChecks();
    this.conditional = conditional(definition);
  }

  private static List<Operation> conditional(Definition definition) {
    return definition.operations().stream().filter(Operation::mayRollBack).toList();
  }

  private static List<WorkloadCounter> names(Definition definition) {
    List<WorkloadCounter> names = new ArrayList<>();
    for (Definition.Source source : definition.tables()) {
      for (OfTable each : OfTable.values()) {
        names.add(counter(source.table().name(), each, each.definition));
      }
    }
    for (Definition.SumCheck sum : definition.sumChecks()) {
      for (OfSum each : OfSum.values()) {
        names.add(counter(sum.table().name() + "_" + sum.column(), each, each.definition));
      }
    }
    conditional(definition).forEach(operation -> names.add(RolledBack.counter(operation.name())));
    names.add(WorkloadCounter.rowBytesWritten());
    names.add(WorkloadCounter.of("outcome_unknown", "writes with an unknown outcome"));
    names.add(WorkloadCounter.of("rows_verified", "rows that the verification has read"));
    return names;
  }

  private static WorkloadCounter counter(String prefix, Enum<?> each, String definition) {
    return WorkloadCounter.of(prefix + "_" + each.name().toLowerCase(Locale.ROOT), definition);
  }

  /** All counters, in the order of their numbers. */
  List<WorkloadCounter> counters() {
    return names;
  }

  int number(int table, OfTable counter) {
    return table * OF_TABLE + counter.ordinal();
  }

  int number(int sum, OfSum counter) {
    return tables.size() * OF_TABLE + sum * OF_SUM + counter.ordinal();
  }

  /** Only for an operation that may roll itself back. */
  int rolledBack(Operation operation) {
    return tables.size() * OF_TABLE + sums.size() * OF_SUM + conditional.indexOf(operation);
  }

  int rowBytesWritten() {
    return names.size() - 3;
  }

  int outcomeUnknown() {
    return names.size() - 2;
  }

  int rowsVerified() {
    return names.size() - 1;
  }

  /** The checked sums of a table, by their numbers. */
  int[] sumsOf(Table table) {
    return IntStream.range(0, sums.size())
        .filter(sum -> sums.get(sum).table().equals(table))
        .toArray();
  }

  String column(int sum) {
    return sums.get(sum).column();
  }

  @Override
  public synchronized void loaded() {
    loadedBytes = sum(rowBytesWritten());
    start =
        Optional.of(
            new Start(
                tables.stream().mapToLong(Definition.Source::rows).toArray(),
                new long[tables.size()],
                new long[tables.size()],
                IntStream.range(0, sums.size())
                    .mapToLong(each -> sum(number(each, OfSum.LOADED)))
                    .toArray(),
                new long[sums.size()]));
  }

  /** An earlier process has loaded some of the rows. */
  void continueLoad() {
    continued = true;
  }

  @Override
  public synchronized void continueFrom(Map<String, Map<String, Long>> totals) {
    Start found =
        new Start(
            new long[tables.size()],
            new long[tables.size()],
            new long[tables.size()],
            new long[sums.size()],
            new long[sums.size()]);
    for (int i = 0; i < tables.size(); i++) {
      Map<String, Long> own = totals.getOrDefault(tables.get(i).table().name(), Map.of());
      if (!own.containsKey(ROWS)) {
        return;
      }
      found.rows()[i] = own.get(ROWS);
      found.more()[i] = own.getOrDefault(MORE, 0L);
      found.less()[i] = own.getOrDefault(LESS, 0L);
    }
    for (int i = 0; i < sums.size(); i++) {
      String key = SUM + sums.get(i).column();
      Map<String, Long> own = totals.getOrDefault(sums.get(i).table().name(), Map.of());
      if (!own.containsKey(key)) {
        return;
      }
      found.sums()[i] = own.get(key);
      found.unsure()[i] = own.getOrDefault(key + UNSURE, 0L);
    }
    start = Optional.of(found);
  }

  @Override
  public synchronized void clear() {
    super.clear();
    loadedBytes = 0;
    start = Optional.empty();
  }

  /** Rows that requests have inserted into a table. Any thread, at any time; lock-free. */
  long inserted(int table) {
    return sum(number(table, OfTable.INSERTED));
  }

  /** Whether the totals are known; an earlier run may have left them unknown. */
  boolean isKnown() {
    return start.isPresent();
  }

  /** The expected rows of a table; valid only if they are known, as the next four. */
  long rows(int table) {
    return start.orElseThrow().rows()[table]
        + sum(number(table, OfTable.INSERTED))
        - sum(number(table, OfTable.DELETED));
  }

  /** How many more rows than expected a table may have. */
  long more(int table) {
    return start.orElseThrow().more()[table] + sum(number(table, OfTable.INSERTED_UNKNOWN));
  }

  /** How many fewer rows than expected a table may have. */
  long less(int table) {
    return start.orElseThrow().less()[table] + sum(number(table, OfTable.DELETED_UNKNOWN));
  }

  long expectedSum(int sum) {
    return start.orElseThrow().sums()[sum] + sum(number(sum, OfSum.ADDED));
  }

  /** How far the sum may be from the expected one. */
  long unsure(int sum) {
    return start.orElseThrow().unsure()[sum] + sum(number(sum, OfSum.ADDED_UNKNOWN));
  }

  long unknownOutcomes() {
    return sum(outcomeUnknown());
  }

  @Override
  public OptionalLong rows() {
    boolean known = isKnown();
    long rows = 0;
    for (int i = 0; i < tables.size(); i++) {
      rows += known ? rows(i) : sum(number(i, OfTable.LOADED));
    }
    return known || rows > 0 ? OptionalLong.of(rows) : OptionalLong.empty();
  }

  /**
   * The bytes of the values of all rows, from this run's load to the first request that changes a
   * row: nobody knows how long a replaced or deleted value was. Any thread, at any time.
   */
  OptionalLong rowBytes() {
    long written = sum(rowBytesWritten());
    long loaded = 0;
    long deleted = 0;
    for (int i = 0; i < tables.size(); i++) {
      loaded += sum(number(i, OfTable.LOADED));
      deleted += sum(number(i, OfTable.DELETED));
    }
    boolean asLoaded = isKnown() ? written == loadedBytes && deleted == 0 : loaded > 0;
    return asLoaded && written > 0 && unknownOutcomes() == 0 && !continued
        ? OptionalLong.of(written)
        : OptionalLong.empty();
  }

  @Override
  public Optional<Map<String, Map<String, Long>>> totals() {
    if (!isKnown()) {
      return Optional.empty();
    }
    Map<String, Map<String, Long>> totals = new LinkedHashMap<>();
    for (int i = 0; i < tables.size(); i++) {
      Map<String, Long> own = new LinkedHashMap<>();
      own.put(ROWS, rows(i));
      putIfAny(own, MORE, more(i));
      putIfAny(own, LESS, less(i));
      totals.put(tables.get(i).table().name(), own);
    }
    for (int i = 0; i < sums.size(); i++) {
      String key = SUM + sums.get(i).column();
      Map<String, Long> own = totals.get(sums.get(i).table().name());
      Objects.requireNonNull(own).put(key, expectedSum(i));
      putIfAny(own, key + UNSURE, unsure(i));
    }
    return Optional.of(totals);
  }
}
