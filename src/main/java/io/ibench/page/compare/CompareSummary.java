package io.ibench.page.compare;

import io.ibench.compare.Comparison;
import io.ibench.compare.NoiseText;
import io.ibench.compare.RateTables;
import io.ibench.report.document.Block;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import java.util.ArrayList;
import java.util.List;

/** The rates of all steps in one table, as in published comparisons. Stateless. */
final class CompareSummary {

  private static final String LEGEND =
      "A ratio with ~ is within the noise; the noise of one with ? is not known, and it has no"
          + " colour either. Ratios beyond the noise stand out above 1.05 and below 0.95. The"
          + " hover text and the step's section say why a grey ratio is left out.";

  private CompareSummary() {}

  static Section of(Comparison comparison) {
    List<Block> blocks = new ArrayList<>();
    List<String> names = comparison.labels();
    Table relative = RateTables.relative(comparison, names);
    if (!relative.isEmpty()) {
      blocks.add(relative.noted(LEGEND));
      blocks.add(RateTables.absolute(comparison, names));
    }
    Note noise = Note.of("", NoiseText.note(comparison));
    blocks.add(new Block.Notes(List.of(noise)));
    return new Section("summary", "All steps", "", blocks);
  }
}
