package io.ibench.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
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
    int wide = whole().lines().mapToInt(String::length).max().orElseThrow();

    assertThat(table().text("  ", wide)).isEqualTo(whole()).doesNotContain("\n\n");
    assertThat(table().text("  ", wide - 1)).contains("\n\n");
  }

  private static String whole() {
    return table().text("  ", Integer.MAX_VALUE);
  }

  private static TextTable table() {
    TextTable table = new TextTable(1, 0);
    table.head(List.of("", "first", "", ""));
    table.head(List.of("step", "ips", "r/i", "verdict"));
    table.add(Stream.of("l.i0", "123", "0.001", "ok").map(Cell::of).toList(), List.of(0, 0, 0, 0));
    return table;
  }
}
