package io.ibench.db.postgres;

import io.ibench.db.ServerLocation;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds a PostgreSQL server's process and files, as far as the role may see them. Not thread-safe:
 * it uses the caller's connection.
 */
final class PostgresServerLocation {

  private static final List<String> PROCESS_NAMES = List.of("postgres", "postmaster");
  private static final String PID_FILE = "postmaster.pid";

  private final Connection connection;
  private final Failures failures;

  PostgresServerLocation(Connection connection, Failures failures) {
    this.connection = connection;
    this.failures = failures;
  }

  ServerLocation of(String host) throws SQLException {
    Optional<Path> data =
        ask("SELECT setting FROM pg_settings WHERE name = 'data_directory'").stream()
            .findFirst()
            .map(Path::of);
    // Without the data directory, the other directories would look complete.
    List<Path> directories = data.isPresent() ? directories(data.get()) : List.of();
    Optional<Path> pidFile = data.map(folder -> folder.resolve(PID_FILE));
    return new ServerLocation(host, pid(data), PROCESS_NAMES, directories, false, true, pidFile);
  }

  private List<Path> directories(Path data) throws SQLException {
    Set<Path> all = new LinkedHashSet<>(List.of(data));
    Path log = data.resolve("pg_wal");
    if (Files.isSymbolicLink(log)) {
      try {
        all.add(log.toRealPath());
      } catch (IOException e) {
        // The link cannot be followed on this machine.
        all.add(data);
      }
    }
    ask("SELECT pg_tablespace_location(oid) AS folder FROM pg_tablespace ORDER BY oid").stream()
        .filter(folder -> !folder.isEmpty())
        .map(data::resolve)
        .forEach(all::add);
    return List.copyOf(all);
  }

  /**
   * From the server's pid file, through the server or on disk; else the parent of this connection's
   * process, if the server runs on this machine.
   */
  private OptionalLong pid(Optional<Path> data) throws SQLException {
    List<String> found = new ArrayList<>();
    try {
      found.addAll(ask("SELECT pg_read_file('" + PID_FILE + "')"));
    } catch (SQLException e) {
      if (failures.classify(e).isConnectionLoss()) {
        throw e;
      }
      data.map(folder -> folder.resolve(PID_FILE))
          .flatMap(PostgresServerLocation::text)
          .ifPresent(found::add);
    }
    return found.isEmpty() ? parent() : firstLine(found.get(0));
  }

  private static Optional<String> text(Path file) {
    try {
      return Optional.of(Files.readString(file));
    } catch (IOException e) {
      return Optional.empty(); // on another machine, or not readable
    }
  }

  private static OptionalLong firstLine(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text.lines().findFirst().orElse("").strip()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private OptionalLong parent() throws SQLException {
    long own = Long.parseLong(ask("SELECT pg_backend_pid()").get(0));
    return ProcessHandle.of(own)
        .flatMap(ProcessHandle::parent)
        .map(parent -> OptionalLong.of(parent.pid()))
        .orElse(OptionalLong.empty());
  }

  private List<String> ask(String question) throws SQLException {
    return Connections.column(connection, question);
  }
}
