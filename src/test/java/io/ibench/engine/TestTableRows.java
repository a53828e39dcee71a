package io.ibench.engine;

import io.ibench.engine.StepActivity.TableRows;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** What the tables of a step without a workload contain. */
final class TestTableRows {

  static final TableRows UNKNOWN = of(OptionalLong::empty);

  private TestTableRows() {}

  /** Only their number is known. */
  static TableRows of(Supplier<OptionalLong> rows) {
    return new TableRows(rows, OptionalLong::empty, OptionalLong::empty);
  }
}
