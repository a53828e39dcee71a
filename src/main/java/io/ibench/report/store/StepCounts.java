package io.ibench.report.store;

/**
 * What a step, or a repeat of it, has counted at a {@link Position}, as {@link
 * io.ibench.measure.PeriodAccumulator#write} writes it. Callers must not change the arrays.
 *
 * @param whole since its start; empty when nothing is counted
 * @param period of the report period under way; empty when nothing is counted
 * @param minute of the operations in the minute under way in latency.hlog, with its start and end;
 *     empty without any
 */
record StepCounts(byte[] whole, byte[] period, byte[] minute) {

  static final StepCounts NONE = new StepCounts(new byte[0], new byte[0], new byte[0]);

  boolean isEmpty() {
    return whole.length == 0;
  }
}
