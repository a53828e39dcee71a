package io.ibench.db;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Where a database's process and files are, as far as the product reports it. Immutable.
 *
 * @param host the server's host name or address; empty for an embedded engine
 * @param pid the server's process on its own host; empty for an embedded engine or when unknown
 * @param processNames possible names of the server's process, to verify the pid
 * @param directories folders of data and log files, on the server's host
 * @param embedded the engine runs inside this process
 * @param withChildren the process works in child processes, which are measured with it
 * @param pidFile the server's pid file on its own host, which is current also after a restart
 * @param port the server's TCP port, if it is reached by exactly one
 * @param socket the server's unix socket, if it is reached by it
 */
public record ServerLocation(
    String host,
    OptionalLong pid,
    List<String> processNames,
    List<Path> directories,
    boolean embedded,
    boolean withChildren,
    Optional<Path> pidFile,
    OptionalInt port,
    Optional<Path> socket) {

  /** A server without a known port or socket. */
  public ServerLocation(
      String host,
      OptionalLong pid,
      List<String> processNames,
      List<Path> directories,
      boolean embedded,
      boolean withChildren,
      Optional<Path> pidFile) {
    this(
        host,
        pid,
        processNames,
        directories,
        embedded,
        withChildren,
        pidFile,
        OptionalInt.empty(),
        Optional.empty());
  }

  /** A server with a single process and without a known pid file. */
  public ServerLocation(
      String host,
      OptionalLong pid,
      List<String> processNames,
      List<Path> directories,
      boolean embedded) {
    this(host, pid, processNames, directories, embedded, false, Optional.empty());
  }

  public ServerLocation {
    processNames = List.copyOf(processNames);
    directories = List.copyOf(directories);
  }

  /** The same server with a process. */
  public ServerLocation with(OptionalLong found) {
    return new ServerLocation(
        host, found, processNames, directories, embedded, withChildren, pidFile, port, socket);
  }

  public static ServerLocation embedded(List<Path> directories) {
    return new ServerLocation("", OptionalLong.empty(), List.of(), directories, true);
  }
}
