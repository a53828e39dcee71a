package io.ibench.engine;

import io.ibench.config.Rate;
import io.ibench.workload.Step;

/**
 * One thread's share of its client's target rate.
 *
 * @param rate of the client
 * @param rowsPerOperation the units of the rate that one operation does
 * @param threads of the client
 * @param number of this thread in the client, from 0
 */
record ThreadShare(Rate rate, int rowsPerOperation, int threads, int number) {

  /**
   * @param number of the thread in its group, from 0, over all clients
   */
  static ThreadShare of(Step.Group group, int number) {
    return new ThreadShare(
        group.rate(), group.rowsPerOperation(), group.threads(), number % group.threads());
  }
}
