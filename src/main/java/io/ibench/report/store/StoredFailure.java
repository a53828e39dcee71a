package io.ibench.report.store;

import java.time.Instant;
import java.util.Optional;

/**
 * The first operation that failed in one way.
 *
 * @param seconds into its step
 * @param text what the database said
 */
public record StoredFailure(
    String kind, String operation, Instant time, Optional<Number> seconds, String text) {}
