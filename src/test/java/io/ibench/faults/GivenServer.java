package io.ibench.faults;

import io.ibench.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A user's own server, of which only the way to it is known, and perhaps two commands. */
final class GivenServer implements TestedServer {

  private static final String HOST = "IBENCH_HOST";
  private static final String PORT = "IBENCH_PORT";

  private final Path settings;
  private final Map<String, String> environment;
  private final Optional<String> kill;
  private final Optional<String> start;

  /**
   * @param environment has the server's host and port
   * @param kill a command for sh, such as {@code ssh db1 pkill -9 mysqld}
   */
  GivenServer(
      Path settings,
      Map<String, String> environment,
      Optional<String> kill,
      Optional<String> start) {
    this.settings = settings;
    this.environment = Map.copyOf(environment);
    this.kill = kill;
    this.start = start;
  }

  /** What is wrong with these settings or this environment; empty if nothing is. */
  static Optional<String> mistake(Path settings, Map<String, String> environment)
      throws IOException {
    if (!Files.isRegularFile(settings)) {
      return Optional.of("-d " + settings + ": no such file");
    }
    String text = Files.readString(settings);
    for (String name : List.of(HOST, PORT)) {
      if (!text.contains("${" + name)) {
        return Optional.of(
            settings
                + ": its url must contain ${"
                + name
                + "}, as in conf/mariadb.properties: the connections go through a proxy");
      }
      if (!environment.containsKey(name)) {
        return Optional.of(name + " is not set: it says where the server of " + settings + " is");
      }
    }
    return Optional.empty();
  }

  /**
   * Why cells may not use the database: the tables that they would drop exist, or it cannot be used
   * at all. Creates and drops these tables, without {@code drop} before: a run does not begin when
   * there are any.
   *
   * @param scratch gets the results of these runs
   */
  Optional<String> refusal(List<TestedStep> steps, Path scratch) {
    for (TestedStep step : steps) {
      List<Object> words = new ArrayList<>(List.of("run", step.workload(), "-d", settings));
      step.settings(1).stream()
          .filter(setting -> !setting.startsWith("steps="))
          .forEach(setting -> words.addAll(List.of("-s", setting)));
      words.addAll(List.of("-s", "steps=create,drop", "--lenient", "--no-page"));
      words.addAll(List.of("-o", scratch.resolve("tables-of-" + step.label())));
      Cli run = Cli.ibench(environment, words.toArray());
      if (run.code() != 0) {
        return Optional.of("cannot use the database: " + run.err().strip());
      }
    }
    return Optional.empty();
  }

  @Override
  public String title() {
    return settings.getFileName().toString().replaceAll("\\.properties$", "");
  }

  @Override
  public Path settings() {
    return settings;
  }

  @Override
  public Map<String, String> environment() {
    return new HashMap<>(environment);
  }

  @Override
  public String host() {
    return environment.get(HOST);
  }

  @Override
  public int port() {
    return Integer.parseInt(environment.get(PORT));
  }

  @Override
  public Set<Need> provides() {
    return kill.isPresent() && start.isPresent() ? Set.of(Need.RESTART) : Set.of();
  }

  @Override
  public void prepare() {
    // Runs drop their own tables.
  }

  @Override
  public void kill() throws Exception {
    run(kill.orElseThrow());
  }

  @Override
  public void start() throws Exception {
    run(start.orElseThrow());
  }

  private static void run(String command) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder("sh", "-c", command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    if (code != 0) {
      throw new IOException("exit code " + code + " of: " + command);
    }
  }

  @Override
  public OptionalLong rows(String table) {
    return OptionalLong.empty();
  }

  @Override
  public void close() {
    // It is not ours.
  }
}
