package io.ibench.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.StartsProcess;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Programs that are asked for a line or two. */
@StartsProcess
@Timeout(300)
class ProgramsTest {

  private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  @AfterEach
  void theThreadIsAsBefore() {
    Thread.interrupted();
  }

  @Test
  void oneThatDoesNotEndIsNotWaitedFor() {
    assertThat(Programs.outputOfAny(List.of("sleep", "3600"), MOMENT_NANOS)).isEmpty();
  }

  @Test
  void whatItSaysIsNotInTheUsersLanguage() {
    assertThat(Programs.output(List.of("sh", "-c", "echo $LC_ALL"))).hasValue("C");
  }

  /** A thread that was interrupted ends its server by the program kill. */
  @Test
  void anInterruptedThreadWaitsForItAndStaysInterrupted() {
    Thread.currentThread().interrupt();

    assertThat(Programs.output(List.of("echo", "done"))).hasValue("done");
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }
}
