package io.ibench.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
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

  /** A verdict belongs to all figures; rates follow from the rate and the costs. */
  @Test
  void theLastTextStaysAboveAndColumnsAsideContinueFirst() {
    TextTable table = new TextTable(1, 1, Set.of(2, 3));
    table.head(List.of("step", "r/q", "rKB/s", "wKB/s", "GB", "verdict"));
    table.add(
        Stream.of("load", "1.1", "123", "456", "0.1", "valid").map(Cell::of).toList(),
        List.of(0, 0, 0, 0, 0, 0));

    assertThat(table.text("  ", 30))
        .isEqualTo(
            """
              step  r/q   GB  verdict
              load  1.1  0.1  valid

              step  rKB/s  wKB/s
              load    123    456
            """);
  }

  @Test
  void aLastTextThatNamesTheRowsStandsInEachPart() {
    TextTable table = new TextTable(0, 1, Set.of());
    table.head(List.of("ips", "wKB/i", "size", "variant"));
    table.add(
        Stream.of("123", "4.82", "0.195", "redo4").map(Cell::of).toList(), List.of(0, 0, 0, 0));

    assertThat(table.text("  ", 22))
        .isEqualTo(
            """
              ips  wKB/i  variant
              123   4.82  redo4

               size  variant
              0.195  redo4
            """);
  }

  @Test
  void columnsAsideShareThePartBelowWithOthers() {
    TextTable table = new TextTable(1, 1, Set.of(1));
    table.head(List.of("step", "rKB/s", "GB", "err", "verdict"));
    table.add(
        Stream.of("load", "123", "0.1", "0", "valid").map(Cell::of).toList(),
        List.of(0, 0, 0, 0, 0));

    assertThat(table.text("  ", 22))
        .isEqualTo(
            """
              step   GB  verdict
              load  0.1  valid

              step  rKB/s  err
              load    123    0
            """);
  }

  private static String whole() {
    return table().text("  ", Integer.MAX_VALUE);
  }

  private static TextTable table() {
    TextTable table = new TextTable(1, 0, Set.of());
    table.head(List.of("", "first", "", ""));
    table.head(List.of("step", "ips", "r/i", "verdict"));
    table.add(Stream.of("l.i0", "123", "0.001", "ok").map(Cell::of).toList(), List.of(0, 0, 0, 0));
    return table;
  }
}
