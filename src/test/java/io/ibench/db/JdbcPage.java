package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The settings in docs/jdbc.md, as a user copies them. */
public final class JdbcPage {

  private JdbcPage() {}

  /**
   * The lines below the heading that begins with the product's name.
   *
   * @param folder gets the files of the database, which the page has in the current folder
   */
  public static String lines(String product, Path folder) throws IOException {
    String section = Files.readString(Path.of("docs/jdbc.md")).split("\n### " + product)[1];
    String lines =
        section
            .lines()
            .skip(1)
            .dropWhile(String::isEmpty)
            .takeWhile(line -> line.startsWith("    "))
            .map(String::strip)
            .collect(Collectors.joining("\n", "", "\n"));
    assertThat(lines).startsWith("database ").contains("./ibench-");
    return lines.replace("./ibench-", folder + "/ibench-");
  }
}
