package io.ibench.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the process of this machine that listens where a server is reached: the one that has the
 * socket open. Who has what open, the kernel tells root and a process' own user; to others it tells
 * the socket's user, which is enough where one process alone has the server's name.
 */
public final class ListeningProcess {

  private static final String LISTENS = "0A";

  /** The flag of a unix socket that listens. */
  private static final String ACCEPTS = "00010000";

  private static final int INODE_LINK = "socket:[".length();

  private final Proc proc;
  private final ProcReader reader;
  private final Set<String> names;
  private final String place;

  /** A socket, and whose it is, where that is known. */
  private record Socket(long inode, OptionalLong user) {}

  /**
   * An answer.
   *
   * @param reason why none was found; empty when one was
   */
  public record Found(OptionalLong pid, String reason) {

    static Found none(String reason) {
      return new Found(OptionalLong.empty(), reason);
    }
  }

  private ListeningProcess(Proc proc, Set<String> names, String place) {
    this.proc = proc;
    this.reader = proc.reader();
    this.names = names;
    this.place = place;
  }

  /** The process of one of these names that listens at a TCP port. */
  public static Found atPort(Proc proc, int port, Set<String> names) {
    ListeningProcess listening = new ListeningProcess(proc, names, "port " + port);
    try {
      List<Socket> sockets = new ArrayList<>(listening.tcp("net/tcp", port));
      sockets.addAll(listening.tcp("net/tcp6", port));
      return listening.of(sockets);
    } catch (ProcException e) {
      return Found.none(e.getMessage());
    }
  }

  /** The process of one of these names that listens at a unix socket. */
  public static Found atSocket(Proc proc, Path socket, Set<String> names) {
    ListeningProcess listening = new ListeningProcess(proc, names, "the socket " + socket);
    try {
      return listening.of(listening.unix(socket));
    } catch (ProcException e) {
      return Found.none(e.getMessage());
    }
  }

  /** A kernel without the file has no such sockets. */
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
    String end = String.format(":%04X", port);
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

  private Found of(List<Socket> sockets) throws ProcException {
    if (sockets.isEmpty()) {
      return Found.none("nothing on this machine listens at " + place);
    }
    List<ProcessStat> named =
        new ProcessTable(reader)
            .all().stream()
                .filter(stat -> stat.isAlive() && LocalServer.isNamed(reader, stat, names))
                .toList();
    if (named.isEmpty()) {
      return Found.none("no process here is named " + String.join(" or ", new TreeSet<>(names)));
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
    // A child has open what its parent has.
    List<ProcessStat> first =
        named.stream()
            .filter(stat -> listening.contains(stat.pid()) && !listening.contains(stat.parentPid()))
            .toList();
    if (first.size() == 1) {
      return new Found(OptionalLong.of(first.get(0).pid()), "");
    }
    if (closed && named.size() == 1 && isOf(sockets, named.get(0).pid())) {
      return new Found(OptionalLong.of(named.get(0).pid()), "");
    }
    return Found.none(
        closed
            ? "which process listens at " + place + " is told to root and the server's user only"
            : "no single process with the server's name listens at " + place);
  }

  /** Whether the process has one of these sockets open; empty when that is not for us to know. */
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
