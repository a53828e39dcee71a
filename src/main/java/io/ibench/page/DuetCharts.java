package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Line;
import io.ibench.report.store.StoredDuet;
import io.ibench.report.store.StoredDuet.Block;
import io.ibench.report.store.StoredDuet.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** How the interval of a duet closes from block to block. Stateless. */
final class DuetCharts {

  /** The first intervals are so wide that nobody would see the last one beside them. */
  private static final double WIDEST = 6;

  private DuetCharts() {}

  static List<Chart> of(StoredDuet duet) {
    List<Chart> charts = new ArrayList<>();
    add(charts, duet, "time", duet.time(), Block::time, block -> block.soFar().time());
    add(charts, duet, "CPU", duet.cpu(), Block::cpu, block -> block.soFar().cpu());
    return charts;
  }

  private static void add(
      List<Chart> charts,
      StoredDuet duet,
      String what,
      Ratio last,
      Function<Block, Ratio> own,
      Function<Block, Ratio> soFar) {
    if (last.low().isEmpty() || duet.blocks().stream().anyMatch(block -> block.seconds() <= 0)) {
      return; // too few blocks, or a folder of an earlier version
    }
    double most = WIDEST * (last.high().orElseThrow() - last.low().get());
    List<Line> lines =
        List.of(
            line(duet, "one block", false, block -> percent(own.apply(block).ratio())),
            line(duet, "all so far", false, block -> percent(soFar.apply(block).ratio())),
            line(duet, "95 %, low", true, block -> edge(soFar.apply(block), Ratio::low, most)),
            line(duet, "95 %, high", true, block -> edge(soFar.apply(block), Ratio::high, most)));
    charts.add(
        new Chart(
            "duet-" + what.toLowerCase(Locale.ROOT),
            "B against A, " + what + " of an operation",
            "How much more B takes than A, of each block, and of all blocks up to then with the 95 %"
                + " interval; wide first intervals are left out.",
            "%",
            false,
            List.of(),
            lines));
  }

  private static double percent(Optional<Double> ratio) {
    return ratio.map(value -> 100 * (value - 1)).orElse(Double.NaN);
  }

  private static double edge(Ratio of, Function<Ratio, Optional<Double>> edge, double most) {
    boolean shown =
        of.low().isPresent() && of.high().isPresent() && of.high().get() - of.low().get() <= most;
    return shown ? percent(edge.apply(of)) : Double.NaN;
  }

  private static Line line(
      StoredDuet duet, String name, boolean dashed, ToDoubleFunction<Block> value) {
    double[] x = duet.blocks().stream().mapToDouble(Block::seconds).toArray();
    double[] y = duet.blocks().stream().mapToDouble(value).toArray();
    return new Line(name, Axis.STEP_TIME, Map.of(), dashed, x, y);
  }
}
