package io.ibench.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Plans the cells of a suite in their order. Stateless. */
final class CellOrder {

  private CellOrder() {}

  /**
   * The known cells, and behind them those of variants and repeats that are new.
   *
   * @param known in their order
   */
  static List<Cell> plan(Suite suite, List<Cell> known) {
    List<Cell> cells = new ArrayList<>(known);
    Set<String> names = new HashSet<>();
    known.forEach(cell -> names.add(cell.name()));
    for (Cell next : order(suite)) {
      if (names.add(next.name())) {
        cells.add(Cell.planned(cells.size() + 1, next.variant(), next.repeat()));
      }
    }
    return cells;
  }

  private static List<Cell> order(Suite suite) {
    List<Cell> cells = new ArrayList<>();
    if (suite.matter().data().isShared()) {
      suite.variants().stream()
          .map(suite::loader)
          .distinct()
          .forEach(loader -> cells.add(Cell.planned(0, loader.name(), 0)));
    }
    int repeats = suite.matter().repeat();
    if (suite.matter().order() == Order.GIVEN) {
      for (Variant variant : suite.variants()) {
        for (int repeat = 1; repeat <= repeats; repeat++) {
          cells.add(Cell.planned(0, variant.name(), repeat));
        }
      }
      return cells;
    }
    for (int repeat = 1; repeat <= repeats; repeat++) {
      List<Variant> round = new ArrayList<>(suite.variantsWithCells());
      if (suite.matter().order() == Order.RANDOM) {
        Collections.shuffle(round, new Random(suite.matter().seed() + repeat));
      } else if (repeat % 2 == 0) {
        Collections.reverse(round);
      }
      for (Variant variant : round) {
        cells.add(Cell.planned(0, variant.name(), repeat));
      }
    }
    return cells;
  }
}
