package io.ibench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The programs that stop a server which is no process of ours, as a script in its folder, so that
 * another ibench can run them. Only its user can read it: it has the server's password. Stateless.
 */
final class NotedEnding {

  private static final String FILE = ".ibench-ending";
  private static final long NANOS = TimeUnit.MINUTES.toNanos(2);

  private NotedEnding() {}

  /** Writes the script, if there is any program. */
  static void write(Path folder, List<Program> stopping, List<Program> cleaning)
      throws IOException {
    List<Program> all = new ArrayList<>(stopping);
    all.addAll(cleaning);
    Path file = folder.resolve(FILE);
    Files.deleteIfExists(file);
    if (all.isEmpty()) {
      return;
    }
    StringBuilder script = new StringBuilder();
    for (Program program : all) {
      script.append("env");
      for (Map.Entry<String, String> variable : program.environment().entrySet()) {
        script.append(' ').append(quoted(variable.getKey() + "=" + variable.getValue()));
      }
      program.words().forEach(word -> script.append(' ').append(quoted(word)));
      script.append('\n');
    }
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, script);
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * Runs the script of a folder that is ours.
   *
   * @return whether there is one
   */
  static boolean run(Path folder) throws ServerException {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return false;
    }
    List<String> words = List.of("sh", file.toString());
    try {
      Programs.run(
          Program.of("stopping the server", words), words, folder.resolve("server.log"), NANOS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while the server stopped");
    }
  }
}
