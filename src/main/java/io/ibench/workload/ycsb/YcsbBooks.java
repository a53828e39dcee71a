package io.ibench.workload.ycsb;

import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.table.CountedBooks;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which rows the table must have: how many, and the sum of their keys' hashes, which shows whether
 * they are the right ones. Thread-safe; exact when the workers are done.
 */
final class YcsbBooks extends CountedBooks {

  /** What workers count. */
  private enum Of {
    ROWS,
    HASHES,
    KEY_BYTES,
    UNCERTAIN
  }

  private static final String ROWS = "rows";
  private static final String GIVEN = "keys_given";
  private static final String HASHES = "key_hashes";
  private static final String KEY_BYTES = "key_bytes";
  private static final String MORE = "rows_may_be_more";

  private final long records;
  private Optional<State> start = Optional.empty();
  private Optional<KeySequence> sequence = Optional.empty();

  /**
   * What the table has.
   *
   * @param given numbers of rows that were given, from 0 on
   * @param hashes the sum of the keys' hashes, modulo 2^63
   * @param more how many more rows there may be
   */
  record State(long rows, long given, long hashes, long keyBytes, long more) {

    State {
      hashes &= Long.MAX_VALUE;
    }
  }

  /**
   * @param records that the load inserts
   */
  YcsbBooks(long records) {
    super(Of.values().length);
    this.records = records;
  }

  /** A row was inserted. */
  static void inserted(WorkloadCounters worker, KeyText key, long hash) {
    worker.add(Of.ROWS.ordinal(), 1);
    worker.add(Of.HASHES.ordinal(), hash);
    worker.add(Of.KEY_BYTES.ordinal(), key.length());
  }

  /** Rows may have been inserted. */
  static void uncertain(WorkloadCounters worker, long rows) {
    worker.add(Of.UNCERTAIN.ordinal(), rows);
  }

  @Override
  public synchronized void clear() {
    super.clear();
    start = Optional.empty();
    sequence = Optional.empty();
  }

  @Override
  public synchronized void loaded() {
    start(new State(sum(Of.ROWS), records, sum(Of.HASHES), sum(Of.KEY_BYTES), sum(Of.UNCERTAIN)));
  }

  /** The table has this now. */
  synchronized void start(State state) {
    clear();
    start = Optional.of(state);
  }

  @Override
  public synchronized void continueFrom(Map<String, Map<String, Long>> all) {
    Map<String, Long> totals = Objects.requireNonNull(all.get(YcsbTable.NAME));
    if (totals.containsKey(ROWS)) {
      start(
          new State(
              Objects.requireNonNull(totals.get(ROWS)),
              Objects.requireNonNull(totals.get(GIVEN)),
              Objects.requireNonNull(totals.get(HASHES)),
              Objects.requireNonNull(totals.get(KEY_BYTES)),
              totals.getOrDefault(MORE, 0L)));
    }
  }

  /** New numbers for the workers of a step; empty when nobody knows which ones were given. */
  synchronized Optional<KeySequence> beginInserts(int workersOfStep) {
    OptionalLong given = given();
    sequence =
        given.isEmpty()
            ? Optional.empty()
            : Optional.of(new KeySequence(given.getAsLong(), workersOfStep));
    return sequence;
  }

  /** How many numbers of rows were given; empty when unknown. */
  synchronized OptionalLong given() {
    if (sequence.isPresent()) {
      return OptionalLong.of(sequence.get().next());
    }
    return start.map(state -> OptionalLong.of(state.given())).orElse(OptionalLong.empty());
  }

  /** What the table must have; empty when unknown. */
  synchronized Optional<State> now() {
    return start.map(
        state ->
            new State(
                state.rows() + sum(Of.ROWS),
                given().orElseThrow(),
                state.hashes() + sum(Of.HASHES),
                state.keyBytes() + sum(Of.KEY_BYTES),
                state.more() + sum(Of.UNCERTAIN)));
  }

  @Override
  public synchronized OptionalLong rows() {
    long counted = sum(Of.ROWS);
    return start.isPresent() || counted > 0
        ? OptionalLong.of(counted + start.map(State::rows).orElse(0L))
        : OptionalLong.empty();
  }

  /** The bytes of the keys of the {@link #rows}. */
  synchronized long keyBytes() {
    return sum(Of.KEY_BYTES) + start.map(State::keyBytes).orElse(0L);
  }

  @Override
  public Optional<Map<String, Map<String, Long>>> totals() {
    return now().map(state -> Map.of(YcsbTable.NAME, totals(state)));
  }

  private static Map<String, Long> totals(State state) {
    Map<String, Long> totals = new LinkedHashMap<>();
    totals.put(ROWS, state.rows());
    totals.put(GIVEN, state.given());
    totals.put(HASHES, state.hashes());
    totals.put(KEY_BYTES, state.keyBytes());
    putIfAny(totals, MORE, state.more());
    return totals;
  }
}
