package io.ibench.sampling;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A perf at work. It ends with this process, however that ends: perf runs until a child of its own
 * has read the end of a pipe. Confined to one thread.
 */
final class PerfProcess {

  static final String PERF = "perf";

  private static final Path PARANOID = Path.of("/proc/sys/kernel/perf_event_paranoid");

  /** perf prints nothing before it works; then its child says so. */
  private static final List<String> CHILD =
      List.of("--", "sh", "-c", "echo begun; exec cat > /dev/null");

  private static final long BEGIN_MILLIS = 20_000;
  private static final long END_MILLIS = 30_000;
  private static final long POLL_MILLIS = 5;
  private static final int LONGEST_REASON = 200;

  private final Process process;
  private final Path errors;

  /** A file, not a pipe: what is in it stays readable when perf ends at once. */
  private final Path begun;

  private PerfProcess(Process process, Path errors, Path begun) {
    this.process = process;
    this.errors = errors;
    this.begun = begun;
  }

  /**
   * Starts it.
   *
   * @param name of its files in the folder
   */
  static PerfProcess start(List<String> arguments, Path folder, String name)
      throws SamplerException {
    List<String> command = new ArrayList<>(arguments);
    command.addAll(CHILD);
    Path errors = folder.resolve(name + ".log");
    Path begun = folder.resolve(name + ".begun");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(begun.toFile()).redirectError(errors.toFile());
    builder.environment().put("LC_ALL", "C");
    try {
      return new PerfProcess(builder.start(), errors, begun);
    } catch (IOException e) {
      throw new SamplerException(missing(e));
    }
  }

  private static String missing(IOException e) {
    return String.valueOf(e.getMessage()).contains("error=2,")
        ? "perf is not installed (Debian: linux-perf; Ubuntu: linux-tools-generic)"
        : "perf does not start: " + e.getMessage();
  }

  /** Whether perf works; else it has refused. */
  boolean awaitBegin(BooleanSupplier isStopped) throws SamplerException, InterruptedException {
    long rounds = BEGIN_MILLIS / POLL_MILLIS;
    for (long i = 0; i < rounds; i++) {
      if (isStopped.getAsBoolean()) {
        close();
        throw new SamplerException("the run ended before perf began");
      }
      boolean ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
      if (begun.toFile().length() > 0) {
        return true;
      }
      if (ended) {
        return false;
      }
    }
    close();
    throw new SamplerException("perf did not begin within " + BEGIN_MILLIS / 1000 + " s");
  }

  /** Why perf refused, and what helps. */
  String refusal(String what) {
    OptionalInt paranoid = paranoid();
    if (paranoid.isPresent() && paranoid.getAsInt() > 0) {
      return String.format(
          Locale.ROOT,
          "perf may not %s: perf_event_paranoid is %d; as root: sysctl"
              + " kernel.perf_event_paranoid=0, or start ibench with CAP_PERFMON (perf: %s)",
          what,
          paranoid.getAsInt(),
          said());
    }
    return String.format(
        Locale.ROOT,
        "perf may not %s (%s); in a container: --cap-add PERFMON and a seccomp profile that allows"
            + " perf_event_open",
        what,
        said());
  }

  private static OptionalInt paranoid() {
    try {
      return OptionalInt.of(Integer.parseInt(Files.readString(PARANOID).strip()));
    } catch (IOException | NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  /** The first line of what perf has complained of. */
  private String said() {
    try {
      return Files.readAllLines(errors, StandardCharsets.ISO_8859_1).stream()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.equals("Error:"))
          .map(line -> line.substring(0, Math.min(line.length(), LONGEST_REASON)))
          .findFirst()
          .orElse("it said nothing");
    } catch (IOException e) {
      return "it said nothing";
    }
  }

  /** Ends it; what it wrote is complete. */
  void end() throws SamplerException, InterruptedException {
    if (!process.isAlive()) {
      throw new SamplerException(
          "perf ended in the middle of the step, exit code " + process.exitValue() + ": " + said());
    }
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      process.destroy();
    }
    if (!process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS)) {
      throw new SamplerException("perf did not end within " + END_MILLIS / 1000 + " s");
    }
    if (process.exitValue() != 0) {
      throw new SamplerException(
          "perf ended with exit code " + process.exitValue() + ": " + said());
    }
  }

  /** Its child ends with the pipe. */
  void kill() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // The child has ended before.
      process.destroy();
    }
    process.destroyForcibly();
  }

  /** Removes perf and its files. */
  void close() {
    kill();
    remove(errors);
    remove(begun);
  }

  /** A file that stays lies in the results' own folder, where the user finds it. */
  static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      return;
    }
  }
}
