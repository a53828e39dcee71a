package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.report.document.Chart;
import io.ibench.report.document.Line;
import io.ibench.report.store.StoredDuet;
import io.ibench.report.store.StoredDuet.Ratio;
import io.ibench.report.store.StoredDuet.SoFar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DuetChartsTest {

  private static Ratio ratio(double middle, double half) {
    return new Ratio(Optional.of(middle), Optional.of(middle - half), Optional.of(middle + half));
  }

  private static Ratio only(double middle) {
    return new Ratio(Optional.of(middle), Optional.empty(), Optional.empty());
  }

  /** Blocks whose interval halves from each one to the next. */
  private static StoredDuet duet(double secondsOfBlock) {
    List<StoredDuet.Block> blocks = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Ratio soFar = i == 0 ? only(1.5) : ratio(1.01, 0.2 / (1 << i));
      SoFar both = new SoFar(soFar, Ratio.UNKNOWN);
      blocks.add(
          new StoredDuet.Block(
              i + 1, false, 500, only(1 + i / 100.0), only(1), (i + 1) * secondsOfBlock, both));
    }
    return new StoredDuet(
        "",
        "open",
        new StoredDuet.Subject("w", "d", "s", ""),
        Map.of(),
        new StoredDuet.Course(1, 5, 0, Optional.empty(), 0),
        ratio(1.01, 0.01),
        Ratio.UNKNOWN,
        Ratio.UNKNOWN,
        List.of(),
        List.of(),
        blocks,
        new StoredDuet.Remarks(List.of(), List.of()));
  }

  @Test
  void theIntervalClosesAroundTheDifferenceInPercent() {
    List<Chart> charts = DuetCharts.of(duet(2));

    assertThat(charts).hasSize(1); // of the CPU nothing is known
    List<Line> lines = charts.get(0).lines();
    assertThat(lines.get(0).x()).containsExactly(2, 4, 6, 8, 10);
    assertThat(lines.get(0).y()).containsExactly(new double[] {0, 1, 2, 3, 4}, within(1e-9));
    assertThat(lines.get(1).y()).containsExactly(new double[] {50, 1, 1, 1, 1}, within(1e-9));
    assertThat(lines.get(2).y()[0]).isNaN(); // not known yet
    assertThat(lines.get(2).y()[2]).isEqualTo(-4, within(1e-9));
    assertThat(lines.get(3).y()[4]).isEqualTo(2.25, within(1e-9));
  }

  /** The last interval is 2 % wide; the second block's is 20 %, the third one's 10 %. */
  @Test
  void anIntervalThatWouldHideTheLastOneIsLeftOut() {
    double[] high = DuetCharts.of(duet(2)).get(0).lines().get(3).y();
    assertThat(high[1]).isNaN();
    assertThat(high[2]).isEqualTo(6, within(1e-9));
  }

  @Test
  void aFolderOfAnEarlierVersionHasNoChart() {
    assertThat(DuetCharts.of(duet(0))).isEmpty();
  }
}
