package io.ibench.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The distribution of the build, unpacked into a folder with a blank in its name and made
 * read-only; another user runs its commands when the tests run as root. Close it to remove it.
 */
public final class Distribution implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 300;
  private static final int NOBODY = 65_534;
  private static final String SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin";

  private final Path folder;
  private final Path home;
  private final int builder;
  private final boolean otherUser;

  private Distribution(Path folder, Path home, int builder, boolean otherUser) {
    this.folder = folder;
    this.home = home;
    this.builder = builder;
    this.otherUser = otherUser;
  }

  /** The result of a command. */
  public record Result(int code, String out, String err) {}

  /** Unpacks the tar file; the folder is still writable. */
  public static Distribution unpack(Path tarFile) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("ibench distribution ");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    int builder = (Integer) Files.getAttribute(folder, "unix:uid");
    List<String> tar = List.of("tar", "-xzf", tarFile.toString(), "-C", folder.toString());
    Result unpacked = call(folder, folder, Map.of(), tar);
    if (unpacked.code() != 0) {
      throw new IOException(tar + ": " + unpacked.err());
    }
    try (Stream<Path> content = Files.list(folder)) {
      Path home = content.filter(Files::isDirectory).findFirst().orElseThrow();
      boolean otherUser = builder == 0 && canBeNobody(folder);
      return new Distribution(folder, home, builder, otherUser);
    }
  }

  private static boolean canBeNobody(Path folder) throws IOException, InterruptedException {
    return call(folder, folder, Map.of(), asNobody(List.of("true"))).code() == 0;
  }

  private static List<String> asNobody(List<String> command) {
    List<String> all =
        new ArrayList<>(
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
    all.addAll(command);
    return all;
  }

  /** The folder that the tar file contains. */
  public Path home() {
    return home;
  }

  /** A name for ibench's script, which leads to it through two symbolic links. */
  public Path link() throws IOException {
    Path first = folder.resolve("first link");
    Files.createSymbolicLink(first, home.resolve("bin/ibench"));
    return Files.createSymbolicLink(folder.resolve("second"), Path.of("first link"));
  }

  /** The user who runs {@link #ibench}. */
  public int user() {
    return otherUser ? NOBODY : builder;
  }

  /** A new empty folder of that user. */
  public Path currentFolder(String name) throws IOException {
    Path current = Files.createDirectory(folder.resolve(name));
    if (otherUser) {
      Files.setAttribute(current, "unix:uid", NOBODY);
    }
    return current;
  }

  /** Makes it read-only for everybody. */
  public void seal() throws IOException, InterruptedException {
    chmod("a-w,a+rX");
  }

  private void chmod(String mode) throws IOException, InterruptedException {
    Result done = call(folder, folder, Map.of(), List.of("chmod", "-R", mode, home.toString()));
    if (done.code() != 0) {
      throw new IOException(done.err());
    }
  }

  /** A shell command of the user who has unpacked it, in its folder, with the tools of a JDK. */
  public Result shell(Path java, String command) throws IOException, InterruptedException {
    Map<String, String> environment = Map.of("PATH", java.resolve("bin") + ":" + SYSTEM_PATH);
    return call(folder, home, environment, List.of("bash", "-c", command));
  }

  /**
   * Runs a script with an environment that contains only the given variables and the system's PATH.
   */
  public Result run(Path script, Path currentFolder, Map<String, String> more, String... arguments)
      throws IOException, InterruptedException {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("PATH", SYSTEM_PATH);
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    return call(folder, currentFolder, environment, otherUser ? asNobody(command) : command);
  }

  /** Runs bin/ibench with a Java. */
  public Result ibench(Path java, Path currentFolder, String... arguments)
      throws IOException, InterruptedException {
    Map<String, String> environment = Map.of("JAVA_HOME", java.toString());
    return run(home.resolve("bin/ibench"), currentFolder, environment, arguments);
  }

  private static Result call(
      Path folder, Path current, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "command", ".out");
    Path err = Files.createTempFile(folder, "command", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(current.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    if (!environment.isEmpty()) {
      builder.environment().clear();
      builder.environment().putAll(environment);
    }
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new IOException(command + " did not end: " + Files.readString(err));
      }
      return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      chmod("u+w");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try (Stream<Path> content = Files.walk(folder)) {
      for (Path path : content.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
