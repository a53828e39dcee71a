package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.ground.ErrorReporter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class InternalErrorsTest {

  private static final String KEPT = "; its stack trace is in ";

  private final StringWriter err = new StringWriter();

  private InternalErrors errors(Map<String, String> environment) {
    return new InternalErrors(environment, new PrintWriter(err));
  }

  @Test
  void isOneLineThatSaysWhereTheStackTraceIs() throws Exception {
    errors(Map.of()).print(new IllegalStateException("two\nlines, url=//u:s3cr3t@h \u001b[2J"));

    String line = err.toString();
    assertThat(line.lines()).hasSize(1);
    assertThat(line)
        .startsWith("ibench: internal error: java.lang.IllegalStateException: two lines, url=")
        .doesNotContain("s3cr3t", "\u001b")
        .contains(KEPT);
    Path file = Path.of(line.substring(line.indexOf(KEPT) + KEPT.length()).strip());
    assertThat(file).content().contains("\tat io.ibench.cli.").doesNotContain("s3cr3t");
    Files.delete(file);
  }

  @Test
  void withIbenchDebugTheStackTraceIsShown() {
    errors(Map.of("IBENCH_DEBUG", "1")).print(new IllegalStateException("unforeseen"));

    assertThat(err.toString()).contains("; its stack trace follows\n", "\tat io.ibench.cli.");
  }

  @Test
  void aLimitOfThreadsIsNoInternalError() {
    errors(Map.of()).print(new OutOfMemoryError("unable to create native thread: possibly out"));

    assertThat(err.toString())
        .startsWith("ibench: the system lets this user start no more threads (ulimit -u")
        .hasLineCount(1);
  }

  @Test
  void ofAThreadItNamesTheThread() {
    errors(Map.of("IBENCH_DEBUG", "1"))
        .uncaughtException(new Thread("ibench-load-3"), new IllegalStateException("unforeseen"));

    assertThat(err.toString()).startsWith("ibench: internal error: in ibench-load-3: java.lang");
  }

  @Test
  void whatNobodyForesawEndsACommandWithExitOne() {
    ErrorReporter mistakes = new ErrorReporter(errors(Map.of("IBENCH_DEBUG", "1"))::print);
    CommandLine command = new CommandLine(new Failing()).setErr(new PrintWriter(err));

    int code = command.setExecutionExceptionHandler(mistakes).execute();

    assertThat(code).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("ibench: internal error: java.lang.IllegalStateException");
  }

  @CommandLine.Command
  private static final class Failing implements Runnable {
    @Override
    public void run() {
      throw new IllegalStateException("unforeseen");
    }
  }
}
