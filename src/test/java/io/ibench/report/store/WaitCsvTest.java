package io.ibench.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.WaitRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaitCsvTest {

  private static final long SECOND = 1_000_000_000;

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve(WaitCsv.NAME);
  }

  private static WaitRow row(String step, long second, long seconds, Map<String, Double> sessions) {
    return new WaitRow(1000 * second, step, 1, seconds * SECOND, 9, sessions);
  }

  @Test
  void eachStateHasARow() throws IOException {
    try (WaitCsv csv = new WaitCsv(folder)) {
      csv.add(row("r", 10, 10, Map.of("Lock tuple", 1.25, "CPU", 0.5)));
    }
    assertThat(Files.readString(file()))
        .isEqualTo(
            """
            time,step,repeat,seconds,looks,state,sessions
            1970-01-01T00:00:10Z,r,1,10.000000,9,CPU,0.500
            1970-01-01T00:00:10Z,r,1,10.000000,9,Lock tuple,1.250
            """);
  }

  @Test
  void aRunThatGoesOnAppends() throws IOException {
    try (WaitCsv csv = new WaitCsv(folder)) {
      csv.add(row("r", 10, 10, Map.of("CPU", 0.5)));
    }
    try (WaitCsv csv = new WaitCsv(folder)) {
      csv.add(row("r", 20, 10, Map.of("CPU", 0.5)));
    }
    assertThat(Files.readAllLines(file())).hasSize(3);
  }

  @Test
  void aStepHasTheMeanOverItsTimeTheLargestFirst() {
    try (WaitCsv csv = new WaitCsv(folder)) {
      csv.add(row("r", 10, 10, Map.of("CPU", 1.0)));
      csv.add(row("r", 40, 30, Map.of("CPU", 1.0, "Lock tuple", 4.0)));
      csv.add(row("s", 50, 10, Map.of("CPU", 2.0)));
    }
    List<WaitCsv.Shares> steps = WaitCsv.shares(folder);

    assertThat(steps).extracting(WaitCsv.Shares::step).containsExactly("r", "s");
    assertThat(steps.get(0).sessions())
        .isEqualTo(Map.of("Lock tuple", 3.0, "CPU", 1.0))
        .containsKeys("Lock tuple", "CPU");
    assertThat(steps.get(0).sessions().keySet()).containsExactly("Lock tuple", "CPU");
    assertThat(steps.get(0).sum()).isEqualTo(4);
  }

  @Test
  void withoutTheFileNothingIsKnownAndDamagedRowsAreLeftOut() throws IOException {
    assertThat(WaitCsv.shares(folder)).isEmpty();
    Files.writeString(
        file(),
        """
        time,step,repeat,seconds,looks,state,sessions
        1970-01-01T00:00:10Z,r,1,10.000000,9,CPU,0.500
        1970-01-01T00:00:2
        1970-01-01T00:00:20Z,r,1,10.000000,9,CPU,many
        """);
    assertThat(WaitCsv.shares(folder).get(0).sessions()).isEqualTo(Map.of("CPU", 0.5));
  }
}
