package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.ibench.report.figures.RowRates;
import java.time.Instant;
import java.util.Optional;

/** The insert rate of the last rows of so many. */
public record StoredRowRate(
    long rowsInserted,
    String step,
    Optional<Instant> time,
    Optional<Number> seconds,
    @JsonProperty("rows_ps") Optional<Number> rowsPerSecond) {

  static StoredRowRate of(RowRates.Rate rate) {
    return new StoredRowRate(
        rate.rowsInserted(),
        rate.step(),
        Optional.of(Instant.ofEpochMilli(rate.epochMillis())),
        Optional.of(rate.seconds()),
        Optional.of(rate.rowsPerSecond()));
  }
}
