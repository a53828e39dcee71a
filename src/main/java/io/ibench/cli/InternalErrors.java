package io.ibench.cli;

import io.ibench.cli.ground.Installation;
import io.ibench.config.Secrets;
import io.ibench.report.figures.SanitizedText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Reports an unexpected error in one line, and names the plug-in from which it came. The stack
 * trace goes to a file, or to stderr with IBENCH_DEBUG=1. Thread-safe.
 */
final class InternalErrors implements Thread.UncaughtExceptionHandler {

  private static final String DEBUG = "IBENCH_DEBUG";

  private final boolean debug;
  private final Installation installation;
  private final PrintWriter err;

  InternalErrors(Map<String, String> environment, PrintWriter err) {
    this.debug = "1".equals(environment.get(DEBUG));
    this.installation = Installation.of(environment);
    this.err = err;
  }

  /** For threads that no other thread waits for. */
  @Override
  public void uncaughtException(Thread thread, Throwable error) {
    print("in " + thread.getName() + ": ", error);
  }

  /** Reports an error. */
  void print(Throwable error) {
    if (isThreadLimit(error)) {
      err.println(
          "ibench: the system lets this user start no more threads (ulimit -u, or the limit of a"
              + " container); allowed: fewer threads, or a higher limit");
      err.flush();
    } else {
      print("", error);
    }
  }

  static boolean isThreadLimit(Throwable error) {
    return error instanceof OutOfMemoryError
        && String.valueOf(error.getMessage()).contains("native thread");
  }

  private void print(String where, Throwable error) {
    String trace = trace(error);
    String what = SanitizedText.of(Secrets.mask(error.toString()));
    String found = debug ? "its stack trace follows" : kept(trace);
    Optional<PlugInFault> fault = PlugInFault.of(error, installation);
    String kind = fault.map(plugIn -> "error in the " + plugIn.place()).orElse("internal error");
    String advice = fault.isPresent() ? "; tell the plug-in's author" : "";
    err.println("ibench: " + SanitizedText.of(kind) + ": " + where + what + advice + "; " + found);
    if (debug) {
      trace.lines().map(InternalErrors::safe).forEach(err::println);
    }
    err.flush();
  }

  private static String trace(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text));
    return Secrets.mask(text.toString());
  }

  /** A line of a trace with its indentation; sanitized, as a message may come from a server. */
  private static String safe(String line) {
    return (line.startsWith("\t") ? "\t" : "") + SanitizedText.of(line);
  }

  private static String kept(String trace) {
    try {
      Path file = Files.createTempFile("ibench-error-", ".txt");
      Files.writeString(file, trace);
      return "its stack trace is in " + file;
    } catch (IOException e) {
      return DEBUG + "=1 shows its stack trace";
    }
  }
}
