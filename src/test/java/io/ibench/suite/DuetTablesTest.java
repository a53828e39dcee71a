package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.compare.DuetFunctions;
import io.ibench.report.document.Document;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.store.StoredDuet;
import io.ibench.report.store.StoredDuet.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DuetTablesTest {

  private static Ratio ratio(double middle) {
    return new Ratio(Optional.of(middle), Optional.of(middle - 0.01), Optional.of(middle + 0.01));
  }

  private static DuetTables.Found found(int number, double time, String end, String... warnings) {
    StoredDuet duet =
        new StoredDuet(
            "B is some % slower than A (95 %: 1 to 2 %); decided after 20 s",
            end,
            new StoredDuet.Subject("linkbench", "mariadb", "request", "MariaDB 11"),
            Map.of("conf.x", List.of("1", "2")),
            new StoredDuet.Course(1, 20.4, 0, Optional.empty(), 0),
            ratio(time),
            Ratio.UNKNOWN,
            Ratio.UNKNOWN,
            List.of(),
            List.of(),
            List.of(),
            new StoredDuet.Remarks(List.of(warnings), List.of()));
    return new DuetTables.Found(
        Cell.planned(number, "v" + number, 1),
        "base",
        "v" + number,
        duet,
        new DuetFunctions(List.of(), List.of()));
  }

  private static String text(DuetTables tables) {
    return new Document("duets", tables.answer(), tables.sections(), "")
        .text(new TerminalLayout(80));
  }

  @Test
  void theAnswerHasTheNamesOfTheVariants() {
    String warning = "B gives other answers, first in GET_NODE";

    assertThat(text(new DuetTables(List.of(found(1, 1.02, "different", warning)))))
        .isEqualTo(
            """
            duets
              v1-r1: v1 gives other answers, first in GET_NODE
              v1-r1: v1 is some % slower than base (95 %: 1 to 2 %); decided after 20 s

              request, each variant and its base by turns of one operation
               time           95 %  CPU  95 %   s  cell   relative to
              1.020  1.010 - 1.030    -     -  20  v1-r1  base         slower

              what differs
              setting  base  variant  of
              conf.x   1     2        v1
            """);
  }

  @Test
  void ofManyDuetsThoseThatDifferMostAreToldFirst() {
    List<DuetTables.Found> all = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      all.add(found(i, 1 + i / 1000.0, i == 1 || i == 3 ? "different" : "open"));
    }

    String text = text(new DuetTables(all));

    assertThat(
            text.lines().filter(line -> line.contains("-r1: ")).map(line -> line.substring(2, 4)))
        .containsExactly("v3", "v1", "v8", "v7", "v6", "v5");
    assertThat(text).contains("2 of 8 duets found a difference; 2 more below");
    assertThat(text.lines().filter(line -> line.contains("not decided"))).hasSize(6);
  }

  @Test
  void programsGetALineForEachDuet() {
    String csv = new DuetTables(List.of(found(1, 0.5, "different"))).csv();

    assertThat(csv)
        .isEqualTo(
            "variant,base,repeat,step,end,seconds,time,time_low,time_high,cpu,cpu_low,cpu_high\n"
                + "v1,base,1,request,different,20.4,0.5,0.49,0.51,,,\n");
  }
}
