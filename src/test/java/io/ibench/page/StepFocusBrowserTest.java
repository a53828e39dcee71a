package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.testing.ChromiumExtension;
import io.ibench.testing.ChromiumPage;
import io.ibench.testing.NeedsBrowser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One step of a run alone, in a browser. */
@ExtendWith(ChromiumExtension.class)
@Timeout(300)
@NeedsBrowser
class StepFocusBrowserTest {

  @TempDir private static Path folder;

  private static Path file() {
    return folder.resolve("page.html");
  }

  @BeforeAll
  static void write() throws IOException {
    PageWriter.write(StepPages.page(), file());
  }

  @BeforeEach
  void open(ChromiumPage browser) {
    browser.resize(1400, 900, false);
    BrowserPages.open(browser, file());
  }

  private static void choose(ChromiumPage browser, String step) {
    browser.evaluate(String.format("inspect.choose('nav select', '%s')", step));
  }

  private static String chosen(ChromiumPage browser) {
    return browser.evaluate("document.querySelector('nav select').value").asText();
  }

  private static List<String> texts(ChromiumPage browser, String chart) {
    return BrowserPages.texts(browser, "inspect.textsOf('" + chart + "')");
  }

  @Test
  void offersTheStepsThatHaveALengthAndFigures(ChromiumPage browser) {
    assertThat(
            BrowserPages.texts(
                browser,
                "[...document.querySelectorAll('nav option')].filter((one) => !one.hidden)"
                    + ".map((one) => one.value)"))
        .containsExactly("all steps", "l.i0", "l.i1", "qr100");
  }

