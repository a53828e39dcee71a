package io.ibench.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server, which does nothing, ends by itself in the middle of a run. */
@StartsProcess
class ServerWatchTest {

  private static final long MILLI = 1_000_000;
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  @TempDir private Path temporary;

  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> reasons = new LinkedBlockingQueue<>();
  private ServerLife life;
  private ServerWatch watch;

  /** It writes a line to its log, and ends at once when its folder has a file {@code broken}. */
  private static final class Idle extends FakeProduct {

    Idle() {
      super(Map.of());
    }

    @Override
    public boolean hasProcess() {
      return true;
    }

    @Override
    public Program command(ServerInstance server) {
      Path broken = server.folder().resolve("broken");
      return Program.of(
          "an idle server",
          List.of(
              "sh",
              "-c",
              "echo idle password=geheim42; test ! -e \"$1\" || exit 3; exec tail -n 0 -f \"$0\"",
              server.folder().resolve(NotedProcess.FILE).toString(),
              broken.toString()));
    }
  }

  private void start(boolean restarts) throws Exception {
    life =
        ServerLife.plan(
            new Idle(),
            ServerSpec.of("fake", Map.of()),
            temporary.resolve("server"),
            "the test",
            "cell",
            "secret");
    watch = new ServerWatch(life, restarts, MILLI);
    life.prepare();
    life.start();
    life.check();
    while (!Files.readString(life.server().errorLog()).contains("idle")) {
      assertThat(life.endsWithin(MILLI)).isFalse();
    }
    watch.begin(said::add);
  }

  @AfterEach
  void end() throws Exception {
    watch.close();
    life.stop();
    life.remove();
    assertThat(temporary).isEmptyDirectory();
  }

  /** As soon as the launcher has noted it, unless it has ended by itself. */
  private void kill() throws Exception {
    OptionalLong pid;
    do {
      pid = life.pid();
    } while (pid.isEmpty() && !life.endsWithin(MILLI));
    if (pid.isPresent()) {
      new ProcessBuilder("kill", "-9", Long.toString(pid.getAsLong())).start().waitFor();
    }
  }

  private List<String> saidUntil(String end) throws InterruptedException {
    List<String> lines = new ArrayList<>();
    do {
      String line = said.poll(10, TimeUnit.MINUTES);
      assertThat(line).as(lines.toString()).isNotNull();
      lines.add(line);
    } while (!lines.get(lines.size() - 1).contains(end));
    return lines;
  }

  @Test
  void theRunEndsWithTheSignalAndTheLogOfItsServer() throws Exception {
    start(false);
    watch.serves(reasons::add, HOUR);
    kill();
    assertThat(reasons.poll(10, TimeUnit.MINUTES))
        .isEqualTo(
            "server_ended: the run's own Fake 1.0 ended by signal 9 (SIGKILL); if the kernel did"
                + " that because memory ran out, dmesg says so");
    assertThat(saidUntil("server log: idle"))
        .first()
        .asString()
        .startsWith("ibench: the run's own Fake 1.0 ended by signal 9 (SIGKILL)");
    assertThat(watch.takeFacts())
        .hasSize(2)
        .last()
        .asString()
        .startsWith("server log: idle ")
        .doesNotContain("geheim42");
    assertThat(watch.takeFacts()).isEmpty();
  }

  @Test
  void aFailureIsExplainedByTheEndOfTheServer() throws Exception {
    start(false);
    assertThat(watch.explained("connection_lost: reset")).isEqualTo("connection_lost: reset");
    kill();
    assertThat(watch.explained("connection_lost: reset"))
        .startsWith("server_ended: the run's own Fake 1.0 ended by signal 9 (SIGKILL)")
        .endsWith("; seen as connection_lost: reset");
  }

  @Test
  void aRunThatBeginsAfterTheEndOfItsServerEndsAtOnce() throws Exception {
    start(false);
    kill();
    saidUntil("server log: idle");
    watch.serves(reasons::add, HOUR);
    assertThat(reasons.poll(10, TimeUnit.MINUTES)).startsWith("server_ended: ");
  }

  @Test
  void aServerStartsAgainAsOftenAsItEnds() throws Exception {
    start(true);
    watch.serves(reasons::add, HOUR);
    for (int i = 0; i < 2; i++) {
      kill();
      saidUntil("the server was started again, and answered after");
      assertThat(watch.takeFacts()).anyMatch(fact -> fact.contains("signal 9"));
    }
    assertThat(reasons).isEmpty();
  }

  @Test
  void aServerThatEndsAtOnceStartsAFewTimes() throws Exception {
    start(true);
    watch.serves(reasons::add, HOUR);
    Files.createFile(life.server().folder().resolve("broken"));
    kill();
    assertThat(reasons.poll(10, TimeUnit.MINUTES)).endsWith("; started 5 times again");
  }

  @Test
  void aServerThatDoesNotComeBackInTimeEndsTheRun() throws Exception {
    start(true);
    watch.serves(reasons::add, 1);
    kill();
    assertThat(reasons.poll(10, TimeUnit.MINUTES)).endsWith("; it did not come back");
  }

  @Test
  void aServerThatIsStoppedHasNotEnded() throws Exception {
    start(true);
    watch.serves(reasons::add, HOUR);
    watch.close();
    life.stop();
    assertThat(watch.whyEnded()).isEmpty();
    assertThat(said).isEmpty();
    assertThat(reasons).isEmpty();
  }
}
