package io.ibench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The goals of docs/architecture.md say what is true today, as far as it can be counted. */
class GoalsTest {

  private static final Path MAIN = Path.of("src/main/java");
  private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*");

  @Test
  void theTableSaysHowManyLinesTheMainCodeHas() throws IOException {
    long lines = 0;
    for (Path file : sources(MAIN)) {
      lines += lines(file);
    }
    assertThat(now("the main code below 163,000 lines"))
        .as("lines of main code, to the nearest thousand")
        .isEqualTo(Math.round(lines / 1e3) * 1000);
  }

  @Test
  void theTableSaysHowLargeTheLargestPackageIs() throws IOException {
    Map<Path, Long> files =
        sources(MAIN).stream()
            .collect(Collectors.groupingBy(Path::getParent, TreeMap::new, Collectors.counting()));
    assertThat(now("no package above 60 files"))
        .isEqualTo(files.values().stream().mapToLong(Long::longValue).max().orElseThrow());
  }

  @Test
  void theTableSaysHowLongADatabaseFromOutsideIs() throws IOException {
    long lines = 0;
    for (Path file : sources(Path.of("examples/h2"))) {
      lines += lines(file);
    }
    assertThat(now("a database from outside in 100 lines or none")).isEqualTo(lines);
  }

  @Test
  void theTableSaysHowLongAWorkloadFromOutsideIs() throws IOException {
    long longest = 0;
    for (Path file : sources(Path.of("examples"))) {
      if (file.toString().endsWith("Workload.java")) {
        longest = Math.max(longest, lines(file));
      }
    }
    assertThat(now("a workload from outside in 65 lines of Java or 15 settings"))
        .isEqualTo(longest);
  }

  /** The first number of the column "now" in the row of a goal. */
  private static long now(String goal) throws IOException {
    String row =
        Files.readAllLines(Path.of("docs/architecture.md")).stream()
            .filter(line -> line.startsWith("| " + goal + " |"))
            .findFirst()
            .orElseThrow(() -> new AssertionError("docs/architecture.md has no row for: " + goal));
    Matcher number = NUMBER.matcher(row.split("\\|")[3]);
    assertThat(number.find()).as(row).isTrue();
    return Long.parseLong(number.group().replace(",", ""));
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static long lines(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    }
  }
}
