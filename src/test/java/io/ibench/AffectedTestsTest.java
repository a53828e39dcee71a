package io.ibench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which tests {@code bin/test fast} chooses, in a checkout with a few classes. */
@StartsProcess
class AffectedTestsTest {

  private static final Path SCRIPT = Path.of("src/test/bin/affected").toAbsolutePath();

  @TempDir private Path checkout;
  private String said;

  @BeforeEach
  void aRunPassed() throws Exception {
    assertThat(code("git", "init", "-q")).isZero();
    write(".gitignore", "target\n");
    write("docs/tables.md", "as they were");
    write("src/main/java/io/ibench/db/Row.java", "as it was");
    declare("classes/io/ibench/db/Row", "");
    declare("classes/io/ibench/db/Table$Cell", "io/ibench/db/Row");
    declare("classes/io/ibench/db/Spare", "");
    declare("classes/io/ibench/db/Store", "");
    declare("classes/io/ibench/db/Disk", "io/ibench/db/Store");
    write("target/fast/classes/META-INF/services/io.ibench.db.Store", "io.ibench.db.Disk\n");
    declare("test-classes/io/ibench/RowTest", "Lio/ibench/db/Row;");
    declare("test-classes/io/ibench/TableTest$Wide", "io/ibench/db/Table");
    declare("test-classes/io/ibench/TableTest", "io/ibench/TableTest$Wide");
    declare("test-classes/io/ibench/NamesTest", "io.ibench.db.Spare");
    declare("test-classes/io/ibench/StoreTest", "io/ibench/db/Store");
    declare("test-classes/io/ibench/SourcesTest", "com/tngtech/archunit/junit");
    assertThat(affected("note")).isZero();
    report("RowTest", 1500, "");
    report("TableTest", 20, "");
    report("TableTest$Wide", 3, "");
    report("NamesTest", 4, "");
    report("StoreTest", 5, "");
    report("SourcesTest", 6, "");
    assertThat(affected("keep", "0")).isZero();
  }

  private void write(String name, String text) throws IOException {
    Path file = checkout.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** A class file, as far as the script reads it: a name follows its length. */
  private void declare(String name, String used) throws IOException {
    write("target/fast/" + name + ".class", "\u0001\u0000A" + used + "\u0007\u0000\u0002");
  }

  private void report(String test, int tests, String result) throws IOException {
    write(
        "target/fast/reports/TEST-io.ibench." + test + ".xml",
        "<testsuite>\n" + ("<testcase name='a'>" + result + "</testcase>\n").repeat(tests));
  }

  private int affected(String command, String... more) throws Exception {
    return code(
        Stream.concat(Stream.of(SCRIPT.toString(), command, "target/fast"), Stream.of(more))
            .toArray(String[]::new));
  }

  private int code(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(checkout.toFile()).redirectErrorStream(true).start();
    said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    return process.waitFor();
  }

  /** The tests that are chosen now. */
  private List<String> chosen() throws Exception {
    assertThat(affected("note")).isZero();
    assertThat(affected("choose")).as(said).isZero();
    return Files.readAllLines(checkout.resolve("target/fast/chosen")).stream()
        .map(line -> line.replace("io/ibench/", "").replace(".java", ""))
        .collect(Collectors.toList());
  }

  @Test
  void nothingIsChosenWithoutAChange() throws Exception {
    assertThat(chosen()).isEmpty();
    assertThat(said).isEqualTo("test: 0 of 1,538 tests: those that reach a change");
  }

  @Test
  void aChangedClassIsReachedThroughOthers() throws Exception {
    declare("classes/io/ibench/db/Row", "java/util/List");
    assertThat(chosen()).containsExactly("RowTest", "SourcesTest", "TableTest");
    assertThat(said).isEqualTo("test: 1,529 of 1,538 tests: those that reach Row");
  }

  @Test
  void aClassIsReachedByItsNameAndAsAService() throws Exception {
    declare("classes/io/ibench/db/Spare", "java/util/List");
    assertThat(chosen()).containsExactly("NamesTest", "SourcesTest");
    declare("classes/io/ibench/db/Disk", "io/ibench/db/Store java/util/List");
    assertThat(chosen()).containsExactly("NamesTest", "SourcesTest", "StoreTest");
    assertThat(said).endsWith("those that reach Disk, Spare");
  }

  @Test
  void aChangedTestRuns() throws Exception {
    declare("test-classes/io/ibench/TableTest$Wide", "java/util/List");
    declare("test-classes/io/ibench/NewTest", "");
    assertThat(chosen()).containsExactly("NewTest", "SourcesTest", "TableTest");
  }

  @Test
  void aSourceWithTheSameClassIsForTestsThatReadSources() throws Exception {
    write("src/main/java/io/ibench/db/Row.java", "with another comment");
    assertThat(chosen()).containsExactly("SourcesTest");
  }

  @Test
  void anyOtherFileIsForAllTests() throws Exception {
    for (String file : List.of("docs/tables.md", "conf/new.properties")) {
      write(file, "changed");
      assertThat(affected("note")).isZero();
      assertThat(affected("choose")).isEqualTo(1);
    }
    assertThat(said).isEqualTo("test: all tests, because conf/new.properties has changed");
    assertThat(checkout.resolve("target/fast/chosen")).doesNotExist();
  }

  @Test
  void failedTestsRunAgainUntilTheyPass() throws Exception {
    declare("classes/io/ibench/db/Spare", "java/util/List");
    assertThat(chosen()).contains("NamesTest");
    report("NamesTest", 4, "<failure type='a'/>");
    assertThat(affected("keep", "1")).isZero();
    assertThat(chosen()).containsExactly("NamesTest", "SourcesTest");
    declare("classes/io/ibench/db/Spare", "");
    assertThat(chosen()).containsExactly("NamesTest");
    assertThat(said).isEqualTo("test: 4 of 1,538 tests: those that reach a change or failed");
    report("NamesTest", 4, "");
    assertThat(affected("keep", "0")).isZero();
    assertThat(chosen()).isEmpty();
    assertThat(said).startsWith("test: 0 of 1,538 tests");
  }

  @Test
  void allTestsRunUntilTheyHavePassedAndWithoutGit() throws Exception {
    Files.delete(checkout.resolve("target/fast/green"));
    assertThat(affected("note")).isZero();
    assertThat(affected("choose")).isEqualTo(1);
    assertThat(said).isEmpty();
    Files.move(checkout.resolve(".git"), checkout.resolve("other"));
    assertThat(affected("note")).isNotZero();
    assertThat(affected("keep", "0")).isZero();
    assertThat(checkout.resolve("target/fast/green")).doesNotExist();
  }
}
