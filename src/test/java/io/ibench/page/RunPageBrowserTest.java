package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.store.StoredRun;
import io.ibench.testing.ChromiumExtension;
import io.ibench.testing.ChromiumPage;
import io.ibench.testing.NeedsBrowser;
import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The page of a real run, in a browser. */
@ExtendWith(ChromiumExtension.class)
@Timeout(300)
@NeedsBrowser
@StartsProcess
class RunPageBrowserTest implements PageContract {

  /** As the name of a folder and as the name of a file, which has no slash. */
  private static final String HOSTILE = "\"><img src=x onerror=alert(1)><script>alert(1)</script>";

  @TempDir private static Path folder;

  private static Path written() {
    return folder.resolve("page.html");
  }

  @Override
  public Path file() {
    return written();
  }

  @BeforeAll
  static void runAndWriteItsPage() throws Exception {
    Path database = folder.resolve(HOSTILE + ".db");
    Files.createDirectories(database.getParent());
    Path results = folder.resolve("results");
    RealRun.of(folder, results, database);
    PageWriter.write(RunPage.of(StoredRun.read(results)), written());
  }

  @Test
  void definesEveryColumnOfNumbers(ChromiumPage browser) {
    BrowserPages.open(browser, file());

    assertThat(browser.evaluate("document.querySelectorAll('th.number').length").asInt())
        .isPositive();
    assertThat(BrowserPages.texts(browser, "inspect.undefinedHeads()")).isEmpty();
  }

  @Test
  void canBePrinted(ChromiumPage browser) {
    browser.open(file(), "true");

    assertThat(BrowserPages.pdfPages(browser.printToPdf())).isPositive();
    assertThat(browser.complaints()).isEmpty();
  }
}
