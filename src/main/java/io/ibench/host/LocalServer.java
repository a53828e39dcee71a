package io.ibench.host;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks whether a server runs on this machine, and whether a process is the server: only then do
 * this machine's figures describe it. Both checks are needed, as a local address may belong to a
 * tunnel or a container's proxy.
 */
public final class LocalServer {

  /** The kernel truncates a process' command to this length. */
  private static final int COMMAND_LENGTH = 15;

  private final Resolver resolver;

  /** Uses the system's resolver, which may take as long as DNS does. */
  public LocalServer() {
    this(InetAddress::getAllByName);
  }

  LocalServer(Resolver resolver) {
    this.resolver = resolver;
  }

  interface Resolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  /**
   * The result of a check.
   *
   * @param reason why not, one sentence; empty for yes
   */
  public record Answer(boolean yes, String reason) {

    static Answer ofYes() {
      return new Answer(true, "");
    }

    static Answer no(String reason) {
      return new Answer(false, reason);
    }
  }

  /** Whether every address of {@code host} (a name or an address) belongs to this machine. */
  public Answer isLocal(String host) {
    String name = host == null ? "" : host.strip();
    if (name.isEmpty()) {
      return Answer.no("no server host is known");
    }
    if (name.equalsIgnoreCase("localhost")) {
      return Answer.ofYes();
    }
    try {
      for (InetAddress address : resolver.resolve(name)) {
        if (!isOurs(address)) {
          return Answer.no(
              "the server " + name + " is not on this machine (" + address.getHostAddress() + ")");
        }
      }
      return Answer.ofYes();
    } catch (UnknownHostException e) {
      return Answer.no("the name of the server " + name + " cannot be resolved");
    } catch (SocketException | SecurityException e) {
      return Answer.no("this machine's addresses cannot be read: " + e.getMessage());
    }
  }

  private static boolean isOurs(InetAddress address) throws SocketException {
    return address.isLoopbackAddress()
        || address.isAnyLocalAddress()
        || NetworkInterface.getByInetAddress(address) != null;
  }

  /**
   * Whether {@code pid} is a live process whose program or command is in {@code names}, for
   * instance mariadbd and mysqld.
   */
  public static Answer isProcess(Proc proc, long pid, Set<String> names) {
    ProcessStat stat;
    try {
      stat = ProcessStat.read(proc.reader(), pid);
    } catch (ProcException e) {
      return Answer.no(String.valueOf(e.isGone() ? "there is no process " + pid : e.getMessage()));
    }
    if (!stat.isAlive()) {
      return Answer.no("process " + pid + " has ended");
    }
    if (isNamed(proc.reader(), stat, names)) {
      return Answer.ofYes();
    }
    return Answer.no(
        "process "
            + pid
            + " is "
            + program(proc.reader(), pid).orElse(stat.command())
            + ", not "
            + String.join(" or ", new TreeSet<>(names)));
  }

  /** Whether the process' program or command is in {@code names}. */
  static boolean isNamed(ProcReader reader, ProcessStat stat, Set<String> names) {
    return names.stream().anyMatch(name -> stat.command().equals(cut(name)))
        || program(reader, stat.pid()).filter(names::contains).isPresent();
  }

  private static String cut(String name) {
    return name.substring(0, Math.min(name.length(), COMMAND_LENGTH));
  }

  /** The program's file name; empty for another user's process, whose link is unreadable. */
  private static Optional<String> program(ProcReader reader, long pid) {
    // After an upgrade the running program's file is gone, and the kernel appends "(deleted)".
    return reader
        .link(pid + "/exe")
        .map(Path::getFileName)
        .map(name -> name.toString().replaceFirst(" \\(deleted\\)$", ""));
  }
}
