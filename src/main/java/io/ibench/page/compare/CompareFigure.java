package io.ibench.page.compare;

import io.ibench.report.figures.FigureCatalogue;
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
  static final CompareFigure OWN_CPU = of("own CPU us/op", "own_cpu_us_pq");

  /** CPU of the machine. */
  static final CompareFigure CPU = of("CPU us/op", "cpu_us_pq");

  /** The label of the size, which intervals do not have. */
  static final String SIZE = "size GB";

  static final List<CompareFigure> ALL =
      List.of(
          new CompareFigure("rate, operations/s", RATE),
          OWN_CPU,
          CPU,
          of("server CPU us/op", "server_us_pq"),
          of("r/op", "rpq"),
          of("rKB/op", "rkbpq"),
          of("wKB/op", "wkbpq"),
          of("cs/op", "cspq"),
          of("r/s", "rps"),
          of("rKB/s", "rkbps"),
          of("wKB/s", "wkbps"),
          of("server RSS GB", "rss_end_gb"));

  private static CompareFigure of(String label, String key) {
    return new CompareFigure(label, FigureCatalogue.formula(key));
  }
}
