package io.ibench.max;

import io.ibench.max.HighestRate.End;
import io.ibench.max.Trial.Outcome;
import io.ibench.max.Trial.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Searches the highest rate that keeps the limits: brackets it, halves the bracket geometrically,
 * lets the database recover after each failure, and repeats the two last rates. Confined to one
 * thread.
 */
public final class RateSearch {

  /** The length of a trial with which the result is within 3 % in 95 of 100 searches. */
  public static final int DEFAULT_SECONDS = 60;

  /** An open trial is repeated with double length, up to so many times its length. */
  private static final int LONGEST = 4;

  private static final double FIRST = 0.5;

  /** Paced operations wait less than unpaced ones, so a rate above the capacity may pass. */
  private static final double ABOVE_CAPACITY = 1.25;

  private static final double LOWEST = 1.0 / 1024;
  private static final int CONFIRMATIONS = 3;

  /** So many failures by other programs, one after the other and without a pass, end the search. */
  private static final int MAX_DISTURBED = 2;

  private static final int MAX_GRID_STEPS = 5;
  private static final double DRIFT = 0.1;

  /** Above the lowest failure, as a part of the capacity, it is worth to look for a pass. */
  private static final double FAR_BELOW = 0.8;

  private final Settings settings;
  private final Trials trials;
  private final TrialJudge judge;
  private final List<Trial> done = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private OptionalDouble passes = OptionalDouble.empty();
  private OptionalDouble fails = OptionalDouble.empty();

  /** Why the client, not the database, may have kept the lowest rate that fails from passing. */
  private Optional<Cause> clientCause = Optional.empty();

  /**
   * What the user wants.
   *
   * @param within the two rates differ by this part at most
   * @param seconds of a trial, after it has settled
   * @param from the lowest rate to try
   * @param to the highest rate to try
   */
  public record Settings(
      List<Limit> limits, double within, double seconds, OptionalDouble from, OptionalDouble to) {

    public Settings {
      limits = List.copyOf(limits);
    }
  }

  /** Does trials. */
  public interface Trials {

    /**
     * Paces the step at a rate.
     *
     * @param number of the trial, from 1
     * @return empty when the run was stopped
     */
    Optional<Measured> run(int number, double rate, double seconds) throws InterruptedException;

    /** Notes a trial that was judged. */
    void judged(Trial trial);
  }

  /** The search ends before its result is confirmed. */
  private static final class EndException extends Exception {
    private static final long serialVersionUID = 1;
    private final End end;

    EndException(End end) {
      super(end.name());
      this.end = end;
    }
  }

  public RateSearch(Settings settings, Trials trials) {
    this.settings = settings;
    this.trials = trials;
    this.judge = new TrialJudge(settings.limits());
  }

  /**
   * Searches.
   *
   * @param capacity the rate without pacing, per second; above 0
   */
  public HighestRate search(double capacity) throws InterruptedException {
    String confidence = "";
    End end = End.FOUND;
    try {
      bracket(capacity);
      lookAbove(capacity);
      confidence = confirm();
      repeatFirst();
    } catch (EndException e) {
      end = e.end;
    }
    if (end == End.CLIENT || end == End.OTHERS) {
      clientCause.map(Cause::text).ifPresent(remarks::add);
    }
    remarks.addAll(contradictions());
    return new HighestRate(end, passes, fails, confidence, remarks, done);
  }

  private void bracket(double capacity) throws InterruptedException, EndException {
    double highest = settings.to().orElse(Double.POSITIVE_INFINITY);
    double lowest = settings.from().orElse(capacity * LOWEST);
    double bound = Math.min(highest, capacity * ABOVE_CAPACITY);
    double rate = Math.max(lowest, Math.min(highest, capacity * FIRST));
    int disturbed = 0;
    while (true) {
      Trial trial = tryOut(rate, Purpose.SEARCH);
      if (passes.isEmpty()) {
        disturbed = trial.clientCause().filter(Cause::byOthers).isPresent() ? disturbed + 1 : 0;
        if (disturbed == MAX_DISTURBED) {
          throw new EndException(End.OTHERS);
        }
        if (rate <= lowest) {
          throw new EndException(clientCause.map(RateSearch::endBy).orElse(End.NOTHING_PASSES));
        }
        rate = Math.max(lowest, rate / 2);
      } else if (fails.isPresent()) {
        if (fails.getAsDouble() <= passes.getAsDouble() * (1 + settings.within())) {
          if (clientCause.isPresent()) {
            throw new EndException(endBy(clientCause.get()));
          }
          return;
        }
        rate = Math.sqrt(passes.getAsDouble() * fails.getAsDouble());
      } else if (passes.getAsDouble() >= highest) {
        throw new EndException(End.AT_LEAST);
      } else {
        if (bound <= passes.getAsDouble() * (1 + settings.within())) {
          bound = Math.min(highest, bound * ABOVE_CAPACITY);
          rate = bound;
        } else {
          rate = Math.sqrt(passes.getAsDouble() * bound);
        }
      }
    }
  }

  /** A trial, longer if it is open; after a failure the database must recover. */
  private Trial tryOut(double rate, Purpose purpose) throws InterruptedException, EndException {
    Trial trial = decide(rate, purpose);
    if (trial.passes()) {
      if (fails.isEmpty() || rate < fails.getAsDouble()) {
        passes = OptionalDouble.of(Math.max(rate, passes.orElse(0)));
      }
      return trial;
    }
    if (purpose != Purpose.ABOVE && rate <= fails.orElse(rate)) {
      fails = OptionalDouble.of(rate);
      clientCause = causeOf(trial);
    }
    if (passes.isPresent() && trial.clientCause().isEmpty()) {
      recover();
    }
    return trial;
  }

