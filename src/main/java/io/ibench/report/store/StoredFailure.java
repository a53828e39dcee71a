package io.ibench.report.store;

import io.ibench.report.figures.StoredObject;
import io.ibench.report.figures.StoredObject.DamageException;
import java.time.Instant;
import java.util.Optional;

/**
 * The first operation that failed in one way.
 *
 * @param seconds into its step
 * @param text what the database said
 */
public record StoredFailure(
    String kind, String operation, Instant time, Optional<Number> seconds, String text) {

  static StoredFailure of(StoredObject json) throws DamageException {
    return new StoredFailure(
        json.text("kind"),
        json.text("operation"),
        json.time("time"),
        json.findNumber("seconds"),
        json.text("text"));
  }
}
