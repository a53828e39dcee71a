package io.ibench.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A Chromium without a window, with its own profile under the temporary directory and no network.
 * Touches no other browser of the machine.
 *
 * <p>The caller closes it, which ends its processes and removes its files; when the JVM ends first,
 * that happens then. Nothing waits for a browser that has died. Thread-safe.
 */
public final class Chromium implements AutoCloseable {

  private static final String LISTENING = "DevTools listening on ";
  private static final int LOG_CHARACTERS = 8_000;

  private final Path folder;
  private final Process browser;
  private final StringBuffer log = new StringBuffer();
  private final Thread shutdownHook = new Thread(this::remove, "remove private Chromium");
  private final ChromiumConnection connection;

  private Chromium(Path folder) throws IOException {
    this.folder = folder;
    Runtime.getRuntime().addShutdownHook(shutdownHook);
    ProcessBuilder builder = new ProcessBuilder(ChromiumProgram.command(folder.resolve("profile")));
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("TMPDIR", folder.toString());
    builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
    browser = builder.directory(folder.toFile()).redirectErrorStream(true).start();
    try {
      connection = ChromiumConnection.open(address());
    } catch (RuntimeException e) {
      close();
      throw new IllegalStateException("Chromium did not start; it said:\n" + log, e);
    }
    browser.onExit().thenRun(() -> connection.lose(new IllegalStateException("it has ended")));
  }

  /** Why no browser can be started on this machine; empty if one can. */
  public static Optional<String> missing() {
    return ChromiumProgram.missing();
  }

  /**
   * Starts a browser, which the caller closes. Without one on this machine the calling test is
   * skipped, or fails if {@code CI=true}.
   */
  public static Chromium require() {
    missing().ifPresent(Requirement.ofThisEnvironment()::unmet);
    return start();
  }

  /** Starts a browser and returns when it answers. */
  public static Chromium start() {
    try {
      return new Chromium(Files.createTempDirectory("ibench-chromium-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A new empty page, which the caller closes. */
  public ChromiumPage newPage() {
    ObjectNode blank = ChromiumConnection.parameters().put("url", "about:blank");
    String target = command("Target.createTarget", blank).path("targetId").asText();
    ObjectNode attach =
        ChromiumConnection.parameters().put("targetId", target).put("flatten", true);
    String session = command("Target.attachToTarget", attach).path("sessionId").asText();
    return new ChromiumPage(connection, target, session);
  }

  private JsonNode command(String method, ObjectNode parameters) {
    return ChromiumWait.untilDone(connection.send("", method, parameters), method);
  }

  /** Whether it is running. */
  public boolean isAlive() {
    return browser.isAlive();
  }

  /** The process id of the browser, whose children do the work. */
  public long pid() {
    return browser.pid();
  }

  /** Its own folder, which is removed with it. */
  public Path folder() {
    return folder;
  }

  /** Ends the browser like a crash (SIGKILL). */
  public void kill() {
    List<ProcessHandle> children = browser.descendants().toList();
    browser.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle child : children) {
      ChromiumWait.untilDone(child.onExit(), "the end of a process of Chromium");
    }
    ChromiumWait.untilDone(browser.onExit(), "the end of Chromium");
  }

  /** Ends the browser and removes its files. Closing again does nothing. */
  @Override
  public void close() {
    if (Runtime.getRuntime().removeShutdownHook(shutdownHook)) {
      remove();
    }
  }

  private void remove() {
    if (browser != null) {
      kill();
    }
    if (connection != null) {
      connection.close();
    }
    new ServerFolder(folder).remove();
  }

  /**
   * The address that it listens on, which it prints itself. A thread continues to read its further
   * output.
   */
  private URI address() {
    CompletableFuture<URI> address = new CompletableFuture<>();
    Thread reader = new Thread(() -> read(address), "output of Chromium");
    reader.setDaemon(true);
    reader.start();
    return ChromiumWait.untilDone(address, "the start of Chromium");
  }

  private void read(CompletableFuture<URI> address) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(browser.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(LISTENING)) {
          address.complete(URI.create(line.substring(LISTENING.length()).strip()));
        }
        if (log.length() < LOG_CHARACTERS) {
          log.append(line).append('\n');
        }
      }
      address.completeExceptionally(new IllegalStateException("it has ended"));
    } catch (IOException | RuntimeException e) {
      address.completeExceptionally(e);
    }
  }
}
