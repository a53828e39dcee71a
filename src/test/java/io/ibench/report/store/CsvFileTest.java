package io.ibench.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvFileTest {

  @TempDir private Path folder;

  private String written(Object... cells) throws IOException {
    Path file = folder.resolve("a.csv");
    try (CsvFile csv = new CsvFile(file, "head", false)) {
      csv.add(Arrays.asList(cells));
    }
    return Files.readString(file).substring("head\n".length());
  }

  @Test
  void absentCellsAreEmptyAndNumbersHaveAPoint() throws IOException {
    assertThat(written(null, 1L << 40, 1_234.5678, true, null))
        .isEqualTo(",1099511627776,1234.568,true,\n");
  }

  @Test
  void textThatWouldEndACellIsQuoted() throws IOException {
    assertThat(written("a,b", "say \"x\"", "two\nlines", "\r", "<plain>"))
        .isEqualTo("\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"\r\",<plain>\n");
  }

  @Test
  void aBrokenCharacterDoesNotEndTheRun() throws IOException {
    assertThat(written("a\uD83Db")).isEqualTo("a?b\n");
  }

  @Test
  void rowsAreInTheFileOnceFlushed() throws IOException {
    Path file = folder.resolve("a.csv");
    try (CsvFile csv = new CsvFile(file, "a,b", false)) {
      assertThat(file).hasContent("a,b\n");
      csv.add(List.of(1, 2));
      csv.flush();
      assertThat(file).hasContent("a,b\n1,2\n");
    }
  }

  @Test
  void nothingIsOverwritten() throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), "precious");

    assertThatThrownBy(() -> new CsvFile(file, "head", false))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(file.toString())
        .hasCauseInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("precious");
  }

  @Test
  void aRowThatCannotBeWrittenEndsTheRun() {
    Path file = folder.resolve("a.csv");
    CsvFile csv = new CsvFile(file, "head", false);
    csv.close();

    assertThatThrownBy(
            () -> {
              csv.add(List.of("row"));
              csv.flush();
            })
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(file.toString());
  }
}
