package io.ibench.report.store;

import io.ibench.report.figures.StoredObject;
import io.ibench.report.figures.StoredObject.DamageException;
import java.util.Optional;

/**
 * A rate that a step was to hold, and what it reached.
 *
 * @param counts {@code queries}, {@code inserted_rows} or {@code deleted_rows}
 * @param share of the target that was reached; of all targets that count the same, when there are
 *     several
 */
public record StoredTarget(
    String group,
    String counts,
    double perSecond,
    Optional<Number> actualPerSecond,
    Optional<Number> share,
    boolean sustained) {

  static StoredTarget of(StoredObject json) throws DamageException {
    return new StoredTarget(
        json.findText("group").orElse(""),
        json.text("counts"),
        json.findNumber("target_ps").map(Number::doubleValue).orElse(0.0),
        json.findNumber("actual_ps"),
        json.findNumber("share"),
        json.flag("sustained"));
  }
}
