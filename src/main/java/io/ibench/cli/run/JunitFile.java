package io.ibench.cli.run;

import io.ibench.cli.ground.UsageException;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.RunState;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredExpectation;
import io.ibench.report.store.WriteFailure;
import io.ibench.report.text.VerdictText;
import io.ibench.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;

/** A run's verdict and expectations as the JUnit XML that CI systems read. Stateless. */
public final class JunitFile {

  private static final int HEAD_BYTES = 1024;
  private static final String ROOT = "<testsuites";

  private JunitFile() {}

  /**
   * Checks the place of the file before a run begins.
   *
   * @throws UsageException if it cannot be written, or would replace another file than such a one
   */
  public static void requirePlace(Path file) throws UsageException {
    if (file.toString().isEmpty()) {
      throw new UsageException("--junit is empty; allowed: the name of a file");
    }
    Path parent = file.toAbsolutePath().getParent();
    String begin = "cannot write --junit " + file + ": ";
    if (Files.isDirectory(file)) {
      throw new UsageException(begin + "it is a folder");
    }
    if (parent == null || !Files.isDirectory(parent)) {
      throw new UsageException(begin + "there is no folder " + parent);
    }
    if (!Files.isWritable(parent)) {
      throw new UsageException(begin + "no permission for " + parent);
    }
    if (Files.exists(file) && !isReplaceable(file)) {
      throw new UsageException(begin + "it exists and is no JUnit XML; name another file");
    }
  }

  private static boolean isReplaceable(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      String head = new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8);
      return head.isEmpty() || head.contains(ROOT);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Writes the file; a reader sees the old or the new content.
   *
   * @return why it failed, in one line
   */
  static Optional<String> write(RunReport run, boolean lenient, Path file) {
    Path target = file.toAbsolutePath();
    Path part = target.resolveSibling(target.getFileName() + ".part");
    try {
      try {
        Files.writeString(part, xml(run, lenient));
        Files.move(
            part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("cannot write --junit " + file + ": " + WriteFailure.reason(e));
    }
  }

  /** A test case for the verdict, and one for each expectation of each step. */
  static String xml(RunReport run, boolean lenient) {
    Optional<String> bad = badEnd(run, lenient);
    long failures =
        run.expectations().stream().filter(each -> !each.passed()).count()
            + (bad.isEmpty() ? 0 : 1);
    String counts =
        String.format(
            Locale.ROOT,
            " tests=\"%d\" failures=\"%d\" errors=\"0\"",
            1 + run.expectations().size(),
            failures);
    double seconds = run.steps().stream().mapToDouble(JunitFile::seconds).sum();
    String suite = "ibench " + run.workload() + (run.label().isEmpty() ? "" : " ");
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append(ROOT).append(counts).append(">\n");
    xml.append("  <testsuite")
        .append(attribute("name", suite + run.label().text()))
        .append(counts)
        .append(" skipped=\"0\"")
        .append(attribute("timestamp", run.started().toString()))
        .append(attribute("time", decimal(seconds)))
        .append(">\n");
    testCase(xml, run.workload(), "verdict", seconds, bad);
    for (StoredExpectation each : run.expectations()) {
      double ofStep =
          run.steps().stream()
              .filter(step -> step.title().equals(each.step()))
              .mapToDouble(JunitFile::seconds)
              .sum();
      testCase(
          xml,
          run.workload() + "." + each.step(),
          each.condition(),
          ofStep,
          each.passed() ? Optional.empty() : Optional.of(each.line()));
    }
    return xml.append("  </testsuite>\n</testsuites>\n").toString();
  }

  /** Why the run itself is no success; by the rules of the exit code. */
  private static Optional<String> badEnd(RunReport run, boolean lenient) {
    boolean invalid = run.verdict().equals(Optional.of(Verdict.INVALID));
    if (run.state() == RunState.DONE && (!invalid || lenient)) {
      return Optional.empty();
    }
    String state = run.state() == RunState.DONE ? "" : "run " + run.state().label() + ": ";
    return Optional.of(
        state + VerdictText.of(run.verdict()) + ": " + String.join("; ", run.reasons()));
  }

  private static double seconds(Step step) {
    return step.whole().figures().valueOr(Figure.SECONDS, 0);
  }

  private static String decimal(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }

  private static void testCase(
      StringBuilder xml, String of, String name, double seconds, Optional<String> failure) {
    xml.append("    <testcase")
        .append(attribute("classname", of))
        .append(attribute("name", name))
        .append(attribute("time", decimal(seconds)));
    failure.ifPresentOrElse(
        why -> xml.append("><failure").append(attribute("message", why)).append("/></testcase>\n"),
        () -> xml.append("/>\n"));
  }

  private static String attribute(String name, String text) {
    return " " + name + "=\"" + escaped(text) + "\"";
  }

  /** XML has no form for most control characters, unpaired surrogates, U+FFFE and U+FFFF. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    SanitizedText.of(text)
        .codePoints()
        .forEach(
            character -> {
              switch (character) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case 0xfffe, 0xffff ->
                    escaped.append(String.format(Locale.ROOT, "\\u%04x", character));
                default -> escaped.appendCodePoint(character);
              }
            });
    return escaped.toString();
  }
}
