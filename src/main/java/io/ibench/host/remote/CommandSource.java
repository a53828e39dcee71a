package io.ibench.host.remote;

import io.ibench.config.Secrets;
import io.ibench.host.BoundedBytes;
import io.ibench.host.ProcException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs the user's command with paths appended; it writes these files to its standard output one
 * after the other, as {@code cat} does. The host's boot id precedes, separates and follows the
 * files: it is unique, and marks where a file ends. Text before the first boot id, such as a login
 * script's greeting, is ignored.
 */
final class CommandSource implements SampleSource {

  private static final String BOUNDARY = "/proc/sys/kernel/random/boot_id";
  private static final Pattern LAST_LINE =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\n\\z");
  private static final int MAX_BYTES = 16 << 20;
  private static final int MAX_STDERR_BYTES = 1 << 20;
  private static final int BOUNDARY_LENGTH = 37;

  private final List<String> command;
  private final long timeoutMillis;
  private volatile @Nullable Process running;
  private volatile boolean closed;

  CommandSource(List<String> command) {
    this(command, TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
  }

  CommandSource(List<String> command, long timeoutMillis) {
    this.command = List.copyOf(command);
    this.timeoutMillis = timeoutMillis;
  }

  @Override
  public String name() {
    return "host.command";
  }

  @Override
  public boolean hasProcesses() {
    return true;
  }

  @Override
  public RemoteSample fetch(long startNanos, List<Path> files)
      throws ProcException, InterruptedException {
    List<String> words = new ArrayList<>(command);
    words.add(BOUNDARY);
    for (Path file : files) {
      words.add(file.toString());
      words.add(BOUNDARY);
    }
    Process process = start(words);
    try {
      return new RemoteSample(
          startNanos, split(output(process), files), "is missing there, or may not be read");
    } finally {
      kill(process);
      running = null;
    }
  }

  private Process start(List<String> words) throws ProcException {
    try {
      Process process = new ProcessBuilder(words).redirectInput(new File("/dev/null")).start();
      running = process;
      if (closed) {
        kill(process);
      }
      return process;
    } catch (IOException e) {
      throw failed(reason(e), e);
    }
  }

  /**
   * Reads until the last boot id, and does not wait for the end of the output: the command may
   * leave programs behind that hold it open, as ssh does.
   */
  private String output(Process process) throws ProcException, InterruptedException {
    CompletableFuture<String> stderr = BoundedBytes.of(process.getErrorStream(), MAX_STDERR_BYTES);
    String output;
    try {
      output =
          BoundedBytes.of(process.getInputStream(), MAX_BYTES)
              .get(timeoutMillis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw failed(
          "it did not end within " + TimeUnit.MILLISECONDS.toSeconds(timeoutMillis) + " s", e);
    } catch (ExecutionException e) {
      throw failed(reason(Objects.requireNonNull(e.getCause())), e);
    }
    if (!LAST_LINE.matcher(output).find()) {
      throw failed(complaint(process, stderr, output), null);
    }
    process.waitFor(1, TimeUnit.SECONDS); // otherwise it is killed
    return output;
  }

  private String complaint(Process process, CompletableFuture<String> stderr, String output)
      throws InterruptedException {
    String first = "";
    String status = "";
    try {
      if (process.waitFor(1, TimeUnit.SECONDS) && process.exitValue() != 0) {
        status = " (exit status " + process.exitValue() + ")";
      }
      String all = stderr.get(1, TimeUnit.SECONDS);
      all = new String(all.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
      first = all.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip();
    } catch (TimeoutException | ExecutionException e) {
      first = ""; // another program holds its error output open
    }
    if (!first.isEmpty()) {
      return first + status;
    }
    return (output.isEmpty() ? "it wrote nothing" : "it did not write the files it was asked for")
        + status;
  }

  /**
   * Splits a command line at blanks into at least one word. Blanks within quotes, ' or ", belong to
   * the word. There is nothing else of a shell: no variables, no backslashes.
   *
   * @throws IllegalArgumentException with the reason
   */
  static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        inWord = true;
      } else if (!Character.isWhitespace(c)) {
        word.append(c);
        inWord = true;
      } else if (inWord) {
        words.add(word.toString());
        word.setLength(0);
        inWord = false;
      }
    }
    if (quote != 0) {
      throw new IllegalArgumentException("has a quote " + quote + " that is not closed");
    }
    if (inWord) {
      words.add(word.toString());
    }
    if (words.isEmpty() || words.get(0).isEmpty()) {
      throw new IllegalArgumentException("names no command");
    }
    return List.copyOf(words);
  }

  static Map<String, String> split(String output, List<Path> files) throws ProcException {
    Matcher last = LAST_LINE.matcher(output);
    if (!last.find()) {
      throw failed("its output is truncated", null);
    }
    String boundary = last.group();
    Map<String, String> texts = new HashMap<>();
    int from = output.indexOf(boundary) + BOUNDARY_LENGTH;
    for (Path file : files) {
      int end = output.indexOf(boundary, from);
      if (end < 0) {
        throw failed("its output lacks files", null);
      }
      texts.put(file.toString(), output.substring(from, end));
      from = end + BOUNDARY_LENGTH;
    }
    if (from != output.length()) {
      throw failed("its output has more files than were asked for", null);
    }
    texts.put(BOUNDARY, boundary);
    return texts;
  }

  private static String reason(Throwable e) {
    return String.valueOf(e.getMessage());
  }

  private static ProcException failed(String reason, @Nullable Throwable cause) {
    return ProcException.unreadable("host.command: " + Secrets.mask(reason), cause);
  }

  private static void kill(Process process) {
    if (!process.isAlive()) {
      return;
    }
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public void close() {
    closed = true;
    Process process = running;
    if (process != null) {
      kill(process);
    }
  }
}
