package io.ibench.cli.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DuetProcessesTest {

  @Test
  void onlyWhatTheNewVersionIsRefusedForSkipsIt() {
    assertThat(DuetProcesses.isOfVersion(List.of("--server: mariadbd ended: unknown option")))
        .isTrue();
    assertThat(DuetProcesses.isOfVersion(List.of("b.properties:3: nosuch.key = 1: is no setting")))
        .isTrue();
    assertThat(DuetProcesses.isOfVersion(List.of("side A: no database"))).isFalse();
    assertThat(
            DuetProcesses.isOfVersion(
                List.of(
                    "--server: mariadb-install-db failed",
                    "  Errcode: 28 No space left on device")))
        .isFalse();
    assertThat(DuetProcesses.isOfVersion(List.of())).isFalse();
  }
}
