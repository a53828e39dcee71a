package io.ibench.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteLinesTest {

  private static ByteLines of(String text, int bufferBytes) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new ByteLines(new ByteArrayInputStream(bytes), Path.of("file.csv"), bufferBytes);
  }

  private static List<String> lines(String text, int bufferBytes) throws IOException {
    List<String> lines = new ArrayList<>();
    try (ByteLines all = of(text, bufferBytes)) {
      while (all.next()) {
        lines.add(all.text(all.start(), all.end()));
      }
    }
    return lines;
  }

  @Test
  void linesAreThoseThatJavaReadsWithABufferOfAnyLength() throws IOException {
    Random random = new Random(3);
    String[] parts = {"\n", "\r", "\r\n", "a", "bc", "\u00e9", ",", "long, longer"};
    for (int i = 0; i < 3_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int part = random.nextInt(12); part > 0; part--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      List<String> expected =
          new BufferedReader(new StringReader(text.toString())).lines().toList();
      assertThat(lines(text.toString(), 1 + random.nextInt(9))).isEqualTo(expected);
    }
  }

  @Test
  void aLineIsComparedWithTheOneBefore() throws IOException {
    List<Boolean> repeated = new ArrayList<>();
    try (ByteLines all = of("a,b\na,b\na,c\r\na,c\na,b\na,b", 4)) {
      while (all.next()) {
        repeated.add(all.isRepeated());
      }
    }
    assertThat(repeated).containsExactly(false, true, false, true, false, true);
  }

  @Test
  void aLineThatIsTooLongIsNamedWithItsFile() throws IOException {
    String longest = "x".repeat(LineLimit.MAX_CHARACTERS);
    assertThat(lines(longest + "\n" + longest, 16)).containsExactly(longest, longest);
    try (ByteLines all = of("head\n" + longest + "x\nfoot", 16)) {
      assertThat(all.next()).isTrue();
      assertThatThrownBy(all::next)
          .isInstanceOf(IOException.class)
          .hasMessage("file.csv has a line of more than 1,048,576 characters");
    }
  }
}
