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
 * The insert rate against rows inserted, over a whole run: how long each N rows took, of the time
 * that steps that insert have lasted. The moment at which an N-th row was there is interpolated
 * linearly inside its interval. Used by the coordinating thread.
 */
public final class RowRates {

  /** More than enough to see a curve in text. */
  static final int MOST_KEPT = 20;

  private final List<Role> roles;
  private final long every;
  private final List<Rate> kept = new ArrayList<>();
  private long stride = 1;
  private long reached;
  private long rows;
  private double sinceNanos;
  private Optional<StepStart> step = Optional.empty();
  private boolean inserting;

  /**
   * @param rowsInserted since the run began
   * @param epochMillis when that many were there
   * @param seconds what the last N of them took
   */
  public record Rate(
      long rowsInserted, String step, long epochMillis, double seconds, double rowsPerSecond) {}

  /**
   * @param every N
   */
  public RowRates(List<Role> roles, long every) {
    this.roles = roles;
    this.every = every;
  }

  /** Takes an interval in; the rates of the rows that were reached in it. */
  public List<Rate> add(StepStart start, Snapshot snapshot) {
    long inserted = start.threads() > 0 ? snapshot.rows(roles, Role.INSERT) : 0;
    if (!step.map(StepStart::name).equals(Optional.of(start.name()))) {
      step = Optional.of(start);
      inserting = start.unit() == Unit.ROWS;
    }
    inserting |= inserted > 0;
    if (!inserting) {
      return List.of();
    }
    List<Rate> rates = new ArrayList<>();
    double passed = 0;
    for (long next = every - rows % every; next <= inserted; next += every) {
      double at = (double) snapshot.nanos() * next / inserted;
      rates.add(rate(start, snapshot, rows + next, at, sinceNanos + at - passed));
      passed = at;
      sinceNanos = 0;
    }
    sinceNanos += snapshot.nanos() - passed;
    rows += inserted;
    rates.forEach(this::keep);
    return rates;
  }

  private Rate rate(StepStart start, Snapshot snapshot, long count, double at, double tookNanos) {
    double seconds = Math.max(1, tookNanos) / TimeUnit.SECONDS.toNanos(1);
    long before = TimeUnit.NANOSECONDS.toMillis(Math.round(snapshot.nanos() - at));
    return new Rate(
        count, start.name(), snapshot.endEpochMillis() - before, seconds, every / seconds);
  }

  /** Of a long run every second one, then every fourth, so that those kept are as far apart. */
  private void keep(Rate rate) {
    reached++;
    if (reached % stride != 0) {
      return;
    }
    if (kept.size() == MOST_KEPT) {
      stride *= 2;
      List<Rate> thinned = new ArrayList<>();
      for (int i = 1; i < kept.size(); i += 2) {
        thinned.add(kept.get(i));
      }
      kept.clear();
      kept.addAll(thinned);
    }
    if (reached % stride == 0) {
      kept.add(rate);
    }
  }

  /** At most {@link #MOST_KEPT} of all, evenly spread over the rows. */
  public List<Rate> kept() {
    return List.copyOf(kept);
  }
}
