package io.ibench.server;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds and runs programs of the operating system. Stateless. */
final class Programs {

  private static final int LOG_LINES = 15;
  private static final int LAST_LINES = 5;
  private static final int LOG_BYTES = 1 << 16;
  private static final Pattern ERROR =
      Pattern.compile(
          "\\[ERROR\\]|\\bFATAL:|\\bPANIC:|unrecognized configuration|invalid value for|could not bind");
  private static final long VERSION_SECONDS = 120;

  private Programs() {}

  /**
   * The first of the folders, or of the PATH, that has this program; what a relative folder of the
   * PATH has depends on the current one, so it is not looked at.
   */
  static Optional<Path> find(String program, List<Path> folders) {
    Stream<Path> path =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .filter(folder -> !folder.isEmpty())
            .map(Path::of)
            .filter(Path::isAbsolute);
    return Stream.concat(folders.stream(), path)
        .map(folder -> folder.resolve(program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** What a program prints; empty when it fails. */
  static Optional<String> output(List<String> words) {
    return run(words).filter(Printed::isSuccess).map(printed -> printed.text().strip());
  }

  /**
   * What a program prints, also when it fails; empty when it does not run, or does not end within
   * two minutes.
   */
  static Optional<String> outputOfAny(List<String> words) {
    return run(words).map(Printed::text);
  }

  /** The same with another limit of time. */
  static Optional<String> outputOfAny(List<String> words, long timeoutNanos) {
    return run(words, timeoutNanos).map(Printed::text);
  }

  private record Printed(String text, boolean isSuccess) {}

  private static Optional<Printed> run(List<String> words) {
    return run(words, TimeUnit.SECONDS.toNanos(VERSION_SECONDS));
  }

  private static Optional<Printed> run(List<String> words, long timeoutNanos) {
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectErrorStream(true).redirectInput(new File("/dev/null"));
    // What it prints is searched for words, which must not be those of the user's language.
    builder.environment().put("LC_ALL", "C");
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return Optional.empty();
    }
    FutureTask<Printed> printed = new FutureTask<>(() -> printed(process));
    Thread reader = new Thread(printed, "ibench-program");
    reader.setDaemon(true);
    reader.start();
    return await(printed, timeoutNanos)
        .or(
            () -> {
              end(process);
              return Optional.empty();
            });
  }

  private static Printed printed(Process process) throws IOException, InterruptedException {
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Printed(text, process.waitFor() == 0);
  }

  /** Waits also on an interrupted thread, which ends a server by such a program. */
  private static <T> Optional<T> await(FutureTask<T> task, long timeoutNanos) {
    long deadline = System.nanoTime() + timeoutNanos;
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return Optional.of(task.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException | TimeoutException e) {
      return Optional.empty();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A process whose output goes to the end of a log. */
  static Process start(Program program, List<String> words, Path log) throws ServerException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(program.environment());
    try {
      return builder.start();
    } catch (IOException e) {
      throw new ServerException(program.purpose() + ": " + e.getMessage());
    }
  }

  /** Kills it and what it has started. */
  private static List<ProcessHandle> end(Process process) {
    List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
    all.add(process.toHandle());
    all.forEach(ProcessHandle::destroyForcibly);
    return all;
  }

  /** Runs a program to its end. */
  static void run(Program program, List<String> words, Path log, long timeoutNanos)
      throws ServerException, InterruptedException {
    Process process = start(program, words, log);
    try {
      if (!process.waitFor(timeoutNanos, TimeUnit.NANOSECONDS)) {
        throw new ServerException(
            program.purpose()
                + " did not end within "
                + TimeUnit.NANOSECONDS.toSeconds(timeoutNanos)
                + " s",
            tail(log));
      }
    } finally {
      if (process.isAlive()) {
        end(process).forEach(one -> one.onExit().join());
      }
    }
    if (process.exitValue() != 0) {
      throw new ServerException(
          program.purpose() + " failed with exit code " + process.exitValue(), tail(log));
    }
  }

  /** The last errors in a log, or its last lines if it names none; none if it cannot be read. */
  static List<String> tail(Path log) {
    List<String> all = end(log);
    List<String> errors = all.stream().filter(line -> ERROR.matcher(line).find()).toList();
    return last(errors.isEmpty() ? all : errors);
  }

  /** A few errors of a log and its last lines; none if it cannot be read. */
  static List<String> lastLines(Path log) {
    List<String> all = end(log);
    List<String> before = all.subList(0, Math.max(0, all.size() - LAST_LINES));
    List<String> errors = before.stream().filter(line -> ERROR.matcher(line).find()).toList();
    List<String> lines =
        new ArrayList<>(errors.subList(Math.max(0, errors.size() - LAST_LINES), errors.size()));
    lines.addAll(all.subList(before.size(), all.size()));
    return lines;
  }

  /** The last lines of a log that name an option, with _ or - between its words. */
  static List<String> linesOf(Path log, String option) {
    Pattern named = Pattern.compile("\\b" + Pattern.quote(option.replace('-', '_')) + "\\b");
    List<String> lines =
        end(log).stream().filter(line -> named.matcher(line.replace('-', '_')).find()).toList();
    return List.copyOf(lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  private static List<String> last(List<String> lines) {
    return List.copyOf(lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
  }

  private static List<String> end(Path log) {
    try (var channel = Files.newByteChannel(log)) {
      channel.position(Math.max(0, channel.size() - LOG_BYTES));
      var bytes = java.nio.ByteBuffer.allocate(LOG_BYTES);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // until the end
      }
      String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
