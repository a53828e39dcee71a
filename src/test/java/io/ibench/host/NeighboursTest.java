package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class NeighboursTest {

  private static final long TICK_NANOS = 10_000_000;
  private static final Offset<Double> EXACT = within(1e-9);

  private final Map<HostMetric, Long> grown = new EnumMap<>(HostMetric.class);

  private Neighbours at(ServerPlace place) {
    return new Neighbours(
        place,
        metric -> {
          Long growth = grown.get(metric);
          return growth == null ? OptionalLong.empty() : OptionalLong.of(growth);
        });
  }

  /** A thousand ticks, each of which is a tenth of a percent. */
  private void cpu(long server, long client, long busy) {
    grown.put(HostMetric.CPU_TOTAL_TICKS, 1_000L);
    grown.put(HostMetric.CPU_BUSY_TICKS, busy);
    grown.put(HostMetric.CPU_STEAL_TICKS, 30L);
    grown.put(HostMetric.SERVER_CPU_NANOS, server * TICK_NANOS);
    grown.put(HostMetric.CLIENT_CPU_NANOS, client * TICK_NANOS);
  }

  private CpuShares shares(ServerPlace place) {
    return at(place).cpuShares().orElseThrow();
  }

  @Test
  void othersHaveWhatNeitherTheServerNorTheClientUsed() {
    cpu(200, 100, 800);
    CpuShares shares = shares(ServerPlace.SAME_MACHINE);
    assertThat(shares.server()).isCloseTo(20, EXACT);
    assertThat(shares.client()).isCloseTo(10, EXACT);
    assertThat(shares.other()).isCloseTo(50, EXACT);
    assertThat(shares.stolen()).isCloseTo(3, EXACT);
    assertThat(shares.free()).isCloseTo(17, EXACT);
  }

  @Test
  void aClientOnAnotherMachineHasNoPartInTheServers() {
    cpu(200, 100, 800);
    assertThat(shares(ServerPlace.OTHER_MACHINE).client()).isZero();
    assertThat(shares(ServerPlace.OTHER_MACHINE).other()).isCloseTo(60, EXACT);
  }

  @Test
  void anEmbeddedDatabaseIsInTheClient() {
    cpu(0, 100, 800);
    grown.remove(HostMetric.SERVER_CPU_NANOS);
    assertThat(shares(ServerPlace.EMBEDDED).other()).isCloseTo(70, EXACT);
  }

  @Test
  void whatIsNotKnownOfOneIsNotKnownOfOthers() {
    cpu(200, 100, 800);
    grown.remove(HostMetric.SERVER_CPU_NANOS);
    assertThat(at(ServerPlace.SAME_MACHINE).cpuShares()).isEmpty();
    assertThat(at(ServerPlace.OTHER_MACHINE).cpuShares()).isEmpty();
    cpu(200, 100, 800);
    grown.remove(HostMetric.CPU_BUSY_TICKS);
    assertThat(at(ServerPlace.SAME_MACHINE).cpuShares()).isEmpty();
  }

  @Test
  void ticksThatWereMissedAreNoNegativeNeighbour() {
    cpu(200, 100, 290);
    assertThat(shares(ServerPlace.SAME_MACHINE).other()).isZero();
  }

  private OptionalLong otherWrites(ServerPlace place, long disks, long server) {
    grown.put(HostMetric.DISK_WRITTEN_BYTES, disks);
    boolean embedded = place == ServerPlace.EMBEDDED;
    grown.put(embedded ? HostMetric.CLIENT_WRITTEN_BYTES : HostMetric.SERVER_WRITTEN_BYTES, server);
    return at(place).otherWrittenBytes();
  }

  @Test
  void othersHaveWrittenWhatTheServerHasNot() {
    assertThat(otherWrites(ServerPlace.SAME_MACHINE, 1_000, 300)).hasValue(700);
    assertThat(otherWrites(ServerPlace.EMBEDDED, 1_000, 400)).hasValue(600);
    assertThat(otherWrites(ServerPlace.SAME_MACHINE, 1_000, 1_100)).hasValue(0);
  }

  @Test
  void aServerThatIsSaidToHaveWrittenMoreThanTheDisksIsNotBelieved() {
    assertThat(otherWrites(ServerPlace.SAME_MACHINE, 1_000, 1_101)).isEmpty();
    assertThat(at(ServerPlace.SAME_MACHINE).countsPageCache()).isTrue();
    grown.remove(HostMetric.SERVER_WRITTEN_BYTES);
    assertThat(at(ServerPlace.SAME_MACHINE).otherWrittenBytes()).isEmpty();
    assertThat(at(ServerPlace.SAME_MACHINE).countsPageCache()).as("it is unknown").isFalse();
  }
}
