package io.ibench.faults;

import io.ibench.faults.Judgement.Outcome;
import java.nio.file.Path;

/**
 * What became of a cell.
 *
 * @param folder of its run
 */
record CellResult(Cell cell, Judgement judgement, Path folder) {

  static CellResult failed(Cell cell, String complaint, Path folder) {
    return new CellResult(cell, Judgement.failed(complaint), folder);
  }

  Outcome outcome() {
    return judgement.outcome();
  }

  boolean isAsDocumented() {
    return outcome() == Outcome.SURVIVED || outcome() == Outcome.ENDED;
  }
}
