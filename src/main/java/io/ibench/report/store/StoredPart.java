package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.ibench.measure.PartSummary;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.RunReport.Operation;
import java.util.Map;

/**
 * The times of a part of an operation, such as a statement of a transaction. Immutable.
 *
 * @param part its name, unique in the operation
 * @param count how often it was executed in successful operations
 */
public record StoredPart(
    String operation,
    String part,
    @JsonSetter(nulls = Nulls.FAIL) long count,
    Map<String, Number> service) {

  static StoredPart of(PartSummary part, RunInfo run) {
    return new StoredPart(
        run.operations().get(part.operation()),
        part.name(),
        part.service().count(),
        Operation.micros(part.service()));
  }
}
