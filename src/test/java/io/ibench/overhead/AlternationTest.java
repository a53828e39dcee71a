package io.ibench.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ibench.db.DatabaseException;
import io.ibench.overhead.Alternation.Lengths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** Both sides use a scripted clock, so that the true ratio is known. */
class AlternationTest {

  private static final Lengths LENGTHS = new Lengths(1_000_000, 10_000_000, 100_000);

  private final StringBuilder order = new StringBuilder();
  private long nanos;
  private long cpu;
  private long bytes;
  private long server;

  /** Everything becomes slower by this part with each block. */
  private double drift;

  private double slowness = 1;

  private final class ScriptedSide implements OverheadSide {

    private final char name;
    private final long cpuEach;
    private final long bytesEach;

    ScriptedSide(char name, long cpuEach, long bytesEach) {
      this.name = name;
      this.cpuEach = cpuEach;
      this.bytesEach = bytesEach;
    }

    @Override
    public void perform(int operations) {
      order.append(name);
      slowness *= 1 + drift;
      long used = Math.round(cpuEach * slowness * operations);
      cpu += used;
      nanos += 2 * used;
      bytes += bytesEach * operations;
      server += used;
    }

    @Override
    public long rowsRead() {
      return 0;
    }

    @Override
    public void close() {}
  }

  private final ScriptedSide bare = new ScriptedSide('A', 1000, 64);
  private final ScriptedSide ibench = new ScriptedSide('B', 1100, 64);

  private Alternation alternation(boolean stopped, boolean knowsServer) {
    Alternation.Meter meter =
        new Alternation.Meter() {
          @Override
          public long nanos() {
            return nanos;
          }

          @Override
          public long cpuNanos() {
            return cpu;
          }

          @Override
          public long bytes() {
            return bytes;
          }
        };
    return new Alternation(meter, LENGTHS, () -> stopped, () -> knowsServer ? server : -1);
  }

  @Test
  void theRatioIsThatOfTheCpuTimesOfBothSides() throws DatabaseException {
    OverheadRow row = alternation(false, true).compare("read", bare, ibench);

    assertThat(row.toBare().value()).isCloseTo(1.1, within(1e-9));
    assertThat(row.driverCpuNs()).isCloseTo(1000, within(1e-6));
    assertThat(row.ibenchCpuNs()).isCloseTo(1100, within(1e-6));
    assertThat(row.driverBytes()).isEqualTo(64);
    assertThat(row.ibenchBytes()).isZero();
    assertThat(row.perSecond()).isCloseTo(1e9 / 2200, within(1e-6));
    assertThat(row.timeRatio()).isCloseTo(1 / 1.1, within(1e-9));
    assertThat(row.clientShare()).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void whatDriftsHitsBothSidesAlike() throws DatabaseException {
    drift = 0.01;

    OverheadRow row = alternation(false, false).compare("read", bare, ibench);

    assertThat(row.toBare().value()).isCloseTo(1.1, within(1e-3));
    assertThat(order.toString()).matches("(AB)+(ABBA){4,}");
    assertThat(row.clientShare()).as("without a known server").isNull();
  }

  @Test
  void theIntervalContainsTheRatiosOfRoundsThatVary() throws DatabaseException {
    List<Double> factors = new ArrayList<>(List.of(1.0, 1.2, 0.9));
    OverheadSide varying =
        new OverheadSide() {
          @Override
          public void perform(int operations) {
            factors.add(factors.remove(0));
            cpu += Math.round(1100 * factors.get(0) * operations);
            nanos += 2000L * operations;
          }

          @Override
          public long rowsRead() {
            return 0;
          }

          @Override
          public void close() {}
        };

    OverheadRow row = alternation(false, false).compare("read", bare, varying);

    assertThat(row.toBare().low()).isLessThan(row.toBare().value());
    assertThat(row.toBare().high()).isGreaterThan(row.toBare().value());
    assertThat(row.cpuNoise()).isBetween(0.001, 0.3);
  }

  @Test
  void noBlockBeginsAfterAStop() {
    assertThatThrownBy(() -> alternation(true, false).compare("read", bare, ibench))
        .isInstanceOf(CancellationException.class);
    assertThat(order).isEmpty();
  }
}