  @Test
  void aStepAloneHasScalesOfItsOwnInAllChartsOfTime(ChromiumPage browser) {
    assertThat(texts(browser, "throughput")).contains("800,000", "0 s").doesNotContain("15,000");
    List<String> all = texts(browser, "throughput");
    choose(browser, "qr100");

    assertThat(texts(browser, "throughput")).contains("15,000", "qr100").doesNotContain("0 s");
    assertThat(texts(browser, "cpu")).contains("5", "qr100").doesNotContain("10", "0 s", "l.i0");
    choose(browser, "all steps");
    assertThat(texts(browser, "throughput")).isEqualTo(all);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aStepAloneNamesOnlyTheLinesThatItHas(ChromiumPage browser) {
    assertThat(legend(browser)).containsExactly("cpu", "loader");
    choose(browser, "l.i0");
    assertThat(legend(browser)).containsExactly("cpu", "loader");
    choose(browser, "l.i1");
    assertThat(legend(browser)).as("a line that ends where the step begins").containsExactly("cpu");
    choose(browser, "all steps");
    assertThat(legend(browser)).containsExactly("cpu", "loader");
  }

  private static List<String> legend(ChromiumPage browser) {
    return BrowserPages.texts(
        browser,
        "[...document.querySelector('[data-chart=\"cpu\"]').parentElement"
            + ".querySelectorAll('.legend button')].map((one) => one.dataset.name)");
  }

  @Test
  void theStepBeforeAndTheOneBehindLeaveTheScaleAlone(ChromiumPage browser) {
    choose(browser, "l.i1");

    assertThat(texts(browser, "throughput")).contains("300,000").doesNotContain("400,000");
  }

  @Test
  void aStepAloneIsSeenOverRowsToo(ChromiumPage browser) {
    choose(browser, "qr100");
    browser.evaluate("document.querySelectorAll('#chart-throughput .segments button')[1].click()");

    assertThat(texts(browser, "throughput")).contains("500k", "15,000").doesNotContain("0k");
    browser.click("#chart-throughput .reset");
    assertThat(texts(browser, "throughput")).contains("0", "200k", "800,000");
    assertThat(chosen(browser)).isEqualTo("all steps");
  }

  @Test
  void aClickOnANameShowsItsStepAndAnotherOneAll(ChromiumPage browser) {
    browser.click("#chart-cpu .names button:nth-child(3)");

    assertThat(chosen(browser)).isEqualTo("qr100");
    assertThat(texts(browser, "throughput")).contains("15,000");
    browser.click("#chart-cpu .names button");
    assertThat(chosen(browser)).isEqualTo("all steps");
    assertThat(browser.evaluate("document.querySelector('.point').hidden").asBoolean()).isTrue();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aDragShowsAPartAndADoubleClickAllOfIt(ChromiumPage browser) {
    browser.input().drag("#chart-cpu .drawing", 200);

    assertThat(chosen(browser)).isEqualTo("a part");
    assertThat(texts(browser, "throughput")).doesNotContain("0 s");
    browser.input().doubleClick("#chart-cpu .drawing");
    assertThat(chosen(browser)).isEqualTo("all steps");
    assertThat(texts(browser, "throughput")).contains("0 s");
  }

  @Test
  void aLogScaleOfTimeIsThatOfAllChartsAndKeepsStepsCrosshairAndZoomInPlace(ChromiumPage browser) {
    browser.resize(1400, 1300, false);
    List<String> linear = texts(browser, "throughput");
    browser.click("#chart-cpu .scale:last-child button:last-child");
    for (String chart : List.of("throughput", "cpu")) {
      assertThat(texts(browser, chart))
          .contains("0.2 s", "1 s", "10 s", "50 s", "l.i0", "l.i1", "qr100")
          .doesNotContain("0 s", "1 min");
      String log = "document.querySelector('#chart-%s .scale:last-child button:last-child')";
      assertThat(browser.evaluate(String.format(log + ".ariaPressed", chart)).asText())
          .isEqualTo("true");
    }
    assertThat(BrowserPages.texts(browser, "inspect.overlaps()")).isEmpty();
    double edge = middle(browser, "inspect.text('throughput', '1 s')");
    assertThat(browser.evaluate("inspect.area('throughput', 2).left").asDouble())
        .as("qr100 begins at 1 s")
        .isCloseTo(edge, within(2.0));

    browser.hover("#chart-cpu .drawing");
    assertThat(browser.evaluate("document.querySelector('.point .at').textContent").asText())
        .isEqualTo("1 s");
    assertThat(middle(browser, "document.querySelector('#chart-throughput .hair')"))
        .isCloseTo(edge, within(2.0));

    browser.input().drag("#chart-cpu .drawing", 200);
    assertThat(texts(browser, "throughput")).contains("3 s", "5 s").doesNotContain("1 s", "10 s");
    browser.input().doubleClick("#chart-cpu .drawing");
    browser.click("#chart-cpu .names button:nth-child(3)");
    assertThat(chosen(browser)).isEqualTo("qr100");
    assertThat(texts(browser, "throughput")).contains("1 s", "50 s").doesNotContain("0.5 s");
    choose(browser, "l.i0");
    assertThat(texts(browser, "throughput"))
        .contains("0.2 s", "0.5 s", "l.i0")
        .doesNotContain("1 s");

    choose(browser, "all steps");
    browser.click("#chart-throughput .segments button:last-child");
    assertThat(texts(browser, "throughput"))
        .as("rows have their own scale")
        .contains("100k", "200k");
    browser.click("#chart-throughput .segments button:first-child");
    browser.click("#chart-throughput .scale:last-child button:first-child");
    assertThat(texts(browser, "throughput")).isEqualTo(linear);
    assertThat(texts(browser, "cpu")).contains("0 s", "1 min");
    assertThat(browser.complaints()).isEmpty();
  }

  private static double middle(ChromiumPage browser, String element) {
    String box = "(({left, right}) => (left + right) / 2)(" + element + ".getBoundingClientRect())";
    return browser.evaluate(box).asDouble();
  }

  @Test
  void theKeyboardChoosesAStep(ChromiumPage browser) {
    browser.evaluate("document.querySelector('nav li:last-child a').focus()");
    browser.input().press("Tab");
    browser.input().press("ArrowDown");
    browser.input().press("ArrowDown");

    assertThat(chosen(browser)).isEqualTo("l.i1");
    assertThat(texts(browser, "cpu")).contains("l.i1").doesNotContain("qr100");
  }

  @Test
  void isPrintedAsItIsShown(ChromiumPage browser) {
    choose(browser, "qr100");
    browser.evaluate(
        "void addEventListener('beforeprint', () => {"
            + " window.printed = inspect.textsOf('throughput'); })");
    browser.printToPdf();

    assertThat(BrowserPages.texts(browser, "window.printed")).contains("15,000", "qr100");
    assertThat(browser.complaints()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {390, 1400})
  void shortStepsHaveNamesThatNeverOverlap(int width, ChromiumPage browser) {
    browser.resize(width, 900, width < 500);
    BrowserPages.open(browser, file());

    assertThat(texts(browser, "throughput")).contains("l.i0", "qr100");
    assertThat(BrowserPages.texts(browser, "inspect.overlaps()")).isEmpty();
  }
}
