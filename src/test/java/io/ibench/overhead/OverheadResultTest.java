package io.ibench.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverheadResultTest {

  @TempDir private Path folder;

  private static OverheadRow mix(double cpuNanos) {
    return OverheadRow.ofClient(
        ClientCosts.MIX, new Cost(cpuNanos, 0.02 * cpuNanos, cpuNanos, 0.001, 1));
  }

  private static OverheadRow read(double ratio, double low, double high) {
    return new OverheadRow(
        "point read",
        1,
        10_000.0,
        10_000 * ratio,
        new OverheadRow.Ratio(ratio, low, high),
        0.02,
        640.0,
        0.0,
        50_000.0,
        1 / ratio,
        0.4);
  }

  /** An ordinary ratio that was measured with this noise, and this difference of bytes. */
  private static OverheadRow read(double noise, double ibenchBytes) {
    OverheadRow read = read(1.05, 0.9, 1.25);
    return new OverheadRow(
        read.name(),
        1,
        read.driverCpuNs(),
        read.ibenchCpuNs(),
        read.toBare(),
        noise,
        read.driverBytes(),
        ibenchBytes,
        read.perSecond(),
        read.timeRatio(),
        read.clientShare());
  }

  private static OverheadResult result(OverheadRow... rows) {
    return OverheadResult.of("1.0", "2026-01-01T00:00:00Z", false, "MariaDB", "", List.of(rows));
  }

  @Test
  void theAnswerIsTheRateAndIbenchsPartOfTheCpu() {
    assertThat(result(mix(160)).answer())
        .isEqualTo("this client can send 6.3 M operations/s per CPU");
    assertThat(result(mix(160), read(1.25, 1.2, 1.3)).answer())
        .endsWith(" per CPU; on this MariaDB 0.20 of its CPU is ibench");
  }

  @Test
  void aPartThatMayBeNoiseIsALimit() {
    assertThat(result(mix(160), read(1.05, 0.9, 1.25)).answer())
        .endsWith("; on this MariaDB less than 0.20 of its CPU is ibench");
  }

  @Test
  void theFileKeepsTheWholeResult() throws IOException {
    OverheadResult result = result(mix(160), read(1.25, 1.2, 1.3));

    OverheadFile.write(folder, result);

    assertThat(OverheadFile.isIn(folder)).isTrue();
    assertThat(OverheadFile.read(folder)).isEqualTo(result);
  }

  @Test
  void aDamagedFileAndOneOfALaterVersionAreNamed() throws IOException {
    Path file = folder.resolve("overhead.json");
    Files.writeString(file, "{\"schema\": 1, \"rows\": [");
    assertThatThrownBy(() -> OverheadFile.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + " is damaged: ");
    Files.writeString(file, "{}");
    assertThatThrownBy(() -> OverheadFile.read(folder)).hasMessageContaining("is damaged");

    Files.writeString(
        file, OverheadFile.json(result(mix(160))).replace("\"schema\" : 1", "\"schema\" : 2"));
    assertThatThrownBy(() -> OverheadFile.read(folder))
        .hasMessage(file + " has schema 2; this ibench reads 1");
  }

  @Test
  void aComparisonMarksWhatIsWithinTheNoise() {
    OverheadResult base = result(mix(160), read(1.10, 1.08, 1.12));

    String text = OverheadComparison.of(base, result(mix(161), read(1.32, 1.29, 1.35)));

    assertThat(text)
        .startsWith("the client costs more in 1 and less in 0 of 2 rows, by more than noise\n")
        .containsPattern("LinkBench +160 ns +161 ns +1.01~\n")
        .containsPattern("point read +1.100 +1.320 +1.20\n");
    assertThat(OverheadComparison.of(base, base))
        .startsWith("the client costs the same: none of 2 rows differs by more than noise\n");
  }

  @Test
  void aBusyMachineIsSaid() {
    OverheadRow uncertain = OverheadRow.ofClient(ClientCosts.MIX, new Cost(160, 40, 160, 0, 1));

    assertThat(OverheadText.of(result(uncertain)))
        .contains("NOISY: 1 of 1 rows are uncertain by more than 10 % (~)")
        .containsPattern("LinkBench +- +~160 ns ");
    assertThat(OverheadText.of(result(mix(160)))).doesNotContain("NOISY");
    assertThat(result(uncertain, read(Double.NaN, 0)).answer())
        .isEqualTo(
            "this client can send about 6.3 M operations/s per CPU; on this MariaDB the machine is"
                + " too busy to say how much of its CPU is ibench");
  }

  @ParameterizedTest
  @CsvSource({"-1.2, 0", "-0.04, 0", "0.3, 0", "7.4, 7"})
  void aDifferenceOfBytesBelowZeroIsZeroInTheTableAndStaysInTheFile(double measured, String shown)
      throws IOException {
    OverheadResult result = result(mix(160), read(0.02, measured));

    assertThat(OverheadText.of(result))
        .containsPattern("point read .* 640 +" + shown + " +50,000\n");
    OverheadFile.write(folder, result);
    assertThat(OverheadFile.read(folder).rows().get(1).ibenchBytes()).isEqualTo(measured);
  }

  @Test
  void theTableFitsIntoATerminal() {
    OverheadRow widest =
        new OverheadRow(
            "LinkBench transaction",
            1,
            220_400.0,
            520_600.0,
            new OverheadRow.Ratio(12.64, 11.44, 14.83),
            0.2,
            66_191.0,
            13_280.0,
            499_087.0,
            0.4,
            0.1);

    String text = OverheadText.of(result(mix(24.5), widest));

    assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    assertThat(text)
        .containsPattern(
            "LinkBench transaction ~220 us +~521 us 12.64 11.44-14.83 +66,191 +13,280 +499,087\n");
  }
}
