package io.ibench.cli.run;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import io.ibench.report.store.StoredRun;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The pages of a result, without the result's own page. */
@StartsProcess
class PagesTest {

  @TempDir private Path temporary;

  private Path result;

  @BeforeEach
  void measure() {
    result = temporary.resolve("result");
    Cli run =
        ibench(
            "run",
            Cli.LINKBENCH,
            "-d",
            Cli.NOOP,
            "-o",
            result,
            "-s=steps=request",
            "-s=request.until=100ms",
            "-s=request.repeat=1",
            "-s=interval=50ms");
    assertThat(run.code()).as(run.err()).isZero();
  }

  private Path olderPage() throws IOException {
    String older =
        Files.readString(result.resolve(Pages.NAME)).replace("<title>", "<title>older: ");
    return Files.writeString(temporary.resolve("page.html"), older);
  }

  private Cli page(Object file, Object... more) {
    Object[] arguments = new Object[4 + more.length];
    arguments[0] = "report";
    arguments[1] = result;
    arguments[2] = "--html";
    arguments[3] = file;
    System.arraycopy(more, 0, arguments, 4, more.length);
    return ibench(arguments);
  }

  private static void makePipe(Path file) throws Exception {
    Files.deleteIfExists(file);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
  }

  @Test
  @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeInThePlaceOfAFileOfAResultIsNeitherReadNorWaitedFor() throws Exception {
    makePipe(result.resolve(Pages.NAME));
    assertRefused(page(result.resolve(Pages.NAME)), "cannot write the page ");
    for (String name : List.of("intervals.csv", "operations.csv", "latency.hlog", "run.json")) {
      makePipe(result.resolve(name));
    }
    assertThat(page(temporary.resolve("page.html")).code()).isZero();
    makePipe(result.resolve("summary.json"));
    Cli report = ibench("report", result);
    assertThat(report.code()).isEqualTo(2);
    assertThat(report.err()).contains("summary.json is not a file");
  }

  private static void assertRefused(Cli report, String why) {
    assertThat(report.code()).isEqualTo(2);
    assertThat(report.out()).isEmpty();
    assertThat(report.err()).contains(why).doesNotContain("\tat ", "internal error");
  }

  @Test
  void theSamePageAsThatOfTheRunIsWrittenToAFileOrToStdout() throws IOException {
    Path file = olderPage();

    Cli written = page(file);
    Cli printed = page("-");

    assertThat(written.code()).as(written.err()).isZero();
    assertThat(written.out()).isEmpty();
    assertThat(written.err()).isEqualTo("page in " + file + "\n");
    assertThat(file).hasSameTextualContentAs(result.resolve(Pages.NAME));
    assertThat(printed.code()).isZero();
    assertThat(printed.err()).isEmpty();
    assertThat(printed.out()).isEqualTo(Files.readString(file));
  }

  @Test
  void aRunMakesNoPageWhenToldSo() {
    Path other = temporary.resolve("other");
    Cli run =
        ibench("run", Cli.LINKBENCH, "-d", Cli.NOOP, "-o", other, "-s=steps=create", "--no-page");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).doesNotContain("page");
    assertThat(other.resolve("summary.txt")).isNotEmptyFile();
    assertThat(other.resolve(Pages.NAME)).doesNotExist();
  }

  @Test
  void aFileThatIsNoPageIsNotReplaced() throws IOException {
    Path summary = result.resolve("summary.json");
    String before = Files.readString(summary);
    Path link = Files.createSymbolicLink(temporary.resolve("link.html"), summary);
    for (Path file : new Path[] {summary, link}) {
      assertRefused(
          page(file),
          "cannot write the page " + file + ": it exists and is no page of ibench; name another");
    }
    assertThat(summary).hasContent(before);
    assertThat(page(Files.createFile(temporary.resolve("empty"))).code()).isZero();
  }

  @Test
  void aResultWithoutItsOwnPageHasOneAllTheSame() throws IOException {
    Files.delete(result.resolve(Pages.NAME));

    assertThat(page(result.resolve(Pages.NAME)).code()).isZero();
    assertThat(result.resolve(Pages.NAME)).isNotEmptyFile();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aLinkStaysAndADeviceIsWrittenTo() throws IOException {
    Path file = olderPage();
    Path link = Files.createSymbolicLink(temporary.resolve("link.html"), file);

    assertThat(page(link).code()).isZero();
    assertThat(link).isSymbolicLink();
    assertThat(file).hasSameTextualContentAs(result.resolve(Pages.NAME));
    Path device = Files.createSymbolicLink(temporary.resolve("null"), Path.of("/dev/null"));
    assertThat(page(device).code()).isZero();
    assertThat(device).isSymbolicLink();
    Path full = Files.createSymbolicLink(temporary.resolve("full"), Path.of("/dev/full"));
    assertRefused(page(full), "cannot write the page " + full + ": No space left on device");
  }

  @Test
  void whatCannotBeWrittenIsNamed() throws IOException {
    Path missing = temporary.resolve("missing/page.html");

    assertRefused(
        page(missing),
        "cannot write the page " + missing + ": there is no folder " + missing.getParent());
    assertRefused(page(temporary), "cannot write the page " + temporary + ": it is a folder");
    assertRefused(page(""), "--html is empty");
  }

  @Test
  void whatIsNoResultIsNamed() {
    Path none = temporary.resolve("none");

    assertRefused(
        ibench("report", none, "--html", temporary.resolve("page.html")), "ibench: " + none);
    assertThat(temporary.resolve("page.html")).doesNotExist();
  }

  @Test
  void severalResultsAndWhatShapesTextsAreRefused() {
    assertRefused(page("-", result), "ibench compare");
    for (String option : new String[] {"--format=text", "--all", "--all"}) {
      assertRefused(page("-", option), "--html has all of a result in one page");
    }
    assertRefused(page("-", "--table=engines"), "--html has all of a result in one page");
  }

  @Test
  void troubleWithThePageOfARunIsALineAndLeavesNothing() throws Exception {
    StoredRun run = StoredRun.read(result);
    Files.delete(result.resolve(Pages.NAME));
    Path page = Files.createDirectory(result.resolve(Pages.NAME));

    assertThat(Pages.writeBeside(run))
        .contains("cannot write the page " + page + ": it is a folder");
    Files.delete(page);
    Files.createDirectory(result.resolve(Pages.NAME + ".part"));
    assertThat(Pages.writeBeside(run))
        .hasValueSatisfying(why -> assertThat(why).startsWith("cannot write the page " + page));
    assertThat(page).doesNotExist();
    assertThat(Pages.writeBeside(run)).isEqualTo(Optional.empty());
    assertThat(page).isNotEmptyFile();
  }

  @Test
  void aStepOfOneClientLeavesNoFileOfClients() {
    assertThat(result.resolve("clients.csv")).doesNotExist();
  }
}
