package io.ibench.workload.script;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sequences of one run by their names, of which one is empty. They go on over all runs on the
 * data. Thread-safe.
 */
final class Sequences {

  /** Where a machine finds a sequence. */
  interface Source {

    Sequence named(String name);
  }

  /** The name of the total that is the last number; that of a name follows after a point. */
  private static final String TOTAL = "sequence";

  private final Map<String, Sequence> sequences = new ConcurrentHashMap<>();

  /** A new name goes on above it: it may have been drawn before. */
  private volatile long bound;

  /**
   * @param totals of the tables, by table and name; empty when unknown
   * @param bound above all numbers that were drawn before, if they are not known
   */
  Sequences(Optional<Map<String, Map<String, Long>>> totals, long bound) {
    boolean known = totals.isPresent() && !totals.get().isEmpty();
    this.bound = known ? 0 : bound;
    totals
        .orElse(Map.of())
        .values()
        .forEach(
            table ->
                table.forEach((name, number) -> name(name).ifPresent(found -> add(found, number))));
  }

  private void add(String name, long number) {
    sequences.merge(
        name, Sequence.after(number), (one, other) -> one.last() < other.last() ? other : one);
  }

  /** The name of the sequence whose last number a total is. */
  private static Optional<String> name(String total) {
    if (total.equals(TOTAL)) {
      return Optional.of("");
    }
    return total.startsWith(TOTAL + ".")
        ? Optional.of(total.substring(TOTAL.length() + 1))
        : Optional.empty();
  }

  /** The sequence of a name, which is empty for that without one. */
  Sequence named(String name) {
    return sequences.computeIfAbsent(name, any -> new Sequence(0, bound));
  }

  /** The data is gone: all begin with 1. */
  void restart() {
    bound = 0;
    sequences.values().forEach(Sequence::restart);
  }

  /** All go on above a number, as what was drawn last is unknown. */
  void skipTo(long number) {
    bound = Math.max(bound, number);
    sequences.values().forEach(each -> each.skipTo(number));
  }

  /** The last numbers by the names of their totals. */
  Map<String, Long> totals() {
    Map<String, Long> totals = new LinkedHashMap<>();
    totals.put(TOTAL, named("").last());
    new TreeMap<>(sequences)
        .forEach(
            (name, sequence) -> {
              if (!name.isEmpty()) {
                totals.put(TOTAL + "." + name, sequence.last());
              }
            });
    return totals;
  }
}
