package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.page.SmallDrawing.Mark;
import io.ibench.page.SmallDrawing.Text;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.SmallChart;
import io.ibench.report.document.SmallChart.Level;
import io.ibench.report.document.SmallChart.Turn;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SmallDrawingTest {

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

  private static SmallChart chart(List<String> labels, double[] values, Turn... turns) {
    return new SmallChart("qps", "A rate.", "/s", labels, values, List.of(), List.of(turns));
  }

  private static List<String> versions(int count) {
    return IntStream.range(0, count).mapToObj(i -> "8.0." + i).toList();
  }

  private static SmallDrawing drawing(double... values) {
    return SmallDrawing.of(chart(versions(values.length), values));
  }

  /** Those in a row, from left to right. */
  private static List<String> row(SmallDrawing drawing, int y) {
    return drawing.texts().stream()
        .filter(text -> text.anchor().equals("middle") && text.y().equals(String.valueOf(y)))
        .map(Text::text)
        .toList();
  }

  private static List<String> labels(SmallDrawing drawing) {
    return row(drawing, SmallDrawing.HEIGHT - 4);
  }

  private static List<String> above(SmallDrawing drawing) {
    return row(drawing, 10);
  }

  @Test
  void aDotSaysItsLabelAndItsValueWithUnit() {
    assertThat(drawing(12_345, 12_000).dots())
        .extracting(Mark::hover)
        .containsExactly("8.0.0: 12,345/s", "8.0.1: 12,000/s");
    SmallChart named =
        new SmallChart("", "", "us/q", List.of(""), new double[] {0.97}, List.of(), List.of());
    assertThat(SmallDrawing.of(named).dots()).extracting(Mark::hover).containsExactly("0.970 us/q");
  }

  @Test
  void aLargerValueStandsHigher() {
    List<Mark> dots = drawing(100, 130, 160).dots();

    double first = Double.parseDouble(dots.get(0).y());
    double second = Double.parseDouble(dots.get(1).y());
    double third = Double.parseDouble(dots.get(2).y());
    assertThat(first).isGreaterThan(second);
    assertThat(first - second).isBetween(second - third - 0.2, second - third + 0.2);
  }

  @Test
  void anUnknownValueIsAGap() {
    SmallDrawing drawing = drawing(5, 6, Double.NaN, 7, Double.NaN, 8);

    assertThat(drawing.path()).matches("M[\\d. ]+M[\\d. ]+h0M[\\d. ]+h0");
    assertThat(drawing.dots()).hasSize(4);
  }

  @Test
  void whereNothingIsKnownTheChartSaysSo() {
    SmallDrawing drawing = drawing(Double.NaN, Double.NaN);

    assertThat(drawing.path()).isEmpty();
    assertThat(drawing.dots()).isEmpty();
    assertThat(drawing.texts()).extracting(Text::text).contains("no value is known");
    assertThat(drawing.definition()).isEqualTo("A rate.");
  }

  @Test
  void theDefinitionSaysThatTheAxisDoesNotBeginAtZero() {
    assertThat(drawing(100, 110).definition()).isEqualTo("A rate. The axis does not begin at 0.");
    assertThat(drawing(10, 110).definition()).isEqualTo("A rate.");
  }

  @Test
  void manyValuesStaySmallAndKeepTheLowestAndTheHighest() {
    double[] values = new double[2_000];
    Arrays.setAll(values, i -> 1_000 + i % 7);
    values[1_001] = 400;
    values[1_501] = 2_000;
    SmallDrawing drawing = drawing(values);

    assertThat(drawing.dots()).isEmpty();
    assertThat(drawing.path().length()).isLessThan(6_000);
    assertThat(drawing.path()).matches("M[\\d. ]+");
    double[] numbers = numbers(drawing.path());
    double[] heights =
        IntStream.range(0, numbers.length / 2).mapToDouble(i -> numbers[2 * i + 1]).toArray();
    assertThat(Arrays.stream(heights).min().orElseThrow()).isLessThan(25);
    assertThat(Arrays.stream(heights).filter(y -> y > 80)).hasSize(1);
  }

  @Test
  void ofManyValuesALongGapIsSeen() {
    double[] values = new double[2_000];
    Arrays.fill(values, 5);
    Arrays.fill(values, 700, 800, Double.NaN);
    values[1_200] = Double.POSITIVE_INFINITY;

    assertThat(drawing(values).path()).matches("M[\\d. ]+M[\\d. ]+");
  }

  @Test
  void coordinatesHaveOneDecimalAndAreWithinTheDrawing() {
    for (SmallChart chart : SampleSmallCharts.odd()) {
      SmallDrawing drawing = SmallDrawing.of(chart);
      StringBuilder all = new StringBuilder(drawing.path());
      drawing.dots().forEach(dot -> all.append(' ').append(dot.x()).append(' ').append(dot.y()));
      drawing.levels().forEach(level -> all.append(' ').append(level.x()));
      drawing.turns().forEach(turn -> all.append(' ').append(turn.x()));
      assertThat(all.toString()).doesNotContainPattern("\\.\\d\\d|NaN|E");
      assertThat(Arrays.stream(numbers(all.toString())))
          .as(chart.title())
          .allMatch(number -> number >= 0 && number <= SmallDrawing.WIDTH);
    }
  }

  private static double[] numbers(String text) {
    Matcher numbers = NUMBER.matcher(text);
    return numbers.results().mapToDouble(found -> Double.parseDouble(found.group())).toArray();
  }

  @Test
  void aFewLabelsAreAllShownAndEqualNeighboursOnce() {
    double[] values = {1, 2, 3, 4, 5};
    List<String> labels = List.of("8.0", "8.0", "8.4", "", "8.0");

    assertThat(labels(SmallDrawing.of(chart(labels, values)))).containsExactly("8.0", "8.4", "8.0");
  }

  @Test
  void ofManyLabelsTheFirstTheLastAndThoseOfChangesAreShown() {
    double[] values = new double[60];
    SmallDrawing drawing =
        SmallDrawing.of(chart(versions(60), values, new Turn(31, "-4 %", Tone.WORSE)));

    assertThat(labels(drawing)).startsWith("8.0.0").endsWith("8.0.59").contains("8.0.31");
    assertThat(labels(drawing).size()).isBetween(4, 8);
  }

  @Test
  void longLabelsAreCutSoThatTheFirstAndTheLastFit() {
    List<String> labels = List.of("A".repeat(90), "B".repeat(90), "\uD83D\uDE00".repeat(90));
    SmallDrawing drawing = SmallDrawing.of(chart(labels, new double[3]));

    assertThat(labels(drawing)).hasSize(2);
    assertThat(labels(drawing).get(0)).matches("A{5,}…");
    assertThat(labels(drawing).get(1)).matches("(\uD83D\uDE00){5,}…");
  }

  @Test
  void aChangeIsALineWithItsTextAbove() {
    double[] values = {10, 10, 10, 8, 8};
    SmallDrawing drawing =
        SmallDrawing.of(chart(versions(5), values, new Turn(3, "-20 %", Tone.WORSE)));

    Mark turn = drawing.turns().get(0);
    assertThat(turn.x()).startsWith("M" + drawing.dots().get(3).x() + " ");
    assertThat(turn.style()).isEqualTo("worse");
    assertThat(turn.hover()).isEqualTo("8.0.3: -20 %");
    assertThat(above(drawing)).containsExactly("-20 %");
    assertThat(drawing.summary()).isEqualTo("qps: 5 values; 8.0.3: -20 %");
  }

  @Test
  void whereChangesAreTooManyForTheirTextsTheLatestOnesAreNamed() {
    Turn[] turns =
        IntStream.range(1, 40)
            .mapToObj(i -> new Turn(i, "+" + i + " %", Tone.BETTER))
            .toArray(Turn[]::new);
    SmallDrawing drawing = SmallDrawing.of(chart(versions(40), new double[40], turns));

    assertThat(drawing.turns()).hasSize(39);
    assertThat(above(drawing)).contains("+39 %").doesNotContain("+1 %");
  }

  @Test
  void aLevelReachesOverItsValues() {
    double[] values = {10, 12, 20, 22};
    List<Level> levels =
        List.of(new Level(0, 2, 11), new Level(2, 4, 21), new Level(3, 4, Double.NaN));
    SmallDrawing drawing =
        SmallDrawing.of(new SmallChart("qps", "", "/s", versions(4), values, levels, List.of()));

    assertThat(drawing.levels())
        .extracting(Mark::hover)
        .containsExactly("8.0.0 to 8.0.1: mean 11/s", "8.0.2 to 8.0.3: mean 21/s");
    double[] level = numbers(drawing.levels().get(1).x());
    double third = Double.parseDouble(drawing.dots().get(2).x());
    double fourth = Double.parseDouble(drawing.dots().get(3).x());
    assertThat(level[0]).isBetween(third - 5, third - 1);
    assertThat(level[2]).isBetween(fourth + 1, fourth + 5);
  }

  @Test
  void oneValueStandsInTheMiddle() {
    double x = Double.parseDouble(drawing(7).dots().get(0).x());

    assertThat(x).isBetween(130.0, 170.0);
    assertThat(Collections.max(labels(drawing(7)))).isEqualTo("8.0.0");
  }
}
