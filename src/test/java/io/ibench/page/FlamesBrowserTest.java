package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.document.Block;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.FlameGraph;
import io.ibench.report.document.FlameGraph.Box;
import io.ibench.report.document.FlameGraph.Other;
import io.ibench.report.document.Section;
import io.ibench.testing.ChromiumExtension;
import io.ibench.testing.ChromiumPage;
import io.ibench.testing.NeedsBrowser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Calls as boxes, of one side and of two. */
@ExtendWith(ChromiumExtension.class)
@Timeout(300)
@NeedsBrowser
class FlamesBrowserTest {

  private static final String HOSTILE = "<img src=x onerror=alert(1)> (a)";

  @TempDir private static Path folder;

  private static Path file() {
    return folder.resolve("page.html");
  }

  private static Box box(int depth, String name, double cost) {
    return new Box(depth, name, cost, Optional.empty());
  }

  private static Box box(int depth, String name, double a, double b, boolean sure) {
    return new Box(depth, name, a, Optional.of(new Other(b, 0.5, sure)));
  }

  @BeforeAll
  static void write() throws IOException {
    FlameGraph one =
        new FlameGraph(
            "one side",
            "us/q",
            List.of(
                box(0, "main", 40),
                box(1, "plan", 10),
                box(1, HOSTILE, 30),
                box(2, "kernel: sendto", 30)));
    FlameGraph two =
        new FlameGraph(
            "two sides",
            "us/q",
            List.of(
                box(0, "main", 40, 41, false),
                box(1, "tree", 20, 0, true),
                box(1, "hash", 0, 20, true),
                box(1, "send", 20, 21, false)));
    Section section =
        new Section(
            "functions", "Functions", "", List.of(new Block.Flames(one), new Block.Flames(two)));
    PageWriter.write(
        BrowserPages.page(
            "flames", List.of(section), new ChartSet(0, List.of(), List.of(), List.of())),
        file());
  }

  @BeforeEach
  void open(ChromiumPage browser) {
    browser.resize(1200, 900, false);
    BrowserPages.open(browser, file());
  }

  @AfterEach
  void nothingWasComplainedAbout(ChromiumPage browser) {
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.dialogs()).isEmpty();
  }

  private static String graph(int number) {
    return ".flames:nth-of-type(" + number + ")";
  }

  private static List<String> names(ChromiumPage browser, int graph, String which) {
    return BrowserPages.texts(
        browser,
        "[...document.querySelectorAll('"
            + graph(graph)
            + " .boxes "
            + which
            + "')].map(box => box.textContent)");
  }

  private static double width(ChromiumPage browser, int graph, int box) {
    return browser
        .evaluate(
            "document.querySelectorAll('"
                + graph(graph)
                + " .boxes button')["
                + box
                + "].getBoundingClientRect().width")
        .asDouble();
  }

  @Test
  void aBoxIsAsWideAsItsCost(ChromiumPage browser) {
    assertThat(names(browser, 1, "button"))
        .containsExactly("main", "plan", HOSTILE, "kernel: sendto");
    assertThat(width(browser, 1, 2) / width(browser, 1, 1)).isBetween(2.9, 3.1);
  }

  @Test
  void aClickShowsACallAloneAndAnotherOneAll(ChromiumPage browser) {
    browser.click(graph(1) + " .boxes button:nth-child(2)");
    assertThat(names(browser, 1, "button")).containsExactly("main", "plan");
    assertThat(width(browser, 1, 1)).isEqualTo(width(browser, 1, 0));

    browser.click(graph(1) + " .boxes button:nth-child(2)");
    assertThat(names(browser, 1, "button")).hasSize(4);
  }

  @Test
  void theWidthIsAskedOfThePageOnceForAllBoxes(ChromiumPage browser) {
    assertThat(
            browser
                .evaluate(
                    "(() => { const boxes = document.querySelector('"
                        + graph(1)
                        + " .boxes'); let asked = 0;"
                        + " Object.defineProperty(boxes, 'clientWidth',"
                        + " { get() { asked++; return 1000; } });"
                        + " boxes.querySelector('button').click();"
                        + " return asked + ' ' + boxes.querySelectorAll('button').length; })()")
                .asText())
        .isEqualTo("1 4");
  }

  @Test
  void aBoxStaysWhileNoWidthChanges(ChromiumPage browser) {
    assertThat(
            browser
                .evaluate(
                    "(async () => { const boxes = document.querySelector('"
                        + graph(1)
                        + " .boxes'); const before = boxes.clientHeight;"
                        + " boxes.querySelector('button:nth-child(2)').click();"
                        + " const box = boxes.querySelector('button');"
                        + " for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);"
                        + " return [boxes.clientHeight < before, box.isConnected]; })()")
                .toString())
        .isEqualTo("[true,true]");
  }

  @Test
  void aBoxOfTwoSidesIsAsWideAsTheLargerOneAndColouredBeyondNoiseOnly(ChromiumPage browser) {
    assertThat(names(browser, 2, ".less")).containsExactly("tree");
    assertThat(names(browser, 2, ".more")).containsExactly("hash");
    assertThat(names(browser, 2, ".other")).containsExactly("main", "send");
    assertThat(width(browser, 2, 1)).isEqualTo(width(browser, 2, 2));
  }

  @Test
  void aPointerTellsBothSidesAndTheNoise(ChromiumPage browser) {
    browser.hover(graph(2) + " .boxes .more");

    assertThat(
            browser
                .evaluate("document.querySelector('" + graph(2) + " .said').textContent")
                .asText())
        .isEqualTo("hash: 0.00 -> 20.00 us/q (+20.00 +-0.50)");
  }

  @Test
  void aSearchMarksWhatItFinds(ChromiumPage browser) {
    browser.evaluate(
        "(() => { const input = document.querySelector('.flames input'); input.value = 'SEND';"
            + " input.dispatchEvent(new Event('input')); })()");

    assertThat(names(browser, 1, ".found")).containsExactly("kernel: sendto");
  }
}
