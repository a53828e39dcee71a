package io.ibench.cli.bisect;

import io.ibench.suite.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The processes of a bisection, one at a time; a stop ends the running one. */
final class Children {

  /** A duet stops its servers meanwhile. */
  private static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(40);

  private final World world;
  private volatile boolean stopped;
  private volatile World.@Nullable Child running;

  Children(World world) {
    this.world = world;
  }

  World world() {
    return world;
  }

  /**
   * Runs a program.
   *
   * @param log takes its output
   * @param begun takes the process
   * @return its exit code
   * @throws InterruptedException after a stop, when it has ended
   */
  int run(
      List<String> words, Map<String, String> environment, Path log, Consumer<World.Child> begun)
      throws IOException, InterruptedException {
    refuseStopped();
    World.Child child = world.start(words, environment, log);
    running = child;
    try {
      begun.accept(child);
      while (!stopped && !child.await(TimeUnit.MILLISECONDS.toNanos(200))) {
        // A stop is noticed soon.
      }
      if (stopped) {
        end(child);
      }
      refuseStopped();
      return child.exitCode();
    } catch (RuntimeException e) {
      end(child);
      throw e;
    } finally {
      running = null;
    }
  }

  /** Ends a process, by force if need be. */
  static void end(World.Child child) throws InterruptedException {
    List<ProcessHandle> below = descendants(child);
    child.terminate();
    if (!child.await(ENDING_NANOS)) {
      child.kill();
      child.await(ENDING_NANOS);
    }
    kill(below);
  }

  /** With what they have started meanwhile. */
  private static void kill(List<ProcessHandle> processes) {
    for (ProcessHandle process : processes) {
      List<ProcessHandle> below = process.descendants().toList();
      process.destroyForcibly();
      below.forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** Rests a little. */
  void rest() throws InterruptedException {
    refuseStopped();
    world.rest(TimeUnit.MILLISECONDS.toNanos(200));
  }

  /** What a build has started. */
  private static List<ProcessHandle> descendants(World.Child child) {
    return ProcessHandle.of(child.identity().pid()).stream()
        .flatMap(ProcessHandle::descendants)
        .toList();
  }

  /** Ends the running process. Thread-safe. */
  void stop() {
    stopped = true;
  }

  /** Kills it at once. Thread-safe. */
  void kill() {
    World.Child child = running;
    if (child != null) {
      List<ProcessHandle> below = descendants(child);
      child.kill();
      kill(below);
    }
  }

  boolean isStopped() {
    return stopped;
  }

  private void refuseStopped() throws InterruptedException {
    if (stopped) {
      throw new InterruptedException("the bisection is stopped");
    }
  }
}
