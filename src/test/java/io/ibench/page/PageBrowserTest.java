package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ibench.report.document.Axis;
import io.ibench.report.document.Block;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.document.Section;
import io.ibench.testing.ChromiumExtension;
import io.ibench.testing.ChromiumPage;
import io.ibench.testing.ChromiumPage.Message;
import io.ibench.testing.NeedsBrowser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of made-up data in a browser. */
@ExtendWith(ChromiumExtension.class)
@Timeout(300)
@NeedsBrowser
class PageBrowserTest {

  @TempDir private static Path folder;

  private static Path file() {
    return folder.resolve("page.html");
  }

  @BeforeAll
  static void write() throws IOException {
    PageWriter.write(BrowserPages.sample(), file());
  }

  @Test
  void drawsEveryLineWithoutAComplaint(ChromiumPage browser) {
    BrowserPages.open(browser, file());

    assertThat(browser.evaluate("inspect.charts()").asInt()).isEqualTo(2);
    assertThat(BrowserPages.texts(browser, "inspect.faults()")).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void asksForNothingButItselfAndNeedsNoNetwork(ChromiumPage browser) {
    browser.goOffline();
    BrowserPages.open(browser, file());

    assertThat(BrowserPages.texts(browser, "inspect.faults()")).isEmpty();
    assertThat(browser.requests()).containsExactly(file().toUri().toString());
  }

  @Test
  void refusesAScriptThatSomebodyHasPutIn(ChromiumPage browser) throws IOException {
    String attack =
        "<script>window.hacked = 1</script><img src='x' onerror='window.hacked = 2'>"
            + "<a id='bait' href='javascript:window.hacked = 3'>bait</a></main>";
    Path attacked =
        Files.writeString(
            folder.resolve("attacked.html"),
            Files.readString(file()).replaceFirst("</main>", attack));
    BrowserPages.open(browser, attacked);
    browser.evaluate("document.getElementById('bait').click()");

    assertThat(browser.evaluate("document.getElementById('bait').textContent").asText())
        .isEqualTo("bait");
    assertThat(browser.evaluate("typeof window.hacked").asText()).isEqualTo("undefined");
    assertThat(browser.complaints())
        .extracting(Message::text)
        .anyMatch(text -> text.contains("Content Security Policy"));
    assertThat(BrowserPages.texts(browser, "inspect.faults()")).isEmpty();
  }

  @Test
  void everyControlChangesItsChart(ChromiumPage browser) {
    BrowserPages.open(browser, file());

    for (JsonNode control : browser.evaluate("inspect.useControls()")) {
      assertThat(control.get("drawings").asInt())
          .as(control.toString())
          .isEqualTo(control.get("options").asInt());
    }
    assertThat(browser.complaints()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void fitsAPhone(boolean dark, ChromiumPage browser) {
    browser.resize(390, 844, true);
    browser.emulateMedia("screen", dark);
    BrowserPages.open(browser, file());

    assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(390);
    assertThat(BrowserPages.texts(browser, "inspect.faults()")).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void isDrawnAgainWhenTheThemeOrTheWidthChanges(ChromiumPage browser) {
    browser.resize(1400, 900, false);
    BrowserPages.open(browser, file());
    browser.evaluate("document.querySelector('button.theme')?.click()");
    browser.emulateMedia("screen", true);
    browser.resize(700, 900, false);
    browser.waitUntil(
        "[...document.querySelectorAll('.drawing svg')].every((svg) =>"
            + " svg.getBoundingClientRect().width <= 700)");

    assertThat(BrowserPages.texts(browser, "inspect.faults()")).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void printsWhatIsFoldedAndEveryChart(ChromiumPage browser) {
    browser.open(file(), "true");
    browser.evaluate(
        "void addEventListener('beforeprint', () => { window.printed = {"
            + " folded: document.querySelectorAll('details:not([open])').length,"
            + " charts: document.querySelectorAll('[data-chart] svg path').length }; })");
    byte[] pdf = browser.printToPdf();

    assertThat(BrowserPages.pdfPages(pdf)).isGreaterThan(1);
    assertThat(browser.evaluate("window.printed.folded").asInt()).isZero();
    assertThat(browser.evaluate("window.printed.charts").asInt()).isPositive();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void ofManyNamesTheFirstThreeAreShownUntilTheReaderPicksOthers(ChromiumPage browser)
      throws IOException {
    Map<String, List<String>> steps =
        Map.of(
            "many", List.of("A", "B", "C", "D", "E", "F"),
            "four", List.of("A", "B", "C", "D"),
            "last", List.of("E", "F"));
    List<Line> lines = new ArrayList<>();
    steps.forEach(
        (step, names) ->
            names.forEach(
                name ->
                    lines.add(
                        BrowserPages.line(name, Axis.TIME, Map.of("step", step), name.charAt(0)))));
    Choice step = new Choice("step", "step", List.of("many", "four", "last"), "many");
    Chart chart = new Chart("one", "One", "", "us", false, List.of(step), lines).withShown(3);
    Path many = folder.resolve("many.html");
    List<Section> sections = List.of(new Section("s", "S", "", List.of(new Block.Drawing(chart))));
    ChartSet charts = new ChartSet(0, List.of(), List.of(chart), List.of());
    PageWriter.write(BrowserPages.page("many", sections, charts), many);
    BrowserPages.open(browser, many);

    assertThat(legend(browser)).containsExactly("A", "B", "C", "-D", "-E", "-F", "3 of 6 shown");
    assertThat(BrowserPages.texts(browser, "inspect.faults()")).isEmpty();
    browser.click(".segments button:nth-child(2)");
    assertThat(legend(browser)).containsExactly("A", "B", "C", "D");
    browser.click(".segments button:nth-child(3)");
    assertThat(legend(browser)).containsExactly("E", "F");
    browser.click(".segments button:nth-child(1)");
    browser.click(".legend [data-name=E]");
    browser.click(".legend [data-name=A]");
    assertThat(legend(browser)).containsExactly("-A", "B", "C", "-D", "E", "-F", "3 of 6 shown");
    browser.click(".legend .count button");
    assertThat(legend(browser)).containsExactly("A", "B", "C", "D", "E", "F");
    browser.click(".legend [data-name=A]");
    assertThat(legend(browser)).endsWith("1 of 6 shown");
    browser.click(".segments button:nth-child(3)");
    assertThat(legend(browser)).as("nothing of the picked lines").containsExactly("E", "F");
    browser.click(".segments button:nth-child(1)");
    browser.click(".legend [data-name=A]");
    assertThat(legend(browser)).as("nothing is left").contains("A", "-D", "3 of 6 shown");
    assertThat(browser.complaints()).isEmpty();
  }

  /** Deleted is what is struck out; what is off can come back. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLineThatIsOffHasAHollowSwatchAndIsNotStruckOut(boolean dark, ChromiumPage browser) {
    browser.emulateMedia("screen", dark);
    BrowserPages.open(browser, file());
    browser.click("#chart-throughput .legend [data-name=queries]");

    String off = "#chart-throughput .legend [data-name=inserts]";
    String on = "#chart-throughput .legend [data-name=queries]";
    assertThat(style(browser, off, "textDecorationLine")).isEqualTo("none");
    assertThat(style(browser, off + " .swatch", "borderBottomStyle")).isEqualTo("solid");
    assertThat(style(browser, on + " .swatch", "borderBottomStyle")).isEqualTo("none");
    assertThat(style(browser, off + " .swatch", "backgroundColor")).isEqualTo("rgba(0, 0, 0, 0)");
    assertThat(style(browser, off, "opacity")).as("as readable as other texts").isEqualTo("1");
    assertThat(style(browser, off, "color")).isNotEqualTo(style(browser, on, "color"));
  }

  private static String style(ChromiumPage browser, String selector, String property) {
    return browser
        .evaluate("getComputedStyle(document.querySelector('" + selector + "'))." + property)
        .asText();
  }

  /** The names, those of hidden lines with a minus sign, and how many are shown. */
  private static List<String> legend(ChromiumPage browser) {
    return BrowserPages.texts(
        browser,
        "[...document.querySelectorAll('.legend [data-name]')].map((one) =>"
            + " (one.ariaPressed === 'true' ? '' : '-') + one.dataset.name).concat("
            + "[...document.querySelectorAll('.legend .count')].map((one) => one.firstChild.data))");
  }

  @Test
  void aPointBetweenGapsIsADot(ChromiumPage browser) throws IOException {
    double[] y = {5, Double.NaN, 7, Double.NaN, 6, 6};
    Line line = new Line("queries", Axis.TIME, Map.of(), false, new double[] {0, 1, 2, 3, 4, 5}, y);
    Chart chart = new Chart("one", "One", "", "queries/s", false, List.of(), List.of(line));
    Path gaps = folder.resolve("gaps.html");
    List<Section> sections = List.of(new Section("s", "S", "", List.of(new Block.Drawing(chart))));
    ChartSet charts = new ChartSet(0, List.of(), List.of(chart), List.of());
    PageWriter.write(BrowserPages.page("gaps", sections, charts), gaps);
    BrowserPages.open(browser, gaps);

    String dots =
        "[...document.querySelectorAll('.canvas svg path')].filter((path) => {"
            + " const { width, height } = path.getBoundingClientRect();"
            + " return path.getAttribute('fill') !== 'none' && width > 3 && width < 8"
            + " && Math.abs(width - height) < 1; }).length";
    assertThat(browser.evaluate(dots).asInt()).isEqualTo(2);
  }

  @Test
  void whatDashedLinesAreStandsInTheLegendOfTheirChartOnly(ChromiumPage browser)
      throws IOException {
    Line solid = BrowserPages.line("queries", Axis.TIME, Map.of(), 5);
    Line dashed = new Line("queries", Axis.TIME, Map.of(), true, solid.x(), solid.y());
    Chart plain = new Chart("one", "One", "", "us", false, List.of(), List.of(solid));
    Chart both =
        new Chart("two", "Two", "", "us", false, List.of(), List.of(solid, dashed))
            .withDashed("response times");
    List<Block> blocks = List.of(new Block.Drawing(plain), new Block.Drawing(both));
    Path file = folder.resolve("dashed.html");
    ChartSet charts = new ChartSet(0, List.of(), List.of(plain, both), List.of());
    PageWriter.write(
        BrowserPages.page("dashed", List.of(new Section("s", "S", "", blocks)), charts), file);
    BrowserPages.open(browser, file);

    assertThat(
            BrowserPages.texts(
                browser,
                "[...document.querySelectorAll('.legend .marks')].map((one) => one.textContent)"))
        .containsExactly("", "response times");
  }
}
