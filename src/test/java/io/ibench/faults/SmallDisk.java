package io.ibench.faults;

import io.ibench.testing.TestUser;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** A small file system in memory, which can be filled. Mounting it takes root. */
final class SmallDisk implements AutoCloseable {

  private static final int PIECE_BYTES = 1 << 16;

  private final Path folder;
  private final Thread shutdownHook = new Thread(this::unmount, "unmount a small disk");

  private SmallDisk(Path folder) {
    this.folder = folder;
    Runtime.getRuntime().addShutdownHook(shutdownHook);
  }

  /** Why none can be made; empty if one can. */
  static Optional<String> missing() {
    return TestUser.isRoot() ? Optional.empty() : Optional.of("mounting a small tmpfs takes root");
  }

  /** Mounts one of this size; the caller closes it after all that uses it. */
  static SmallDisk mount(int megabytes) throws IOException, InterruptedException {
    // PostgreSQL has its socket there, whose path may have 107 characters.
    Path folder = Files.createTempDirectory("disk-");
    String options = "size=" + megabytes + "m,mode=755";
    run("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder.toString());
    return new SmallDisk(folder);
  }

  Path folder() {
    return folder;
  }

  /** Writes until nothing more fits. What is freed meanwhile is filled by the next call. */
  void fill() {
    byte[] piece = new byte[PIECE_BYTES];
    Arrays.fill(piece, (byte) 1);
    for (int length = PIECE_BYTES; length >= 1024; length /= 4) {
      try (OutputStream file =
          Files.newOutputStream(folder.resolve("filler-" + System.nanoTime()))) {
        while (true) {
          file.write(piece, 0, length);
        }
      } catch (IOException full) {
        // The aim.
      }
    }
  }

  /** Removes what {@link #fill} has written. */
  void free() throws IOException {
    try (var files = Files.newDirectoryStream(folder, "filler-*")) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Override
  public void close() {
    if (Runtime.getRuntime().removeShutdownHook(shutdownHook)) {
      unmount();
    }
  }

  private void unmount() {
    try {
      run("umount", "-l", folder.toString());
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void run(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", words) + ": " + text.strip());
    }
  }
}
