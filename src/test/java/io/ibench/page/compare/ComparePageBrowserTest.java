package io.ibench.page.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.compare.Comparer;
import io.ibench.compare.Sides;
import io.ibench.page.BrowserPages;
import io.ibench.page.PageContract;
import io.ibench.page.PageWriter;
import io.ibench.page.RealRun;
import io.ibench.testing.ChromiumExtension;
import io.ibench.testing.ChromiumPage;
import io.ibench.testing.NeedsBrowser;
import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The page of a comparison of real runs, in a browser. */
@ExtendWith(ChromiumExtension.class)
@Timeout(300)
@NeedsBrowser
@StartsProcess
class ComparePageBrowserTest implements PageContract {

  /** As the name of a folder and as the name of a file, which has no slash. */
  private static final String HOSTILE = "\"><img src=x onerror=alert(1)><script>alert(1)</script>";

  private static final String OTHER = "'\"><img src=x onerror=alert(3)>\u202e";

  @TempDir private static Path folder;

  private static Path written() {
    return folder.resolve("page.html");
  }

  @Override
  public Path file() {
    return written();
  }

  @BeforeAll
  static void runAndWriteTheirPage() throws Exception {
    Path database = folder.resolve(HOSTILE + ".db");
    Files.createDirectories(database.getParent());
    Path base = folder.resolve("base");
    RealRun.of(folder, base, database);
    // The same figures under a hostile name, with another id and with hostile values of a setting.
    Path other = folder.resolve(OTHER);
    Files.createDirectory(other);
    try (Stream<Path> files = Files.list(base)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, other.resolve(file.getFileName()));
      }
    }
    Path settings = other.resolve("run.json");
    String text = Files.readString(settings);
    String changed = text.replace("\"normal\"", "\"<script>alert(2)<\\/script>\u202e\"");
    assertThat(changed).isNotEqualTo(text);
    Files.writeString(settings, changed);
    Path summary = other.resolve("summary.json");
    Files.writeString(summary, Files.readString(summary).replaceFirst("\"id\" *: *\"", "$0other-"));
    Sides sides = Sides.read(List.of(base.toString(), other.toString()));
    assertThat(sides.mistakes()).isEmpty();
    PageWriter.write(ComparePage.of(Comparer.compare(sides.sides()), List.of(), "1"), written());
  }

  @Test
  void canBePrinted(ChromiumPage browser) {
    browser.open(file(), "true");

    assertThat(BrowserPages.pdfPages(browser.printToPdf())).isPositive();
    assertThat(browser.complaints()).isEmpty();
  }
}
