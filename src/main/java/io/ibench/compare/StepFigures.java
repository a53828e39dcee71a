package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Better;
import io.ibench.report.figures.Definition;
import io.ibench.report.figures.Figure;
import java.util.ArrayList;
import java.util.List;

/** The compared figures of a whole step, in the order of their rows. Stateless. */
final class StepFigures {

  private static final List<Figure> RATES =
      List.of(
          Figure.QPS,
          Figure.QPS_P99,
          Figure.IPS,
          Figure.IPS_P99,
          Figure.LINKS_PS,
          Figure.DPS,
          Figure.DPS_P99);
  private static final List<Figure> COSTS =
      List.of(
          Figure.RPQ,
          Figure.RKBPQ,
          Figure.WKBPQ,
          Figure.WPI,
          Figure.WKBPI,
          Figure.SERVER_RKBPQ,
          Figure.SERVER_WKBPQ,
          Figure.CSPQ,
          Figure.OWN_CPU_US_PQ,
          Figure.CPU_US_PQ,
          Figure.SERVER_US_PQ,
          Figure.CLIENT_US_PQ);
  private static final List<Figure> SIZES =
      List.of(
          Figure.SIZE_GB, Figure.BYTES_PER_ROW, Figure.DIR_BYTES, Figure.RSS_GB, Figure.WRITTEN_GB);
  private static final List<Figure> CLIENT =
      List.of(
          Figure.CLIENT_CPU_PCT,
          Figure.CLIENT_GC_PCT,
          Figure.CLIENT_RUN_DELAY_PCT,
          Figure.CLIENT_WAIT_PCT,
          Figure.OUTSIDE_PCT,
          Figure.OTHER_CPU_PCT,
          Figure.OTHER_WKBPS);

  private StepFigures() {}

  /** The figures before the latencies. */
  static List<ComparedFigure> before(Unit unit) {
    List<ComparedFigure> figures = new ArrayList<>();
    RATES.forEach(each -> figures.add(figure(each, Group.RATE, unit)));
    if (unit != Unit.QUERIES) {
      figures.add(figure(Figure.SECONDS, Group.RATE, unit));
    }
    COSTS.stream()
        // In loads it is equal to that of an operation.
        .filter(each -> unit != Unit.ROWS || each != Figure.WKBPI)
        .forEach(each -> figures.add(figure(each, Group.COST, unit)));
    return figures;
  }

  /** The figures behind the latencies. */
  static List<ComparedFigure> after(Unit unit) {
    List<ComparedFigure> figures = new ArrayList<>();
    SIZES.forEach(each -> figures.add(figure(each, Group.SIZE, unit)));
    CLIENT.forEach(each -> figures.add(figure(each, Group.CLIENT, unit)));
    return figures;
  }

  private static ComparedFigure figure(Figure figure, Group group, Unit unit) {
    Definition definition = figure.definition();
    return new ComparedFigure(
        figure.key(),
        group,
        definition.name(unit),
        definition.unit(),
        // How long one step takes is neither good nor bad; the same rows in less time are better.
        figure == Figure.SECONDS ? Better.LOWER : definition.better(),
        definition.text(),
        step -> step.whole().figures().value(figure));
  }
}
