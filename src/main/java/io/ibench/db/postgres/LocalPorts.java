package io.ibench.db.postgres;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The local ports of a process's TCP connections, from Linux's /proc. Stateless. */
final class LocalPorts {

  private static final List<String> TABLES = List.of("net/tcp", "net/tcp6");
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int INODE = 9;

  private LocalPorts() {}

  /**
   * Of this process.
   *
   * @param peer only of connections to this port; empty: of all
   * @return empty if the system does not tell
   */
  static Optional<Set<Integer>> ofThisProcess(OptionalInt peer) {
    return of(Path.of("/proc/self"), peer);
  }

  /** Of the process with this folder in /proc. */
  static Optional<Set<Integer>> of(Path process, OptionalInt peer) {
    try {
      Set<String> sockets = sockets(process.resolve("fd"));
      Set<Integer> ports = new HashSet<>();
      boolean told = false;
      for (String table : TABLES) {
        Path file = process.resolve(table);
        if (Files.isReadable(file)) {
          told = true;
          add(Files.readAllLines(file), sockets, peer, ports);
        }
      }
      return told ? Optional.of(ports) : Optional.empty();
    } catch (IOException | DirectoryIteratorException e) {
      return Optional.empty();
    }
  }

  /** The inodes of open sockets. */
  private static Set<String> sockets(Path folder) throws IOException {
    Set<String> inodes = new HashSet<>();
    try (DirectoryStream<Path> open = Files.newDirectoryStream(folder)) {
      for (Path one : open) {
        String target = target(one);
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring("socket:[".length(), target.length() - 1));
        }
      }
    }
    return inodes;
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return ""; // closed since it was listed
    }
  }

  private static void add(
      List<String> lines, Set<String> sockets, OptionalInt peer, Set<Integer> ports) {
    for (String line : lines) {
      String[] fields = line.strip().split("\\s+");
      if (fields.length > INODE
          && sockets.contains(fields[INODE])
          && (peer.isEmpty() || peer.getAsInt() == port(fields[REMOTE]))) {
        ports.add(port(fields[LOCAL]));
      }
    }
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16);
  }
}
