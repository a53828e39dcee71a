package io.ibench.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepRowsTest {

  private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

  @TempDir private Path folder;
  private long damaged;
  private long late;

  /** The rows as time, step, repeat, new step or repeat, short. */
  private List<String> rows(String... lines) throws IOException {
    return rowsOf("time,step,repeat,seconds,full", lines);
  }

  private List<String> rowsOf(String head, String... lines) throws IOException {
    String text = head + "\n" + String.join("\n", lines) + "\n";
    Path file = Files.writeString(folder.resolve("intervals.csv"), text);
    List<String> all = new ArrayList<>();
    try (StepRows rows = StepRows.open(file, START)) {
      while (rows.next()) {
        String begins = rows.isNewStep() ? "step" : rows.isNewRepeat() ? "repeat" : "-";
        String length = rows.isShort() ? "short" : "long";
        all.add(rows.at() + " " + rows.step() + " " + rows.repeat() + " " + begins + " " + length);
      }
      damaged = rows.damaged();
      late = rows.late();
    }
    return all;
  }

  @Test
  void stepsAndRepeatsAreToldApart() throws IOException {
    assertThat(
            rows(
                "2026-01-01T00:00:01Z,a,1,1.0,true",
                "2026-01-01T00:00:02Z,a,1,1.0,true",
                "2026-01-01T00:00:03Z,a,2,1.0,true",
                "2026-01-01T00:00:04.5Z,\"b, \"\"c\"\"\",1,1.0,true"))
        .containsExactly(
            "1.0 a 1 step long",
            "2.0 a 1 - long",
            "3.0 a 2 repeat long",
            "4.5 b, \"c\" 1 step long");
  }

  @Test
  void aRowAfterAPauseDoesNotContinueTheOneBefore() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("intervals.csv"),
            """
            time,step,repeat,seconds,full
            2026-01-01T00:00:01Z,a,1,1.0,true
            2026-01-01T00:00:02Z,a,1,1.0,true
            2026-01-01T02:00:04Z,a,1,1.0,true
            2026-01-01T02:00:05.9Z,a,2,1.0,true
            """);
    List<Boolean> after = new ArrayList<>();
    try (StepRows rows = StepRows.open(file, START)) {
      while (rows.next()) {
        after.add(rows.isAfterGap());
      }
    }
    assertThat(after).containsExactly(true, false, true, false);
  }

  @Test
  void whatIsLeftAtAStepsEndIsShortAndAShortStepIsNot() throws IOException {
    assertThat(
            rows(
                "2026-01-01T00:00:00.02Z,a,1,0.02,false",
                "2026-01-01T00:00:01Z,b,1,1.0,true",
                "2026-01-01T00:00:01.4Z,b,1,0.4,false",
                "2026-01-01T00:00:02Z,b,2,0.6,false",
                "2026-01-01T00:00:02Z,b,2,0,false"))
        .containsExactly(
            "0.02 a 1 step long",
            "1.0 b 1 step long",
            "1.4 b 1 - short",
            "2.0 b 2 repeat long",
            "2.0 b 2 - short");
  }

  @Test
  void aFullIntervalAfterOneThatWasOversleptIsNotShort() throws IOException {
    assertThat(rows("2026-01-01T00:00:30Z,a,1,30,true", "2026-01-01T00:00:31Z,a,1,1,true"))
        .containsExactly("30.0 a 1 step long", "31.0 a 1 - long");
  }

  @Test
  void whatIsLeftOfOneRepeatDoesNotMakeThatOfTheNextLong() throws IOException {
    assertThat(
            rows(
                "2026-01-01T00:00:01Z,a,1,1.0,true",
                "2026-01-01T00:00:01.6Z,a,1,0.6,false",
                "2026-01-01T00:00:02.6Z,a,2,1.0,true",
                "2026-01-01T00:00:03Z,a,2,0.4,false"))
        .containsExactly(
            "1.0 a 1 step long", "1.6 a 1 - long", "2.6 a 2 repeat long", "3.0 a 2 - short");
  }

  /** As in clients.csv, where several rows end at one time. */
  @Test
  void withoutAColumnThatTellsRowsAreFullThatOthersFollowInTheirRepeat() throws IOException {
    assertThat(
            rowsOf(
                "time,step,repeat,seconds,client",
                "2026-01-01T00:00:30Z,a,1,30,1",
                "2026-01-01T00:00:40Z,a,1,10,2",
                "2026-01-01T00:00:50Z,a,1,10,3",
                "2026-01-01T00:00:50Z,a,1,10,4",
                "2026-01-01T00:00:56Z,a,1,6,5",
                "2026-01-01T00:00:56Z,a,1,6,6",
                "2026-01-01T00:01:06Z,a,2,10,7",
                "2026-01-01T00:01:10Z,a,2,4,8",
                "2026-01-01T00:01:10Z,a,2,0,9"))
        .extracting(row -> row.substring(row.lastIndexOf(' ') + 1))
        .containsExactly("long", "short", "long", "long", "long", "long", "long", "short", "short");
  }

  @Test
  void whatFollowsInNoTimeDoesNotMakeARowUsual() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("intervals.csv"),
            "time,step,repeat,seconds,full\n"
                + "2026-01-01T00:00:00.36Z,load,1,0.36,false\n"
                + "2026-01-01T00:00:00.37Z,load,1,0,false\n"
                + "2026-01-01T00:00:02Z,q,1,1,true\n"
                + "2026-01-01T00:00:03Z,q,1,1,true\n");
    try (StepRows rows = StepRows.open(file, START)) {
      long count = 0;
      while (rows.next()) {
        count++;
      }
      assertThat(count).isEqualTo(4);
      assertThat(rows.usualSeconds()).isEqualTo(1);
    }
  }

  @Test
  void damagedRowsAndThoseBeforeTheLastOneAreSkipped() throws IOException {
    assertThat(
            rows(
                "2026-01-01T00:00:02Z,a,1,1.0,true",
                "2026-01-01T00:00:01Z,a,1,1.0,true",
                "2026-01-01X00:00:03Z,a,1,1.0,true",
                "2026-01-01T00:00:03Z,a,1,-1.0,true",
                "2026-01-01T00:00:03Z,a,1",
                "2026-01-01T00:00:04Z,a,1,1.0,true"))
        .containsExactly("2.0 a 1 step long", "4.0 a 1 - long");
    assertThat(damaged).isEqualTo(3);
    assertThat(late).isEqualTo(1);
  }
}
