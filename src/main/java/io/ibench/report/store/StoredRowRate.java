package io.ibench.report.store;

import io.ibench.report.figures.StoredObject;
import io.ibench.report.figures.StoredObject.DamageException;
import java.util.Optional;

/** The insert rate of the last rows of so many. */
public record StoredRowRate(
    long rowsInserted, String step, Optional<Number> seconds, Optional<Number> rowsPerSecond) {

  static StoredRowRate of(StoredObject json) throws DamageException {
    return new StoredRowRate(
        json.count("rows_inserted"),
        json.text("step"),
        json.findNumber("seconds"),
        json.findNumber("rows_ps"));
  }
}
