package io.ibench.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A private server's own folder, and the programs that run in it. Thread-safe. */
final class ServerFolder {

  static final long PATIENCE_SECONDS = 300;
  private static final int ATTEMPTS = 3;

  private static final long POLL_MILLIS = 20;
  private static final int MAX_LOG_CHARACTERS = 8_000;

  private final Path path;

  ServerFolder(Path path) {
    this.path = path;
  }

  Path resolve(String name) {
    return path.resolve(name);
  }

  Path path() {
    return path;
  }

  /** Starts a program; its output goes to the log. */
  Process run(List<String> words) throws IOException {
    return new ProcessBuilder(words)
        .directory(path.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
        .start();
  }

  /** Makes a server that listens on a port of its own choice. */
  interface Launch<T> {
    T launch() throws IOException;
  }

  /** Makes a server, again if another one has taken its port between its choice and its start. */
  static <T> T onFreePort(Launch<T> server) {
    for (int left = ATTEMPTS; ; left--) {
      try {
        return server.launch();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (IllegalStateException e) {
        if (left == 1 || !String.valueOf(e.getMessage()).contains("Address already in use")) {
          throw e;
        }
      }
    }
  }

  /** Runs a program until it ends, which must be with exit code 0. */
  void runToEnd(String what, List<String> words) throws IOException {
    Process program = run(words);
    end(program);
    if (program.exitValue() != 0) {
      throw failure(what + " failed with " + program.exitValue(), null);
    }
  }

  /** Reports the failure, with the end of the log. */
  IllegalStateException failure(String what, Throwable cause) throws IOException {
    String text = Files.readString(log());
    String tail = text.substring(Math.max(0, text.length() - MAX_LOG_CHARACTERS));
    return new IllegalStateException(what + "; its log:\n" + tail, cause);
  }

  private Path log() {
    return path.resolve("server.log");
  }

  /** Sends a signal to a server and to its children, which may end meanwhile. */
  void signalAll(Process server, String name) {
    try {
      List<String> words = new ArrayList<>(List.of("kill", "-" + name));
      words.add(Long.toString(server.pid()));
      server.descendants().forEach(child -> words.add(Long.toString(child.pid())));
      end(run(words));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until a program ends after its stop was requested. */
  static void end(Process process) {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("did not end in time: " + process.info());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + process.info(), e);
    }
  }

  static void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a server", e);
    }
  }

  /** A program started last may still be ending, and writing, for a while. */
  void remove() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (Files.exists(path)) {
      try {
        removeOnce();
      } catch (IOException | UncheckedIOException e) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("cannot remove " + path, e);
        }
        pause();
      }
    }
  }

  private void removeOnce() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
