package io.ibench.db;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Where a database lives, as far as the product tells.
 *
 * @param host the server's host name or address; empty for an embedded engine
 * @param pid the server's process on its own host; absent for an embedded engine or when unknown
 * @param processNames names that the server's process may have, to make sure of the pid
 * @param pidFile in which a server leaves its process id, on its own host, also after a restart
 * @param port at which the server is reached, where that is one port of TCP
 * @param socket at which the server is reached, where that is a unix socket
 * @param directories folders of data and log files, on the server's host
 * @param embedded the engine runs inside this process
 * @param withChildren the process does its work in others that it starts, which are counted with it
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

  /** A server of which it is not known where it listens. */
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

  /** A server that is a single process and of which no pid file is known. */
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

  /** The same server, whose process was found. */
  public ServerLocation with(OptionalLong found) {
    return new ServerLocation(
        host, found, processNames, directories, embedded, withChildren, pidFile, port, socket);
  }

  public static ServerLocation embedded(List<Path> directories) {
    return new ServerLocation("", OptionalLong.empty(), List.of(), directories, true);
  }
}
