package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.ChromiumExtension;
import io.ibench.testing.ChromiumPage;
import io.ibench.testing.NeedsBrowser;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small charts and a table of 38 columns. */
@ExtendWith(ChromiumExtension.class)
@Timeout(300)
@NeedsBrowser
class SmallChartsBrowserTest {

  @TempDir private static Path folder;

  private static Path file() {
    return folder.resolve("page.html");
  }

  @BeforeAll
  static void write() throws IOException {
    PageWriter.write(SampleSmallCharts.page(), file());
  }

  @AfterEach
  void nothingWasComplainedAbout(ChromiumPage browser) {
    assertThat(browser.complaints()).isEmpty();
  }

  private static void open(ChromiumPage browser, int width) {
    browser.resize(width, 900, width < 500);
    BrowserPages.open(browser, file());
  }

  @ParameterizedTest
  @ValueSource(ints = {1280, 390})
  void noTextStandsOnAnotherOrLeavesItsChart(int width, ChromiumPage browser) {
    open(browser, width);

    assertThat(BrowserPages.texts(browser, "inspect.overlaps()")).isEmpty();
    assertThat(BrowserPages.texts(browser, "inspect.leaving()")).isEmpty();
    assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(width);
  }

  @Test
  void fourChartsStandSideBySideAndOneOnAPhone(ChromiumPage browser) {
    String columns =
        "new Set([...document.querySelectorAll('.small svg')].map((one) =>"
            + " Math.round(one.getBoundingClientRect().left))).size";
    open(browser, 1280);
    assertThat(browser.evaluate(columns).asInt()).isEqualTo(4);
    open(browser, 390);
    assertThat(browser.evaluate(columns).asInt()).isEqualTo(1);
  }

  @Test
  void aTableOf38ColumnsFitsAPage(ChromiumPage browser) {
    String hidden =
        "(() => { const scroll = document.querySelector('.dense .scroll');"
            + " return scroll.scrollWidth - scroll.clientWidth; })()";
    open(browser, 1280);
    assertThat(browser.evaluate(hidden).asInt()).isZero();
    open(browser, 390);
    assertThat(browser.evaluate(hidden).asInt()).isPositive();
    browser.evaluate("document.querySelector('.dense .scroll').scrollLeft = 300");
    assertThat(
            browser
                .evaluate("document.querySelector('.dense td').getBoundingClientRect().left")
                .asDouble())
        .as("the first column stays")
        .isBetween(0.0, 30.0);
  }

  @Test
  void aDotAndAChangeSayWhatTheyAre(ChromiumPage browser) {
    open(browser, 1280);
    browser.evaluate("document.querySelector('#steps .small').scrollIntoView()");
    for (String mark : new String[] {"circle", ".turn", "h3 .define"}) {
      String place = "#steps .small " + mark;
      browser.hover(place);
      assertThat(browser.evaluate("document.getElementById('definition').textContent").asText())
          .isNotEmpty()
          .isEqualTo(
              browser
                  .evaluate("document.querySelector('" + place + "').dataset.definition")
                  .asText());
    }
  }
}
