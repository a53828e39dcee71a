package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Line;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChartJsonTest {

  private static String json(double[] x, double[] y) {
    Line line = new Line("a", Axis.TIME, Map.of(), false, x, y);
    Chart chart = new Chart("id", "t", "d", "u", false, List.of(), List.of(line));
    return ChartJson.of(new ChartSet(0, List.of(), List.of(chart), List.of()));
  }

  /** Small maps in Java have another order of entries in each process. */
  @Test
  void tagsAreInTheOrderOfTheirNames() {
    Map<String, String> tags = new LinkedHashMap<>();
    List.of("z", "b", "y", "a", "x").forEach(key -> tags.put(key, "1"));
    Line line = new Line("a", Axis.TIME, tags, false, new double[0], new double[0]);
    Chart chart = new Chart("id", "t", "d", "u", false, List.of(), List.of(line));

    assertThat(ChartJson.of(new ChartSet(0, List.of(), List.of(chart), List.of())))
        .contains("\"tags\":{\"a\":\"1\",\"b\":\"1\",\"x\":\"1\",\"y\":\"1\",\"z\":\"1\"}");
  }

  @Test
  void placesAreExactToTheMillisecondAtTheEndOfAYearAndOfTwoWeeks() {
    double[] x = {604_798.501, 604_799.499, 1_209_599.363, 31_536_000.007};

    assertThat(json(x, new double[4])).contains("[604798.501,604799.499,1209599.363,31536000.007]");
  }

  @Test
  void percentilesNextToAHundredStayBelowIt() {
    double[] x = {99.99951171875, 100 - 100 / Math.pow(2, 30)};

    assertThat(json(x, new double[2])).contains("[99.9995117188,99.9999999069]");
  }

  @Test
  void rowsAreExactAndValuesHaveSixDigitsAndGapsAreNull() {
    double[] x = {1_500_000_001, 1_500_000_002, 1_500_000_003};
    double[] y = {1_500_000_000, 1_234_567.8, Double.NaN};

    assertThat(json(x, y))
        .contains("[1500000001,1500000002,1500000003]")
        .contains("[1500000000,1.23457E+6,null]");
  }
}
