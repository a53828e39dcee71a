package io.ibench.workload;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.List;

/**
 * One experiment's definition. Found by {@link java.util.ServiceLoader}; stateless.
 *
 * <p>Adding a workload is one class of this type, one line in META-INF/services and one file in
 * workloads/.
 */
public interface Workload {

  /** What {@code workload =} says, and the prefix of its keys. */
  String name();

  /** One line for {@code ibench list}. */
  String line();

  /** Every key of its own that {@link #plan} reads; step keys are listed by {@link StepKeys}. */
  List<Key<?>> keys();

  /**
   * Reads and checks every key, recording problems in {@code config}, and touches no database.
   *
   * @return the plan; of no use when problems were recorded
   */
  Plan plan(Config config);
}
