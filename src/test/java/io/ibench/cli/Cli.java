package io.ibench.cli;

import io.ibench.cli.ground.ProcessEnvironment;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One call of the command in this process.
 *
 * @param code the exit code
 */
public record Cli(int code, String out, String err) {

  public static final Path LINKBENCH = Path.of("workloads", "linkbench.properties");
  public static final Path NOOP = Path.of("conf", "noop.properties");
  public static final Path SQLITE = Path.of("conf", "sqlite.properties");
  public static final Path MARIADB = Path.of("conf", "mariadb.properties");

  /** Without a place for the lock of suites, unless a test has one: others may run on the host. */
  private static Map<String, String> alone(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    all.putIfAbsent("XDG_RUNTIME_DIR", "/dev/null");
    return all;
  }

  /** Without environment variables, and without a terminal. */
  public static Cli ibench(Object... arguments) {
    return ibench(Map.of(), arguments);
  }

  public static Cli ibench(Map<String, String> environment, Object... arguments) {
    return exactly(alone(environment), arguments);
  }

  /** With this very map as its environment. */
  public static Cli exactly(Map<String, String> environment, Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> texts = new ArrayList<>();
    for (Object argument : arguments) {
      texts.add(argument.toString());
    }
    int code =
        Main.execute(
            new ProcessEnvironment(environment, false),
            new PrintWriter(out),
            new PrintWriter(err),
            texts.toArray(String[]::new));
    return new Cli(code, out.toString(), err.toString());
  }
}
