package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.ChromiumExtension;
import io.ibench.testing.ChromiumPage;
import io.ibench.testing.NeedsBrowser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A page without a mouse. */
@ExtendWith(ChromiumExtension.class)
@Timeout(300)
@NeedsBrowser
class TouchAndKeysBrowserTest {

  private static final String DRAWING = "#chart-throughput .drawing";

  @TempDir private static Path folder;

  private static Path file() {
    return folder.resolve("page.html");
  }

  @BeforeAll
  static void write() throws IOException {
    PageWriter.write(BrowserPages.sample(), file());
  }

  @AfterEach
  void nothingWasComplainedAbout(ChromiumPage browser) {
    assertThat(browser.complaints()).isEmpty();
  }

  private static void openOnAPhone(ChromiumPage browser) {
    browser.resize(390, 844, true);
    BrowserPages.open(browser, file());
  }

  private static boolean isSeen(ChromiumPage browser, String selector) {
    return browser
        .evaluate("document.querySelector('" + selector + "').checkVisibility()")
        .asBoolean();
  }

  @Test
  void aFingerUpwardsScrollsThePageAndLeavesTheChart(ChromiumPage browser) {
    openOnAPhone(browser);
    browser.evaluate("document.querySelector('.drawing').scrollIntoView({block: 'center'})");
    double before = browser.evaluate("scrollY").asDouble();
    browser.input().swipe(DRAWING, 0, -200);
    browser.waitUntil("scrollY > " + (before + 100));

    assertThat(isSeen(browser, "#chart-throughput .reset")).isFalse();
    assertThat(isSeen(browser, ".point")).isFalse();
    assertThat(isSeen(browser, ".brush")).isFalse();
  }

  @Test
  void aFingerSidewaysShowsAPartOfTheChart(ChromiumPage browser) {
    openOnAPhone(browser);
    browser.input().swipe(DRAWING, 100, 0);

    assertThat(isSeen(browser, "#chart-throughput .reset")).isTrue();
    assertThat(BrowserPages.texts(browser, "inspect.textsOf('throughput')")).doesNotContain("0 s");
    // With the mouse: Chromium takes a tap right after a fling for the end of the fling.
    browser.click("#chart-throughput .reset");
    assertThat(isSeen(browser, "#chart-throughput .reset")).isFalse();
  }

  @Test
  void aTapOnAChartShowsItsValuesAndOneBesideItHidesThem(ChromiumPage browser) {
    openOnAPhone(browser);
    browser.input().tap(DRAWING);
    browser.waitUntil("document.querySelector('.point').checkVisibility()");

    assertThat(browser.evaluate("document.querySelector('.point').textContent").asText())
        .contains("queries", "inserts", "queries/s");
    browser.input().tap("figcaption .unit");
    browser.waitUntil("!document.querySelector('.point').checkVisibility()");
  }

  @Test
  void aTapOnATermShowsItsDefinitionAndOneBesideItHidesIt(ChromiumPage browser) {
    openOnAPhone(browser);
    browser.input().tap("th .define");
    browser.waitUntil("document.querySelector('#definition').checkVisibility()");

    assertThat(browser.evaluate("document.querySelector('#definition').textContent").asText())
        .isEqualTo("What column 0 is.");
    browser.input().tap("td");
    browser.waitUntil("!document.querySelector('#definition').checkVisibility()");
  }

  @Test
  void theKeyboardReachesEveryControlWhichShowsThatItIsThere(ChromiumPage browser) {
    browser.resize(1400, 900, false);
    BrowserPages.open(browser, file());
    List<String> wanted = BrowserPages.texts(browser, "inspect.reachable()");
    List<String> reached = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      browser.input().press("Tab");
      reached.add(browser.evaluate("inspect.nameOf(document.activeElement)").asText());
      assertThat(browser.evaluate("inspect.isMarked(document.activeElement)").asBoolean())
          .as(reached.get(i))
          .isTrue();
    }

    assertThat(reached).containsExactlyInAnyOrderElementsOf(wanted);
    assertThat(wanted)
        .anyMatch(name -> name.contains("PNG"))
        .anyMatch(name -> name.contains("log"));
  }

  @Test
  void theKeyboardOpensAndClosesADefinition(ChromiumPage browser) {
    browser.resize(1400, 300, false);
    BrowserPages.open(browser, file());
    browser.evaluate("document.querySelector('figcaption .define').focus()");
    browser.input().press("Tab");
    browser.evaluate("scrollTo(0, 0)");
    browser.input().pressWithShift("Tab");
    // The browser reports its scrolling with one of the next frames.
    browser.waitUntil("scrollY > 0");
    browser.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");

    assertThat(isSeen(browser, "#definition")).isTrue();
    assertThat(browser.evaluate("document.querySelector('#definition').textContent").asText())
        .isEqualTo("Completed queries of each interval, divided by its length.");
    browser.input().press("Escape");
    assertThat(isSeen(browser, "#definition")).isFalse();
  }

  @Test
  void enterPressesAButton(ChromiumPage browser) {
    browser.resize(1400, 900, false);
    BrowserPages.open(browser, file());
    browser.evaluate("document.querySelector('#chart-throughput .last button:last-child').focus()");
    List<String> before = BrowserPages.texts(browser, "inspect.textsOf('throughput')");
    browser.input().press("Enter");

    assertThat(BrowserPages.texts(browser, "inspect.textsOf('throughput')")).isNotEqualTo(before);
    assertThat(browser.evaluate("document.activeElement.textContent").asText()).isEqualTo("log");
  }
}
