package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.setup.ServerHost;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.ServerCounter;
import io.ibench.db.ServerLocation;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.memory.MemoryDatabase;
import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.PeriodGauge;
import io.ibench.measure.Readings;
import io.ibench.report.figures.ServerCounters;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProbesTest {

  /** A database whose every call fails. */
  private static Database failing() throws Exception {
    return (Database)
        Proxy.newProxyInstance(
            Database.class.getClassLoader(),
            new Class<?>[] {Database.class},
            (proxy, method, arguments) -> {
              throw new DatabaseException(FailureKind.DENIED, "not for //you:geheim@host");
            });
  }

  private static List<PeriodGauge> atBoundaries(Database database, List<Table> tables)
      throws Exception {
    return new Probes(new MemoryDatabase().location(), List.of(), ServerHost.none())
        .atBoundaries(database, tables);
  }

  @Test
  void aDatabaseThatCannotBeAskedLeavesAReasonForEachMetric() throws Exception {
    List<PeriodGauge> gauges = atBoundaries(failing(), List.of());
    Readings readings = Readings.of(gauges, 1);

    assertThat(readings.values()).isEmpty();
    assertThat(readings.counters()).isEmpty();
    assertThat(readings.absent().keySet())
        .containsExactlyInAnyOrderElementsOf(
            gauges.stream().flatMap(gauge -> gauge.metrics().stream()).toList())
        .containsExactlyInAnyOrder("size", "server_counters", "dir_bytes");
    assertThat(readings.absent()).containsValue("denied: not for //you:***@host");
  }

  /** A driver creates each name string again, and a run has thousands of readings. */
  @Test
  void readingsShareTheNamesOfCounters() throws Exception {
    Database counting =
        (Database)
            Proxy.newProxyInstance(
                Database.class.getClassLoader(),
                new Class<?>[] {Database.class},
                (proxy, method, arguments) ->
                    method.getName().equals("counters")
                        ? List.of(ServerCounter.rising(new String("io.reads"), 5))
                        : new Size(OptionalLong.empty(), "none"));
    List<PeriodGauge> gauges = atBoundaries(counting, List.of());

    String first = Readings.of(gauges, 1).counters().keySet().iterator().next();
    String second = Readings.of(gauges, 2).counters().keySet().iterator().next();

    assertThat(second).isEqualTo("io.reads").isSameAs(first);
  }

  @Test
  void aDatabaseWithoutCountersDoesNotTell() throws Exception {
    Readings readings = Readings.of(atBoundaries(new MemoryDatabase(), List.of()), 1);

    assertThat(readings.absent()).containsEntry("server_counters", ServerCounters.NOT_TOLD);
  }

  private static ServerLocation local(Path... directories) throws Exception {
    return new ServerLocation(
        "127.0.0.1", OptionalLong.empty(), List.of("server"), List.of(directories), false);
  }

  private static Readings slowly(ServerLocation place) throws Exception {
    return Readings.of(
        new Probes(place, List.of(), ServerHost.none())
            .atBoundaries(new MemoryDatabase(), List.of()),
        1);
  }

  @Test
  void theDataDirectoriesOfAServerOnThisMachineAreSized(@TempDir Path folder) throws Exception {
    Files.write(folder.resolve("data"), new byte[77]);

    assertThat(slowly(local(folder)).values()).containsEntry("dir_bytes", 77L);
    assertThat(slowly(local(folder.resolve("gone"))).absent().get("dir_bytes"))
        .endsWith("gone is not there");
  }

  @Test
  void theDataDirectoriesOfARemoteServerAreNotThoseOfThisMachine(@TempDir Path folder)
      throws Exception {
    ServerLocation remote =
        new ServerLocation(
            "192.0.2.1", OptionalLong.empty(), List.of("server"), List.of(folder), false);

    assertThat(slowly(remote).values()).doesNotContainKey("dir_bytes");
    assertThat(slowly(remote).absent().get("dir_bytes")).contains("192.0.2.1");
    assertThat(new Probes(remote, List.of(), ServerHost.none()).storage()).isEmpty();
  }

  @Test
  void aDataDirectoryThatIsNotThereHasNoDisk(@TempDir Path folder) throws Exception {
    Path gone = folder.resolve("gone");

    Readings readings =
        Readings.of(new Probes(local(gone), List.of(), ServerHost.none()).everyInterval(), 1);

    assertThat(readings.absent().get("disk.reads")).startsWith(gone + " is not there;");
  }

  @Test
  void everyFigureOfTheHostIsReadOrNamed() throws Exception {
    ServerLocation remote =
        new ServerLocation("192.0.2.1", OptionalLong.of(1), List.of("mariadbd"), List.of(), false);
    for (ServerLocation place : List.of(remote, ServerLocation.embedded(List.of()))) {
      Readings readings =
          Readings.of(new Probes(place, List.of(), ServerHost.none()).everyInterval(), 1);

      for (HostMetric metric : HostMetric.values()) {
        assertThat(readings.values().containsKey(metric.key()))
            .as(metric.key())
            .isNotEqualTo(readings.absent().containsKey(metric.key()));
      }
    }
  }

  @Test
  void onlyTheClientIsMeasuredHereWhenTheServerIsElsewhere() throws Exception {
    ServerLocation remote =
        new ServerLocation("192.0.2.1", OptionalLong.of(1), List.of("mariadbd"), List.of(), false);
    Readings readings =
        Readings.of(new Probes(remote, List.of(), ServerHost.none()).everyInterval(), 1);

    assertThat(readings.values().keySet()).isNotEmpty().allMatch(key -> key.startsWith("client."));
    assertThat(readings.absent().get("memory.dirty_bytes")).contains("192.0.2.1");
    assertThat(new Probes(remote, List.of(), ServerHost.none()).serverPid().get()).isEmpty();
  }

  private static ServerPlace place(ServerLocation of) throws Exception {
    return new Probes(of, List.of(), ServerHost.none()).serverPlace();
  }

  @Test
  void whereTheServerIsDecidesWhoseMachineItIs() throws Exception {
    ServerLocation remote =
        new ServerLocation("192.0.2.1", OptionalLong.empty(), List.of("server"), List.of(), false);

    assertThat(place(remote)).isEqualTo(ServerPlace.OTHER_MACHINE);
    assertThat(place(local(Path.of("/")))).isEqualTo(ServerPlace.SAME_MACHINE);
    assertThat(place(ServerLocation.embedded(List.of()))).isEqualTo(ServerPlace.EMBEDDED);
  }

  /** As with a server in a container: it has its own address, but runs on this machine. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aHostThatWasStartedWithThisOneIsThisOne() throws Exception {
    ServerLocation container =
        new ServerLocation("192.0.2.1", OptionalLong.empty(), List.of("server"), List.of(), false);
    ServerHost.HostAccess access =
        new ServerHost.HostAccess(Optional.of("cat"), Optional.empty(), 1_000_000_000L);
    ServerHost host = ServerHost.reach(access, List.of());
    try {
      Probes probes = new Probes(container, List.of(), host);
      assertThat(probes.serverPlace()).isEqualTo(ServerPlace.SAME_MACHINE);
    } finally {
      host.close();
    }
  }

  @Test
  void aProcessOfAnotherNameIsNotTheServer() throws Exception {
    OptionalLong ourselves = OptionalLong.of(ProcessHandle.current().pid());
    ServerLocation place =
        new ServerLocation("localhost", ourselves, List.of("mariadbd"), List.of(), false);

    assertThat(new Probes(place, List.of(), ServerHost.none()).serverPid().get()).isEmpty();
  }

  private static ServerLocation listening(OptionalInt port, Path pidFile) {
    return new ServerLocation(
        "127.0.0.1",
        OptionalLong.empty(),
        List.of("java"),
        List.of(),
        false,
        false,
        Optional.of(pidFile),
        port,
        Optional.empty());
  }

  /** This process plays the server. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aServerWhosePidFileIsClosedIsFoundByItsPort(@TempDir Path folder) throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      OptionalInt port = OptionalInt.of(socket.getLocalPort());
      Probes probes =
          new Probes(listening(port, folder.resolve("pid")), List.of(), ServerHost.none());

      assertThat(probes.serverPid().get()).hasValue(ProcessHandle.current().pid());
      assertThat(Readings.of(probes.everyInterval(), 1).values()).containsKey("server.cpu_nanos");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aServerWhoseProcessIsNotFoundHasAllReasonsWhy(@TempDir Path folder) throws Exception {
    Path pidFile = folder.resolve("pid");
    Probes probes = new Probes(listening(OptionalInt.of(1), pidFile), List.of(), ServerHost.none());

    assertThat(Readings.of(probes.everyInterval(), 1).absent())
        .containsEntry(
            "server.cpu_nanos",
            "the server's process is not known: "
                + pidFile
                + " does not exist; nothing on this machine listens at port 1");
  }
}
