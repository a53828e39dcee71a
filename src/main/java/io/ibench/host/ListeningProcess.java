package io.ibench.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the process of this machine that listens at a server's address: the one that has the socket
 * open. The kernel shows open files only to root and the process' user. Others see the user of the
 * socket, which is enough if only one process has the server's name.
 */
public final class ListeningProcess {

  private static final String LISTENS = "0A";

  /** The flag of a listening unix socket. */
  private static final String ACCEPTS = "00010000";

  private static final int INODE_LINK = "socket:[".length();

  private final Proc proc;
  private final ProcReader reader;
  private final Set<String> names;
  private final String address;

  /** A socket, and its user if known. */
  private record Socket(long inode, OptionalLong user) {}

  /**
   * The result of a search.
   *
   * @param reason why no process was found; empty if one was
   */
  public record SearchResult(OptionalLong pid, String reason) {

    static SearchResult none(String reason) {
      return new SearchResult(OptionalLong.empty(), reason);
    }
  }

  private ListeningProcess(Proc proc, Set<String> names, String address) {
    this.proc = proc;
    this.reader = proc.reader();
    this.names = names;
    this.address = address;
  }

  /** The process of one of these names that listens at a TCP port. */
  public static SearchResult atPort(Proc proc, int port, Set<String> names) {
    ListeningProcess listening = new ListeningProcess(proc, names, "port " + port);
    try {
      List<Socket> sockets = new ArrayList<>(listening.tcp("net/tcp", port));
      sockets.addAll(listening.tcp("net/tcp6", port));
      return listening.of(sockets);
    } catch (ProcException e) {
      return SearchResult.none(String.valueOf(e.getMessage()));
    }
  }

  /** The process of one of these names that listens at a unix socket. */
  public static SearchResult atSocket(Proc proc, Path socket, Set<String> names) {
    ListeningProcess listening = new ListeningProcess(proc, names, "the socket " + socket);
    try {
      return listening.of(listening.unix(socket));
    } catch (ProcException e) {
      return SearchResult.none(String.valueOf(e.getMessage()));
    }
  }

  /** Without the file, the kernel has no such sockets. */
  private List<Socket> tcp(String file, int port) throws ProcException {
    List<Socket> sockets = new ArrayList<>();
    ProcText text;
    try {
      text = reader.proc(file);
    } catch (ProcException e) {
      if (e.isGone()) {
        return sockets;
      }
      throw e;
    }
    String end = String.format(Locale.ROOT, ":%04X", port);
    while (text.nextLine()) {
      text.skip(1);
      String local = text.word();
      text.skip(1);
      if (local.endsWith(end) && text.word().equals(LISTENS)) {
        text.skip(3);
        long user = text.number();
        text.skip(1);
        sockets.add(new Socket(text.number(), OptionalLong.of(user)));
      }
    }
    return sockets;
  }

  private List<Socket> unix(Path path) throws ProcException {
    List<Socket> sockets = new ArrayList<>();
    ProcText text = reader.proc("net/unix");
    while (text.nextLine()) {
      text.skip(3);
      boolean accepts = text.word().equals(ACCEPTS);
      text.skip(2);
      if (accepts) {
        long inode = text.number();
        if (text.rest().strip().equals(path.toString())) {
          sockets.add(new Socket(inode, owner(path)));
        }
      }
    }
    return sockets;
  }

  private static OptionalLong owner(Path path) {
    try {
      return OptionalLong.of(((Number) Files.getAttribute(path, "unix:uid")).longValue());
    } catch (IOException | UnsupportedOperationException e) {
      return OptionalLong.empty();
    }
  }

  private SearchResult of(List<Socket> sockets) throws ProcException {
    if (sockets.isEmpty()) {
      return SearchResult.none("nothing on this machine listens at " + address);
    }
    List<ProcessStat> named =
        new ProcessTable(reader)
            .all().stream()
                .filter(stat -> stat.isAlive() && LocalServer.isNamed(reader, stat, names))
                .toList();
    if (named.isEmpty()) {
      return SearchResult.none(
          "no process here is named " + String.join(" or ", new TreeSet<>(names)));
    }
    Set<Long> inodes = new HashSet<>();
    sockets.forEach(socket -> inodes.add(socket.inode()));
    Set<Long> listening = new HashSet<>();
    boolean closed = false;
    for (ProcessStat stat : named) {
      Optional<Boolean> has = hasOpen(stat.pid(), inodes);
      closed |= has.isEmpty();
      if (has.orElse(false)) {
        listening.add(stat.pid());
      }
    }
    // A child inherits its parent's open sockets.
    List<ProcessStat> first =
        named.stream()
            .filter(stat -> listening.contains(stat.pid()) && !listening.contains(stat.parentPid()))
            .toList();
    if (first.size() == 1) {
      return new SearchResult(OptionalLong.of(first.get(0).pid()), "");
    }
    if (closed && named.size() == 1 && isOf(sockets, named.get(0).pid())) {
      return new SearchResult(OptionalLong.of(named.get(0).pid()), "");
    }
    return SearchResult.none(
        closed
            ? "which process listens at " + address + " is told to root and the server's user only"
            : "no single process with the server's name listens at " + address);
  }

  /** Whether the process has one of these sockets open; empty without permission to look. */
  private Optional<Boolean> hasOpen(long pid, Set<Long> inodes) {
    Path folder = proc.root().resolve(pid + "/fd");
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String target =
            reader.link(pid + "/fd/" + entry.getFileName()).map(Path::toString).orElse("");
        if (target.startsWith("socket:[")
            && inodes.contains(Long.parseLong(target.substring(INODE_LINK, target.length() - 1)))) {
          return Optional.of(true);
        }
      }
      return Optional.of(false);
    } catch (IOException | DirectoryIteratorException e) {
      return Optional.empty();
    }
  }

  private boolean isOf(List<Socket> sockets, long pid) throws ProcException {
    OptionalLong user = OptionalLong.of(reader.proc(pid + "/status").labelled("Uid:"));
    return sockets.stream().allMatch(socket -> socket.user().equals(user));
  }
}