  private static Optional<Cause> causeOf(Trial trial) {
    return trial
        .clientCause()
        .map(
            why ->
                new Cause(
                    why.byOthers(),
                    String.format(Locale.ROOT, "at %,.0f/s: %s", trial.rate(), why.text())));
  }

  private static End endBy(Cause cause) {
    return cause.byOthers() ? End.OTHERS : End.CLIENT;
  }

  /** A failure that is not the database's says nothing of it, and ends the search. */
  private void requireNoCause(Trial failed) throws EndException {
    if (failed.clientCause().isPresent()) {
      clientCause = causeOf(failed);
      throw new EndException(endBy(clientCause.get()));
    }
  }

  /** Half of the highest rate that passes must pass again; if only less does, less is the limit. */
  private void recover() throws InterruptedException, EndException {
    double half = passes.orElseThrow() / 2;
    Trial first = decide(half, Purpose.RECOVERY);
    if (first.passes()) {
      return;
    }
    requireNoCause(first);
    Trial second = decide(half / 2, Purpose.RECOVERY);
    if (!second.passes()) {
      requireNoCause(second);
      throw new EndException(End.NOT_RECOVERED);
    }
    passes = OptionalDouble.of(half / 2);
    fails = OptionalDouble.of(half);
  }

  private Trial decide(double rate, Purpose purpose) throws InterruptedException, EndException {
    double seconds = Math.max(settings.seconds(), judge.leastOperations() / rate);
    Trial trial = one(rate, seconds, purpose);
    for (int length = 2; trial.outcome() == Outcome.OPEN && length <= LONGEST; length *= 2) {
      trial = one(rate, seconds * length, purpose);
    }
    return trial;
  }

  private Trial one(double rate, double seconds, Purpose purpose)
      throws InterruptedException, EndException {
    int number = done.size() + 1;
    Optional<Measured> measured = trials.run(number, rate, seconds);
    if (measured.isEmpty()) {
      throw new EndException(End.INTERRUPTED);
    }
    Trial trial = judge.judge(number, purpose, rate, measured.get());
    done.add(trial);
    trials.judged(trial);
    return trial;
  }

  /** Far above the lowest failure a rate may pass; then the results are not monotone. */
  private void lookAbove(double capacity) throws InterruptedException, EndException {
    double highest = settings.to().orElse(Double.POSITIVE_INFINITY);
    double rate = Math.sqrt(fails.orElseThrow() * capacity);
    if (fails.orElseThrow() < FAR_BELOW * capacity && rate <= highest) {
      tryOut(rate, Purpose.ABOVE);
    }
  }

  /** Repeats both rates in turn. */
  private String confirm() throws InterruptedException, EndException {
    double grid = Math.sqrt(1 + settings.within());
    for (int step = 0; step <= MAX_GRID_STEPS; step++) {
      double pass = passes.orElseThrow();
      double fail = fails.orElseThrow();
      int passed = 0;
      int failed = 1;
      boolean holds = true;
      for (int turn = 0; turn < CONFIRMATIONS && holds; turn++) {
        holds = holdsOrEnds(pass);
        passed += holds ? 1 : 0;
        if (holds && turn < CONFIRMATIONS - 1) {
          failed += holdsOrEnds(fail) ? 0 : 1;
        }
      }
      if (holds && failed >= 2) {
        return String.format(
            Locale.ROOT,
            "%d of %d trials of the lower rate pass, %d of %d of the higher one fail",
            passed,
            CONFIRMATIONS,
            failed,
            CONFIRMATIONS);
      }
      if (holds) {
        fails = OptionalDouble.of(fail * grid);
        remarks.add(String.format(Locale.ROOT, "%,.0f/s fails in a part of its trials", fail));
      } else {
        passes = OptionalDouble.of(pass / grid);
        fails = OptionalDouble.of(pass);
        remarks.add(String.format(Locale.ROOT, "%,.0f/s passes in a part of its trials", pass));
      }
    }
    throw new EndException(End.NOT_CONFIRMED);
  }

  private boolean holdsOrEnds(double rate) throws InterruptedException, EndException {
    Trial trial = decide(rate, Purpose.CONFIRM);
    if (!trial.passes()) {
      requireNoCause(trial);
    }
    return trial.passes();
  }

  /** Writes change the data: does the first rate still give what it gave? */
  private void repeatFirst() throws InterruptedException, EndException {
    Trial first = done.get(0);
    Trial again = one(first.rate(), first.seconds(), Purpose.FIRST_AGAIN);
    double change = again.p99Nanos() / Math.max(1, first.p99Nanos()) - 1;
    if (Math.abs(change) > DRIFT || first.passes() != again.passes()) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "the first trial, repeated at the end, has a p99 of %s instead of %s: the"
                  + " data or the machine changed during the search",
              Limit.time(again.p99Nanos()),
              Limit.time(first.p99Nanos())));
    }
  }

  /** Rates that fail below rates that pass. */
  private List<String> contradictions() {
    List<String> all = new ArrayList<>();
    for (Trial failed : done) {
      done.stream()
          .filter(other -> other.passes() && other.rate() > failed.rate() * (1 + settings.within()))
          .filter(other -> failed.outcome() == Outcome.FAILS)
          .findFirst()
          .ifPresent(
              other ->
                  all.add(
                      String.format(
                          Locale.ROOT,
                          "not monotone: %,.0f/s fails and %,.0f/s passes; the lower one counts",
                          failed.rate(),
                          other.rate())));
    }
    return all.stream().distinct().toList();
  }
}
