package io.ibench.engine;

import io.ibench.measure.CountedIntervals;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.measure.StepStart;
import io.ibench.random.Random64;
import io.ibench.workload.Step;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an earlier process has done of a run that this process goes on with. The plan of such a run
 * begins with the first step that is not over. Immutable.
 *
 * @param segment how many processes have worked on the run before; 0 for a run from its beginning
 * @param begun the step that is under way; empty if the next step has not begun
 * @param lastingRows the rows that the database had acknowledged when the earlier process was last
 *     heard of, without those that operations may delete; empty if unknown
 */
public record Continuation(int segment, Optional<Begun> begun, OptionalLong lastingRows) {

  /** A run, or a step, from its beginning. */
  public static final Continuation NONE =
      new Continuation(0, Optional.empty(), OptionalLong.empty());

  /**
   * A step of workers that is under way.
   *
   * @param repeat the repeat that is under way
   * @param startEpochMillis when that repeat began
   * @param nanos the time that is counted of that repeat
   * @param operations the operations that are counted, successful or not
   * @param rows the rows that are inserted, counted or not, as far as the earlier process knew
   * @param rowsAtStart the {@link Continuation#lastingRows} at the start of the step
   * @param counts what {@link PeriodAccumulator#write} has written
   * @param intervals those of the repeat that are counted
   */
  public record Begun(
      String step,
      int repeat,
      long startEpochMillis,
      long nanos,
      long operations,
      long rows,
      OptionalLong rowsAtStart,
      byte[] counts,
      CountedIntervals intervals) {}

  /** The continuation of this step; {@link #NONE} for every other step. */
  Continuation of(Step step) {
    return begun.filter(each -> each.step().equals(step.name())).isPresent() ? this : NONE;
  }

  boolean isOfStep() {
    return begun.isPresent();
  }

  /** From it the workers' seeds are derived: no process repeats the stream of an earlier one. */
  long streamSeed(long firstSeed) {
    return segment == 0
        ? firstSeed
        : Random64.hash(firstSeed, "segment", Integer.toString(segment));
  }

  int firstRepeat() {
    return begun.map(Begun::repeat).orElse(1);
  }

  /** The time that is counted of the first repeat. */
  long doneNanos() {
    return begun.map(Begun::nanos).orElse(0L);
  }

  /** What is counted of the first repeat. */
  StepStart.Reached reached() {
    return begun
        .map(each -> new StepStart.Reached(each.nanos(), each.operations(), each.rows()))
        .orElse(StepStart.Reached.NOTHING);
  }

  long startEpochMillis(long now) {
    return begun.map(Begun::startEpochMillis).orElse(now);
  }

  /** The rows that the step has inserted, by a count of the tables; empty if that is unknown. */
  OptionalLong inserted(OptionalLong found) {
    OptionalLong before = begun.map(Begun::rowsAtStart).orElse(OptionalLong.empty());
    return found.isPresent() && before.isPresent()
        ? OptionalLong.of(found.getAsLong() - before.getAsLong())
        : OptionalLong.empty();
  }

  /**
   * What is left of a step that ends by its operations or rows. A load finds out by itself.
   *
   * @param inserted the rows that the step has inserted, if the tables were counted
   */
  Step.Work rest(Step.Work step, OptionalLong inserted) {
    if (begun.isEmpty() || step.complete()) {
      return step;
    }
    return step.with(
        rest(step.operations(), begun.get().operations()),
        rest(step.rows(), inserted.orElse(begun.get().rows())));
  }

  private static OptionalLong rest(OptionalLong all, long done) {
    return all.isPresent() ? OptionalLong.of(Math.max(0, all.getAsLong() - done)) : all;
  }

  /**
   * Adds the counts to those of a step that begins.
   *
   * @param nowEpochMillis the time of day
   * @throws UncheckedIOException when they are damaged
   */
  void restore(PeriodAccumulator whole, long nowEpochMillis) {
    if (begun.isEmpty() || begun.get().counts().length == 0) {
      return;
    }
    ByteArrayInputStream counts = new ByteArrayInputStream(begun.get().counts());
    try {
      whole.continueFrom(new DataInputStream(counts), nowEpochMillis, begun.get().intervals());
    } catch (IOException e) {
      throw new UncheckedIOException("the counts of " + begun.get().step() + " are damaged", e);
    }
  }

  /** The rows that the counts contain. */
  long countedRows() {
    return begun.map(each -> each.intervals().insertedRowsOfAll()).orElse(0L);
  }

  /** The rows that were acknowledged, and that a count of the tables has not found. */
  Optional<String> lostSince(long found) {
    return lastingRows.isPresent() && found < lastingRows.getAsLong()
        ? Optional.of(lost(lastingRows.getAsLong(), found))
        : Optional.empty();
  }

  private static String lost(long acknowledged, long found) {
    return String.format(
        Locale.ROOT,
        "lost: %,d of %,d rows that were acknowledged before the run was resumed",
        acknowledged - found,
        acknowledged);
  }

  /** Says that the tables have fewer rows than the database has acknowledged. */
  Optional<String> lost(long found) {
    return begun.filter(each -> found < each.rows()).map(each -> lost(each.rows(), found));
  }
}
