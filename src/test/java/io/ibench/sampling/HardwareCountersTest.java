package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Clock;
import io.ibench.sampling.SamplesReader.Span;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With programs that answer as perf does. */
@StartsProcess
class HardwareCountersTest {

  private static final String GOOD =
      """
      [ "$1" = stat ] || exit 9
      echo "$LC_ALL $*" > "${0%/*}/asked"
      while [ "$1" != -o ]; do shift; done
      for second in 1 2 3 4 5; do
        echo "     $second.000000000,210,,context-switches,5000000,100.00,,"
      done > "$2"
      while [ "$1" != -- ]; do shift; done
      shift
      exec "$@"
      """;

  private static final Span ALL = new Span(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2);

  @TempDir Path folder;

  private final long own = ProcessHandle.current().pid();

  private HardwareCounters begin(String script) throws Exception {
    Path perf = folder.resolve("perf");
    Files.writeString(perf, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(perf, PosixFilePermissions.fromString("rwx------"));
    return HardwareCounters.begin(
        perf.toString(), folder, Set.of(own), 1, Clock.system(), () -> false);
  }

  private String files() throws IOException {
    try (var files = Files.list(folder)) {
      return String.join(" ", files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void eventsOfTheProcessesAreCountedUntilTheEnd() throws Exception {
    try (HardwareCounters counters = begin(GOOD)) {
      counters.end();

      assertThat(counters.in(ALL).perSecond()).containsEntry("context-switches", 210.0);
    }
    assertThat(Files.readString(folder.resolve("asked")))
        .startsWith("C stat -x, -I 100 -e cycles,instructions,cache-misses,branch-misses,")
        .contains(" -p " + own + " ");
    assertThat(files()).isEqualTo("asked perf");
  }

  @Test
  void whatWasCountedOutsideOfTheSpanIsNotItsOwn() throws Exception {
    try (HardwareCounters counters = begin(GOOD)) {
      counters.end();

      assertThat(counters.in(new Span(0, 1)).perSecond()).isEmpty();
    }
  }

  /** As perf does when a process ends between its list and its beginning. */
  @Test
  void aRefusalThatPassesIsTriedAgain() throws Exception {
    String once = "tried=\"${0%/*}/tried\"; [ -f \"$tried\" ] || { touch \"$tried\"; exit 234; }\n";
    try (HardwareCounters counters = begin(once + GOOD)) {
      counters.end();

      assertThat(counters.in(ALL).perSecond()).isNotEmpty();
    }
  }

  @Test
  void aMissingProgramIsNamedWithItsPackage() throws Exception {
    try (HardwareCounters counters =
        HardwareCounters.begin(
            folder.resolve("none").toString(),
            folder,
            Set.of(own),
            1,
            Clock.system(),
            () -> false)) {
      counters.end();

      assertThat(counters.in(ALL).note())
          .contains("perf is not installed (Debian: linux-perf; Ubuntu: linux-tools-generic)");
    }
  }

  @Test
  void aRefusalIsAReasonAndLeavesNoFile() throws Exception {
    try (HardwareCounters counters = begin("echo 'No permission' >&2; exit 255")) {
      counters.end();

      assertThat(counters.in(ALL).note().orElseThrow()).startsWith("perf may not count");
    }
    assertThat(files()).isEqualTo("perf");
  }

  @Test
  void onesThatEndInTheMiddleSayNothing() throws Exception {
    try (HardwareCounters counters = begin("echo begun; exec >&-; sleep 0; exit 137")) {
      counters.end();

      assertThat(counters.in(ALL).note().orElseThrow()).startsWith("perf ended ");
      assertThat(counters.in(ALL).perSecond()).isEmpty();
    }
  }
}
