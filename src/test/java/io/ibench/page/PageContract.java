package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ibench.testing.ChromiumPage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is true in a browser for every page, whatever its subject. */
public interface PageContract {

  /** The page; it exists before the first test. */
  public Path file();

  @Test
  default void isDrawnWithoutAComplaintAndAsksForNothing(ChromiumPage browser) {
    browser.goOffline();
    BrowserPages.open(browser, file());

    assertThat(browser.evaluate("inspect.charts()").asInt()).isPositive();
    assertThat(BrowserPages.texts(browser, "inspect.faults()")).isEmpty();
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.dialogs()).isEmpty();
    assertThat(browser.requests()).containsExactly(file().toUri().toString());
  }

  @Test
  default void everyControlCanBeUsed(ChromiumPage browser) {
    BrowserPages.open(browser, file());
    JsonNode used = browser.evaluate("inspect.useControls()");

    assertThat(browser.complaints()).as(used.toString()).isEmpty();
    assertThat(browser.evaluate("inspect.allDrawn()").asBoolean()).isTrue();
  }

  /** Somebody who looks at the page for a second has seen it. */
  @Test
  default void theAnswerIsLargerThanAllElse(ChromiumPage browser) {
    for (int width : new int[] {1400, 390}) {
      browser.resize(width, 844, width < 500);
      BrowserPages.open(browser, file());
      JsonNode sizes = browser.evaluate("inspect.fontSizes('.headline .figure')");

      assertThat(sizes.get("inside").asDouble()).as("%d px", width).isGreaterThan(40);
      assertThat(sizes.get("outside").asDouble())
          .as("%d px", width)
          .isLessThan(0.6 * sizes.get("inside").asDouble());
    }
  }

  /** Before the settings, which stand folded there, and after the scripts have run. */
  @Test
  default void onAPhoneTheAnswerAndItsVerdictStandFirst(ChromiumPage browser) {
    browser.resize(390, 844, true);
    browser.open(file(), "document.querySelector('.headline .figure') !== null");
    browser.waitUntil("!document.querySelector('details.subtitle').open");

    String below =
        "[...document.querySelectorAll('.headline, header .badge')].filter((one) =>"
            + " one.getBoundingClientRect().bottom > innerHeight).map((one) => one.textContent)";
    assertThat(BrowserPages.texts(browser, below)).isEmpty();
    assertThat(
            browser
                .evaluate(
                    "document.querySelector('.headline .figure').getBoundingClientRect().bottom"
                        + " < document.querySelector('details.subtitle')"
                        + ".getBoundingClientRect().top")
                .asBoolean())
        .isTrue();
  }

  @Test
  default void fitsAPhone(ChromiumPage browser) {
    browser.resize(390, 844, true);
    BrowserPages.open(browser, file());

    assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(390);
    assertThat(browser.complaints()).isEmpty();
  }
}
