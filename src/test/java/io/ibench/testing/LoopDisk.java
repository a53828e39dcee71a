package io.ibench.testing;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A file system on its own block device, in a file: no other process writes to it. Needs root. It
 * is unmounted when it is closed, and at the latest when the JVM ends.
 */
public final class LoopDisk implements AutoCloseable {

  private final Deque<String[]> undo = new ArrayDeque<>();
  private final Thread atExit = new Thread(this::undoQuietly);
  private final Path folder;
  private String device = "";

  private LoopDisk(Path folder) {
    this.folder = folder;
  }

  /**
   * The calling test is {@link NeedsRoot}. Where root cannot have one it is skipped, or fails if
   * {@code CI=true}.
   *
   * @param below an empty folder of the caller's
   * @param bytes the size of the device
   */
  public static LoopDisk require(Path below, long bytes) throws IOException {
    LoopDisk disk = new LoopDisk(Files.createDirectories(below.resolve("mounted")));
    Runtime.getRuntime().addShutdownHook(disk.atExit);
    try {
      disk.make(below.resolve("image"), bytes);
    } catch (IOException e) {
      disk.close();
      Requirement.ofThisEnvironment().unmet("no loop device: " + e.getMessage());
    }
    return disk;
  }

  private void make(Path image, long bytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(bytes);
    }
    // Without a journal and with its tables written now, ext4 adds almost no writes.
    LinuxProgram.run(
        "mkfs.ext4", "-q", "-F", "-O", "^has_journal", "-E", "lazy_itable_init=0", "" + image);
    String path = LinuxProgram.run("losetup", "--find", "--show", "" + image);
    undo.push(new String[] {"losetup", "--detach", path});
    device = path.substring("/dev/".length());
    LinuxProgram.run("mount", "-t", "ext4", "-o", "noatime", path, "" + folder);
    // A child of another test that starts just now may hold a copy of an open file for a moment.
    undo.push(new String[] {"umount", "--lazy", "" + folder});
  }

  /** The mount point. */
  public Path folder() {
    return folder;
  }

  /** Its name in /proc/diskstats. */
  public String device() {
    return device;
  }

  @Override
  public void close() throws IOException {
    undo();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }

  private synchronized void undo() throws IOException {
    while (!undo.isEmpty()) {
      LinuxProgram.run(undo.peek());
      undo.pop();
    }
  }

  private void undoQuietly() {
    try {
      undo();
    } catch (IOException e) {
      System.err.println("a test's loop device is left behind: " + e.getMessage());
    }
  }
}
