package io.ibench.workload;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.List;
import java.util.Map;

/**
 * A benchmark. Found by {@link java.util.ServiceLoader}; stateless.
 *
 * <p>Adding a workload is one class of this type, one line in META-INF/services and one file in
 * workloads/.
 */
public interface Workload {

  /** The value of the key {@code workload}, and the prefix of this workload's keys. */
  String name();

  /** One line for {@code ibench list}. */
  String description();

  /** Every key that {@link #plan} reads, except those in {@link StepKeys}. */
  List<Key<?>> keys();

  /** Whether it works on a {@link io.ibench.db.FileDatabase}, and on no other database. */
  default boolean needsFiles() {
    return false;
  }

  /**
   * What a user gives instead of the options {@code --threads}, {@code --until} and {@code --rate},
   * which set keys of all steps with requests; by the names {@code threads}, {@code until} and
   * {@code rate}. An option without an entry sets those keys.
   */
  default Map<String, String> insteadOfOptions() {
    return Map.of();
  }

  /**
   * Reads and checks every key, and records problems in {@code config}. Uses no database.
   *
   * @return the plan; meaningless when problems were recorded
   */
  Plan plan(Config config);

  /**
   * The same for a workload whose plan depends on the product.
   *
   * @return the plan; meaningless when problems were recorded
   */
  default Plan plan(Config config, PlanContext context) {
    return plan(config);
  }
}
