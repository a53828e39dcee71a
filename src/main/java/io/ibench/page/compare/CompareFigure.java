package io.ibench.page.compare;

import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Formula;
import io.ibench.report.figures.Formula.Divisor;
import java.util.List;

/**
 * A figure of intervals in the charts of a comparison. Immutable.
 *
 * @param label the reader's choice, with its unit
 */
record CompareFigure(String label, Formula formula) {

  static final Formula RATE = new Formula(in -> in.operations(), Divisor.SECONDS, 1);

  /** CPU of the client and the server. */
  static final CompareFigure OWN_CPU = of("own CPU us/op", Figure.OWN_CPU_US_PQ);

  /** CPU of the machine. */
  static final CompareFigure CPU = of("CPU us/op", Figure.CPU_US_PQ);

  /** The label of the size, which intervals do not have. */
  static final String SIZE = "size GB";

  static final List<CompareFigure> ALL =
      List.of(
          new CompareFigure("rate, operations/s", RATE),
          OWN_CPU,
          CPU,
          of("server CPU us/op", Figure.SERVER_US_PQ),
          of("r/op", Figure.RPQ),
          of("rKB/op", Figure.RKBPQ),
          of("wKB/op", Figure.WKBPQ),
          of("cs/op", Figure.CSPQ),
          of("r/s", Figure.RPS),
          of("rKB/s", Figure.RKBPS),
          of("wKB/s", Figure.WKBPS),
          of("server RSS GB", Figure.RSS_END_GB));

  private static CompareFigure of(String label, Figure figure) {
    return new CompareFigure(label, figure.formula());
  }
}
