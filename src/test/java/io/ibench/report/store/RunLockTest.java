package io.ibench.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunLockTest {

  private static final ProcessIdentity HERE =
      ProcessIdentity.here(new Proc(), Instant.parse("2026-01-31T12:00:00Z"));

  @TempDir private Path folder;

  private static ProcessIdentity dead() {
    return new ProcessIdentity(
        Integer.MAX_VALUE, 1, HERE.host(), HERE.bootId(), HERE.pidNamespace(), HERE.since());
  }

  @Test
  void aSecondOwnerIsRefusedAndLearnsTheFirst() throws Exception {
    try (RunLock first = RunLock.take(folder, HERE)) {
      assertThat(first).isNotNull();
      assertThatExceptionOfType(RunLock.HeldException.class)
          .isThrownBy(() -> RunLock.take(folder, HERE))
          .withMessageContaining("is in use by process " + HERE.pid())
          .withMessageContaining("since 2026-01-31T12:00:00Z");
      assertThat(RunLock.read(folder)).hasValueSatisfying(o -> assertThat(o.isAlive()).isTrue());
    }
  }

  @Test
  void readingDoesNotReleaseTheLock() throws Exception {
    try (RunLock first = RunLock.take(folder, HERE)) {
      assertThat(first).isNotNull();
      RunLock.read(folder);
      assertThatExceptionOfType(RunLock.HeldException.class)
          .isThrownBy(() -> RunLock.take(folder, HERE));
    }
  }

  @Test
  void theLockOfADeadProcessIsTakenOver() throws Exception {
    RunLock.take(folder, dead()).close();
    assertThat(RunLock.read(folder)).hasValueSatisfying(o -> assertThat(o.isAlive()).isFalse());
    try (RunLock again = RunLock.take(folder, HERE)) {
      assertThat(again).isNotNull();
      assertThat(RunLock.read(folder).orElseThrow().process()).isEqualTo(HERE);
    }
  }

  @Test
  void aProcessThatCannotBeSeenIsJudgedByTheLock() throws Exception {
    ProcessIdentity inContainer =
        new ProcessIdentity(7, 1, "container", HERE.bootId(), "pid:[1]", HERE.since());
    RunLock.take(folder, inContainer).close();
    assertThat(RunLock.read(folder).orElseThrow().state()).isEqualTo(ProcessIdentity.State.GONE);
    ProcessIdentity elsewhere = new ProcessIdentity(7, 1, "db2", "boot", "pid:[1]", HERE.since());
    RunLock.take(folder, elsewhere).close();
    assertThat(RunLock.read(folder).orElseThrow().state()).isEqualTo(ProcessIdentity.State.UNKNOWN);
  }

  @Test
  void aFolderWithoutALockHasNoOwner() {
    assertThat(RunLock.read(folder)).isEmpty();
  }

  @StartsProcess
  @Nested
  class Pipes {

    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @ParameterizedTest
    @ValueSource(strings = {RunLock.NAME, RunLock.OWNER})
    void aPipeIsRefusedAndNotWaitedFor(String name) throws Exception {
      Path pipe = folder.resolve(name);
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> RunLock.take(folder, HERE))
          .withMessage(pipe + " is not a file");
    }
  }
}
