package io.ibench.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LineLimitTest {

  private static final String LONGEST = "x".repeat(LineLimit.MAX_CHARACTERS);

  @TempDir private Path folder;

  private BufferedReader open(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("intervals.csv"), text);
    return LineLimit.open(file, StandardCharsets.UTF_8);
  }

  @Test
  void linesOfAnyNumberAreReadUpToTheLongest() throws IOException {
    String text = LONGEST + "\n" + LONGEST + "\r\n\n" + "a,b\n".repeat(500_000) + LONGEST;
    try (BufferedReader lines = open(text)) {
      assertThat(lines.lines().mapToLong(String::length).sum())
          .isEqualTo(3L * LineLimit.MAX_CHARACTERS + 3 * 500_000);
    }
  }

  @Test
  void aLineWithoutAnEndIsNamedWithItsFileAndWhatStandsBeforeItIsGood() throws IOException {
    try (BufferedReader lines = open("head\n" + LONGEST + LONGEST)) {
      assertThat(lines.readLine()).isEqualTo("head");
      assertThatThrownBy(lines::readLine)
          .isInstanceOf(IOException.class)
          .hasMessage(
              folder.resolve("intervals.csv") + " has a line of more than 1,048,576 characters");
    }
  }

  @Test
  @Timeout(60)
  void whatIsNoRegularFileIsNotOpened() throws Exception {
    Path endless = Files.createSymbolicLink(folder.resolve("zero"), Path.of("/dev/zero"));

    for (Path file : new Path[] {endless, folder}) {
      assertThatThrownBy(() -> LineLimit.open(file, StandardCharsets.UTF_8))
          .hasMessage(file + " is not a file");
    }
  }

  @Test
  void manyFilesAreReadSideBySideWithoutBeingOpen() throws IOException {
    Path file = folder.resolve("long.csv");
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      text.append("line ").append(i).append(" \u00e9\n");
    }
    Files.writeString(file, text);
    List<BufferedReader> readers = new ArrayList<>();
    StringBuilder read = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      readers.add(LineLimit.openOfMany(file, StandardCharsets.UTF_8));
    }
    for (int line = 0; line < 5_000; line++) {
      for (BufferedReader reader : readers) {
        String next = reader.readLine();
        if (reader == readers.get(7)) {
          read.append(next).append('\n');
        }
      }
      if (line == 2_500) {
        assertThat(openFiles()).doesNotContain(file.toRealPath());
      }
    }
    assertThat(read.toString()).isEqualTo(text.toString());
    assertThat(readers.get(0).readLine()).isNull();
  }

  /** Of this process, as far as the system tells. */
  private static List<Path> openFiles() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : all) {
        try {
          files.add(Files.readSymbolicLink(each));
        } catch (NoSuchFileException e) {
          // Closed meanwhile.
        }
      }
    }
    return files;
  }
}
