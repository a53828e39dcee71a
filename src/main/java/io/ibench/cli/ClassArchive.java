package io.ibench.cli;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.ProcessEnvironment;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads the classes of the usual commands. {@code bin/ibench} calls it once, for its archive of
 * classes: a run, and what reads its results. Stateless.
 */
final class ClassArchive {

  private static final String RUN = "run-1";

  private ClassArchive() {}

  /**
   * Writes results into the current folder.
   *
   * @param arguments of the run, on noop and SQLite
   * @throws IllegalStateException when a command fails
   */
  public static void main(String[] arguments) {
    Logging.configure();
    Path results = Path.of("results");
    String noop = results.resolve("noop").resolve(RUN).toString();
    String sqlite = results.resolve("sqlite").resolve(RUN).toString();
    List<String> run = new ArrayList<>(List.of("run", "-o", results.toString(), "--lenient"));
    run.addAll(List.of(arguments));
    execute(run.toArray(String[]::new));
    execute("status", sqlite);
    execute("report", sqlite);
    execute("compare", "--unlike", noop, sqlite);
  }

  @SuppressWarnings("DefaultCharset") // the terminal's
  private static void execute(String... arguments) {
    PrintWriter out = new PrintWriter(System.out, true);
    PrintWriter err = new PrintWriter(System.err, true);
    int code = Main.execute(ProcessEnvironment.ofProcess(), out, err, arguments);
    if (code != ExitCode.DONE) {
      throw new IllegalStateException(arguments[0] + " ended with " + code);
    }
  }
}
