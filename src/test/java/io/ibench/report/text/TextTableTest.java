package io.ibench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.document.TextTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

  @Test
  void whatATerminalHasNoRoomForIsContinuedBelow() {
    assertThat(table().text("  ", 20))
        .isEqualTo(
            """
                    first
              step    ips    r/i
              l.i0    123  0.001

              step  verdict
              l.i0       ok
            """);
  }

  @Test
  void aColumnTooWideForTheTerminalIsShownAllTheSame() {
    assertThat(table().text("  ", 1).split("\n\n")).hasSize(3);
  }

  @Test
  void whereThereIsRoomItIsOneTable() {
    int wide = table().text("  ").lines().mapToInt(String::length).max().orElseThrow();

    assertThat(table().text("  ", wide)).isEqualTo(table().text("  ")).doesNotContain("\n\n");
    assertThat(table().text("  ", wide - 1)).contains("\n\n");
  }

  private static TextTable table() {
    TextTable table = new TextTable();
    table.head(List.of("", "first", "", ""));
    table.head(List.of("step", "ips", "r/i", "verdict"));
    table.add(List.of("l.i0", "123", "0.001", "ok"));
    return table;
  }
}
