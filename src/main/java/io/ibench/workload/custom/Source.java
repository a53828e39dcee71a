package io.ibench.workload.custom;

import io.ibench.db.Prepared;
import io.ibench.workload.simple.Values;

/**
 * Makes the values of one parameter. Immutable and shared by all workers: what changes is in the
 * {@link Values}. Allocates nothing.
 */
sealed interface Source permits BytesSource, NumberSource {

  /**
   * Draws a value and binds it.
   *
   * @param row the number of the loaded row, from 1; 0 for an operation
   */
  void bind(Prepared command, int parameter, Values values, long row);
}
