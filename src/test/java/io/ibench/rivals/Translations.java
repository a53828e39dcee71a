package io.ibench.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The tables of docs/coming-from.md, from which the tests take their commands. */
final class Translations {

  private static final Path PAGE = Path.of("docs", "coming-from.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /**
   * A row of a table.
   *
   * @param theirs the commands and options of the left column
   * @param ours those of the right column; empty where ibench needs none
   */
  record Row(List<String> theirs, List<String> ours) {

    String name() {
      return theirs.get(0);
    }
  }

  private final List<Row> rows;

  private Translations(List<Row> rows) {
    this.rows = rows;
  }

  /** The table whose head begins with this text. */
  static Translations of(String head) {
    List<String> lines = lines();
    List<Integer> starts =
        IntStream.range(0, lines.size())
            .filter(line -> lines.get(line).startsWith("| " + head))
            .boxed()
            .toList();
    assertThat(starts).as("tables of " + head).hasSize(1);
    return new Translations(
        lines.subList(starts.get(0) + 2, lines.size()).stream()
            .takeWhile(line -> line.startsWith("|"))
            .map(Translations::parse)
            .toList());
  }

  private static List<String> lines() {
    try {
      return Files.readAllLines(PAGE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row parse(String line) {
    String[] cells = line.split("\\|");
    assertThat(cells).as(line).hasSize(3);
    return new Row(code(cells[1]), code(cells[2]));
  }

  private static List<String> code(String cell) {
    return CODE.matcher(cell).results().map((MatchResult found) -> found.group(1)).toList();
  }

  /** The names of all rows with a command or an option. */
  List<String> names() {
    return rows.stream().filter(row -> !row.theirs().isEmpty()).map(Row::name).toList();
  }

  /** The row with this name. */
  Row row(String name) {
    List<Row> found =
        rows.stream().filter(row -> !row.theirs().isEmpty() && row.name().equals(name)).toList();
    assertThat(found).as("rows of docs/coming-from.md: " + name).hasSize(1);
    return found.get(0);
  }

  /** The left side of a row: a whole command. */
  Words theirs(String name) {
    return Words.of(row(name).theirs().get(0));
  }

  /** The right side of a row: a whole command. */
  Words ours(String name) {
    return Words.of(row(name).ours().get(0));
  }
}
