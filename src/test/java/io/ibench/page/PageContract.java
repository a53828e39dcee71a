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

  @Test
  default void fitsAPhone(ChromiumPage browser) {
    browser.resize(390, 844, true);
    BrowserPages.open(browser, file());

    assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(390);
    assertThat(browser.complaints()).isEmpty();
  }
}
