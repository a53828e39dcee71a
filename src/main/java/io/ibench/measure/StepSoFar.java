package io.ibench.measure;

import java.io.DataOutput;
import java.io.IOException;

/** What a step, or a repeat of it, has counted at the end of an interval. Valid during the call. */
public interface StepSoFar {

  /** The step from its start, with the time of earlier processes. */
  long nanos();

  /** The time of day at the end of the interval. */
  long endEpochMillis();

  /** The report period so far. */
  PeriodResult period();

  /** Writes the counts, as {@link PeriodAccumulator#continueFrom} reads them. */
  void write(DataOutput out) throws IOException;
}
