package io.ibench.server;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Who runs ibench, and the users of this machine who run a server in the place of root. Stateless.
 */
final class SystemUser {

  /** With the real, effective, saved and file system's numbers of user and group. */
  private static final Path STATUS = Path.of("/proc/self/status");

  private SystemUser() {}

  /** Not by name: a container may have no name for its user, and root another one. */
  static boolean isRoot() {
    try {
      return id() == 0;
    } catch (IOException e) {
      return "root".equals(System.getProperty("user.name"));
    }
  }

  /** The number of the user who runs ibench, to whom the files belong that it makes. */
  static long id() throws IOException {
    return effective("Uid:");
  }

  /** The number of that user's group. */
  static long groupId() throws IOException {
    return effective("Gid:");
  }

  /** The link /proc/self cannot tell it: it belongs to root, whoever asks. */
  private static long effective(String key) throws IOException {
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith(key)) {
        return Long.parseLong(line.split("\\s+")[2]);
      }
    }
    throw new IOException(STATUS + " has no line " + key);
  }

  static boolean exists(String user) {
    return find(user).isPresent();
  }

  private static Optional<UserPrincipal> find(String user) {
    try {
      return Optional.of(
          FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(user));
    } catch (IOException unknown) {
      return Optional.empty();
    }
  }

  /** The command that runs this one as that user; it becomes the same process. */
  static List<String> command(Optional<String> user, List<String> words) {
    if (user.isEmpty()) {
      return List.copyOf(words);
    }
    List<String> command =
        new ArrayList<>(
            List.of("setpriv", "--reuid=" + user.get(), "--regid=" + user.get(), "--init-groups"));
    command.addAll(words);
    return List.copyOf(command);
  }

  /**
   * The same for a server: when the thread that started it ends, which the main thread does with
   * ibench, the kernel sends the signal, so that no server outlives an ibench that was killed.
   */
  static List<String> server(Optional<String> user, String signal, List<String> words) {
    List<String> command = new ArrayList<>(List.of("setpriv", "--pdeathsig", signal));
    user.ifPresent(
        name -> command.addAll(List.of("--reuid=" + name, "--regid=" + name, "--init-groups")));
    command.addAll(words);
    return List.copyOf(command);
  }

  /** Whether the user can enter the folder, or its nearest parent that exists. */
  static boolean reaches(String user, Path folder) {
    Path existing = folder.toAbsolutePath().normalize();
    while (!Files.isDirectory(existing)) {
      existing = Objects.requireNonNull(existing.getParent()); // the root is a folder
    }
    return Programs.output(command(Optional.of(user), List.of("test", "-x", existing.toString())))
        .isPresent();
  }

  /** Gives a file or a folder to the user. */
  static void handOver(Optional<String> user, Path file) throws IOException {
    if (user.isPresent()) {
      UserPrincipal principal =
          find(user.get()).orElseThrow(() -> new IOException("there is no user " + user.get()));
      Files.setAttribute(file, "posix:owner", principal, LinkOption.NOFOLLOW_LINKS);
    }
  }
}
