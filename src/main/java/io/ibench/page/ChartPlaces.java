package io.ibench.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Hands out a run's charts to sections, by their ids; each one once. One thread's. */
final class ChartPlaces {

  private final List<Chart> left;

  ChartPlaces(ChartSet charts) {
    this.left = new ArrayList<>(charts.charts());
  }

  /** Those not handed out before, in whose ids one of the words stands. */
  List<Block> take(String... words) {
    List<Chart> taken =
        left.stream()
            .filter(chart -> Stream.of(words).anyMatch(word -> chart.id().contains(word)))
            .toList();
    left.removeAll(taken);
    return drawings(taken);
  }

  /** All that are left. */
  List<Block> rest() {
    List<Chart> taken = List.copyOf(left);
    left.clear();
    return drawings(taken);
  }

  private static List<Block> drawings(List<Chart> charts) {
    return charts.stream().map(chart -> (Block) new Block.Drawing(chart)).toList();
  }
}
