package io.ibench.cli.run;

import java.io.PrintWriter;

/** A process in which a run begins while a signal is ending it. */
final class EndingProcess {

  private static final long MOMENT_MILLIS = 1_000;

  private EndingProcess() {}

  public static void main(String[] arguments) {
    Runtime.getRuntime().addShutdownHook(new Thread(EndingProcess::beginRun));
    System.exit(Integer.parseInt(arguments[0]));
  }

  private static void beginRun() {
    Thread run = new Thread(EndingProcess::run);
    run.setDaemon(true);
    run.start();
    try {
      run.join(MOMENT_MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run() {
    PrintWriter err = new PrintWriter(System.err, true);
    try (StartupGuard guard = new StartupGuard(err)) {
      err.println("a run has begun: " + guard);
    }
  }
}
