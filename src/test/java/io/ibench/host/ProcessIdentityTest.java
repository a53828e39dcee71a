package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.ProcessIdentity.State;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProcessIdentityTest {

  private static final Instant SINCE = Instant.parse("2026-01-31T12:00:00Z");
  private static final Proc PROC = new Proc();

  private final ProcessIdentity here = ProcessIdentity.here(PROC, SINCE);

  private ProcessIdentity with(long pid, long ticks, String host, String boot, String namespace) {
    return new ProcessIdentity(pid, ticks, host, boot, namespace, SINCE);
  }

  @Test
  void theTextIsReadAgainAndDamagedTextIsNobody() {
    assertThat(ProcessIdentity.parse(here.text())).contains(here);
    assertThat(ProcessIdentity.parse("pid=17\nhost=db1\n")).isEmpty();
    assertThat(ProcessIdentity.parse("")).isEmpty();
  }

  @Test
  void thisProcessIsAlive() {
    assertThat(here.state(PROC)).isEqualTo(State.ALIVE);
  }

  @Test
  void aPidThatIsUsedAgainByAnotherProcessIsGone() {
    assertThat(
            with(here.pid(), here.startTicks() - 1, here.host(), here.bootId(), here.pidNamespace())
                .state(PROC))
        .isEqualTo(State.GONE);
    assertThat(
            with(Integer.MAX_VALUE, 1, here.host(), here.bootId(), here.pidNamespace()).state(PROC))
        .isEqualTo(State.GONE);
  }

  @Test
  void nothingIsKnownOfProcessesOfOtherMachinesContainersAndBoots() {
    assertThat(with(1, 1, "db2", here.bootId(), here.pidNamespace()).state(PROC))
        .isEqualTo(State.UNKNOWN);
    assertThat(with(1, 1, here.host(), "other", here.pidNamespace()).state(PROC))
        .isEqualTo(State.UNKNOWN);
    assertThat(with(1, 1, here.host(), here.bootId(), "pid:[1]").state(PROC))
        .isEqualTo(State.UNKNOWN);
    assertThat(with(1, 1, here.host(), "", here.pidNamespace()).state(PROC))
        .isEqualTo(State.UNKNOWN);
  }

  @Test
  void theAgeOfAProcessIsThatOfTheJvm() {
    long begun = ManagementFactory.getRuntimeMXBean().getUptime();
    long age = ProcessIdentity.ageMillis(PROC, here.pid()).orElseThrow();

    assertThat(age).isGreaterThanOrEqualTo(begun - 20);
    assertThat(ProcessIdentity.ageMillis(PROC, Integer.MAX_VALUE)).isEmpty();
  }
}
