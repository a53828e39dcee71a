package io.ibench.measure;

import java.io.DataOutput;
import java.io.IOException;
import java.util.OptionalLong;

/** What a step, or a repeat of it, has counted at the end of an interval. Valid during the call. */
public interface StepSoFar {

  /** The step from its start, with the time of earlier processes. */
  long nanos();

  /** The time of day at the end of the interval. */
  long endEpochMillis();

  /**
   * The rows in the tables that the database has acknowledged, without those that operations may
   * delete; empty when unknown.
   */
  OptionalLong lastingRows();

  /** Writes the counts, as {@link PeriodAccumulator#continueFrom} reads them. */
  void write(DataOutput out) throws IOException;

  /**
   * Writes those of the report period under way, as {@link PeriodAccumulator#stored} reads them.
   */
  void writePeriod(DataOutput out) throws IOException;
}
