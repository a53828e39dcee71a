package io.ibench.report.figures;

import io.ibench.measure.Role;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The insert rate against rows inserted, over a whole run: how long each N rows took, without the
 * time of steps that insert nothing. The moment of each N-th row is interpolated linearly inside
 * its interval. Confined to the coordinating thread.
 */
public final class RowRates {

  /** Enough to see a curve in text. */
  static final int MAX_KEPT = 20;

  private final List<Role> roles;
  private final long every;
  private final List<RowRate> kept = new ArrayList<>();
  private long stride = 1;
  private long reached;
  private long rows;
  private double sinceNanos;
  private Optional<StepStart> step = Optional.empty();
  private boolean inserting;
  private boolean firstIsPartial;

  /**
   * @param rowsInserted since the run began
   * @param epochMillis when the last of them was inserted
   * @param seconds the time of the last N of them
   */
  public record RowRate(
      long rowsInserted, String step, long epochMillis, double seconds, double rowsPerSecond) {}

  /**
   * @param every N, the number of rows for each rate
   */
  public RowRates(List<Role> roles, long every) {
    this(roles, every, 0);
  }

  /**
   * The same for a run that goes on.
   *
   * @param before the rows that an earlier process has inserted. The first N rows have no rate, as
   *     the time of their first part is not known
   */
  public RowRates(List<Role> roles, long every, long before) {
    this.roles = roles;
    this.every = every;
    this.rows = before;
    this.firstIsPartial = before % every != 0;
  }

  /** Adds an interval; returns the rates of the N-th rows in it. */
  public List<RowRate> add(StepStart start, Snapshot snapshot) {
    long inserted = start.threads() > 0 ? snapshot.rows(roles, Role.INSERT) : 0;
    if (!step.map(StepStart::name).equals(Optional.of(start.name()))) {
      step = Optional.of(start);
      inserting = start.unit() == Unit.ROWS;
    }
    inserting |= inserted > 0;
    if (!inserting) {
      return List.of();
    }
    List<RowRate> rates = new ArrayList<>();
    double passed = 0;
    for (long next = every - rows % every; next <= inserted; next += every) {
      double at = (double) snapshot.nanos() * next / inserted;
      rates.add(rate(start, snapshot, rows + next, at, sinceNanos + at - passed));
      passed = at;
      sinceNanos = 0;
    }
    sinceNanos += snapshot.nanos() - passed;
    rows += inserted;
    if (firstIsPartial && !rates.isEmpty()) {
      rates.remove(0);
      firstIsPartial = false;
    }
    rates.forEach(this::keep);
    return rates;
  }

  private RowRate rate(
      StepStart start, Snapshot snapshot, long count, double at, double tookNanos) {
    double seconds = Math.max(1, tookNanos) / TimeUnit.SECONDS.toNanos(1);
    long before = TimeUnit.NANOSECONDS.toMillis(Math.round(snapshot.nanos() - at));
    return new RowRate(
        count, start.name(), snapshot.endEpochMillis() - before, seconds, every / seconds);
  }

  /** Keeps every second rate of a long run, then every fourth, and so on: evenly spaced ones. */
  private void keep(RowRate rate) {
    reached++;
    if (reached % stride != 0) {
      return;
    }
    if (kept.size() == MAX_KEPT) {
      stride *= 2;
      for (int i = 0; i < MAX_KEPT / 2; i++) {
        kept.remove(i); // Every second rate, from the first one on.
      }
    }
    if (reached % stride == 0) {
      kept.add(rate);
    }
  }

  /** At most {@link #MAX_KEPT} of all rates, evenly spread over the rows. */
  public List<RowRate> kept() {
    return List.copyOf(kept);
  }
}
