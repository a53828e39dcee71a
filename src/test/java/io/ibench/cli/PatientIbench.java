package io.ibench.cli;

import io.ibench.cli.ground.ProcessEnvironment;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/**
 * The command as {@link Main} runs it, with one difference: an interrupted run has a minute to end
 * instead of the five seconds that users are promised. On a slow machine writing the results alone
 * may take longer than that. Waiting for a server that hangs is still cut short.
 */
final class PatientIbench {

  private static final long PATIENCE_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private PatientIbench() {}

  public static void main(String[] arguments) {
    Logging.configure();
    ProcessEnvironment patient = ProcessEnvironment.ofProcess().withPatience(PATIENCE_MILLIS);
    PrintWriter out = new PrintWriter(System.out, true);
    PrintWriter err = new PrintWriter(System.err, true);
    System.exit(Main.execute(patient, out, err, arguments));
  }
}
