package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A run in its own process, because a test cannot send signals to this one. Confined to one test.
 */
public final class RunningIbench implements AutoCloseable {

  private static final long WAIT_SECONDS = 600;

  /** Options with the same keys win. */
  private static final List<String> SETTINGS =
      List.of(
          "-s=linkbench.maxid1=501",
          "-s=steps=drop,create,load,index,request,verify",
          "-s=request.repeat=1",
          "-s=interval=50ms",
          "-s=request.until=10m",
          "-s=request.rate=1000/s");

  private final Path folder;
  private final Process process;

  /**
   * Starts a run of many minutes.
   *
   * @param folder where everything that it writes goes
   * @param options further options
   */
  public RunningIbench(
      Path folder, Path database, Map<String, String> environment, String... options)
      throws IOException {
    this(folder, Cli.LINKBENCH, SETTINGS, database, environment, options);
  }

  /**
   * Starts a run of any workload.
   *
   * @param settings options; those with the same keys win
   */
  public RunningIbench(
      Path folder,
      Path workload,
      List<String> settings,
      Path database,
      Map<String, String> environment,
      String... options)
      throws IOException {
    this(List.of(), folder, workload, settings, database, environment, options);
  }

  /**
   * Starts a run of any workload by another program.
   *
   * @param before the words of that program, such as {@code ip netns exec one}
   */
  public RunningIbench(
      List<String> before,
      Path folder,
      Path workload,
      List<String> settings,
      Path database,
      Map<String, String> environment,
      String... options)
      throws IOException {
    this.folder = folder;
    List<String> words = new ArrayList<>(before);
    words.addAll(java());
    words.addAll(List.of("run", workload.toString()));
    words.addAll(List.of("-d", database.toString(), "-o", output().toString(), "--lenient"));
    for (String setting : settings) {
      String key = setting.substring(0, setting.lastIndexOf('=') + 1);
      if (Stream.of(options).noneMatch(option -> option.startsWith(key))) {
        words.add(setting);
      }
    }
    words.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().putAll(environment);
    process = start(builder);
  }

  /**
   * Starts any command.
   *
   * @param place the folder that it works in
   * @param folder where its output goes
   */
  public RunningIbench(Path place, Path folder, String... arguments) throws IOException {
    this.folder = folder;
    List<String> words = java();
    words.addAll(List.of(arguments));
    process = start(new ProcessBuilder(words).directory(place.toFile()));
  }

  private static List<String> java() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> words = new ArrayList<>();
    // A test run in the background may ignore signals; the child must not inherit that.
    words.addAll(List.of("env", "--default-signal=INT,TERM,HUP"));
    words.addAll(List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-cp"));
    words.addAll(List.of(System.getProperty("java.class.path"), PatientIbench.class.getName()));
    return words;
  }

  private Process start(ProcessBuilder builder) throws IOException {
    return builder
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  public Path output() {
    return folder.resolve("results");
  }

  public String out() throws IOException {
    return Files.readString(folder.resolve("out"));
  }

  public String err() throws IOException {
    return Files.readString(folder.resolve("err"));
  }

  public JsonNode summary() throws IOException {
    return new ObjectMapper().readTree(output().resolve("summary.json").toFile());
  }

  /** How many intervals of requests the files contain. */
  public long intervals() throws IOException {
    return intervals("request");
  }

  private long intervals(String step) throws IOException {
    Path csv = output().resolve("intervals.csv");
    return Files.exists(csv)
        ? Files.readAllLines(csv).stream().filter(line -> line.contains("," + step + ",")).count()
        : 0;
  }

  /** A condition to wait for. */
  public interface Condition {
    boolean holds() throws IOException;
  }

  /** Bounded polling; the wait ends early when the process does. */
  public void await(Condition condition) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (!condition.holds()) {
      boolean ended = process.waitFor(20, TimeUnit.MILLISECONDS);
      assertThat(ended).as(err()).isFalse();
      assertThat(System.nanoTime() - end).as("nanoseconds after the deadline").isNegative();
    }
  }

  public void awaitIntervals(long more) throws IOException, InterruptedException {
    long before = intervals();
    await(() -> intervals() >= before + more);
  }

  /** Waits until a step has so many more intervals. */
  public void awaitIntervals(String step, long more) throws IOException, InterruptedException {
    long before = intervals(step);
    await(() -> intervals(step) >= before + more);
  }

  public void signal(String name) throws IOException, InterruptedException {
    signal(name, process.pid());
  }

  public static void signal(String name, long pid) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor())
        .isZero();
  }

  /**
   * Kills the process, if it has not ended by then, and waits for its end.
   *
   * @return whether it was killed
   */
  public boolean killAfter(long millis) throws InterruptedException {
    boolean kills = !process.waitFor(millis, TimeUnit.MILLISECONDS);
    if (kills) {
      process.destroyForcibly().waitFor();
    }
    return kills;
  }

  /** The exit code. */
  public int awaitEnd() throws InterruptedException {
    assertThat(process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)).as("ended").isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    // Its folder is removed next: no process may still write there.
    process.onExit().orTimeout(WAIT_SECONDS, TimeUnit.SECONDS).join();
  }
}
