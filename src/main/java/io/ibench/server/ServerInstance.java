package io.ibench.server;

import java.nio.file.Path;
import java.util.Optional;

/**
 * One server with everything that is decided before it starts. Immutable.
 *
 * @param name of the server in messages and for the user's shell lines, such as a cell's name
 * @param folder holds all that ibench makes for this server: configuration, log, socket, data
 * @param data the server's data directory, in {@code folder}
 * @param log the folder for redo log, WAL and binlog: {@code data}, or one of {@code server.log}
 * @param port of 127.0.0.1; 0 for a product without a process
 * @param password of the server's user, drawn by {@link ServerLife}
 * @param runAs the user who runs the server; empty: the user who runs ibench
 */
public record ServerInstance(
    String name,
    ServerSpec spec,
    Installed installed,
    Path folder,
    Path data,
    Path log,
    int port,
    String password,
    Optional<String> runAs) {

  /** The name of the database and of its user. */
  public static final String DATABASE = "ibench";

  /** The name of the file with the server's configuration. */
  public static final String CONFIGURATION = "server.cnf";

  /** The file with the server's configuration. */
  public Path configurationFile() {
    return folder.resolve(CONFIGURATION);
  }

  /** What the server prints. */
  public Path errorLog() {
    return folder.resolve("server.log");
  }

  /** For temporary files of the server. */
  public Path temporary() {
    return folder.resolve("tmp");
  }
}
