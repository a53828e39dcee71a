package io.ibench.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What ibench knows of the servers of one product. Stateless and thread-safe.
 *
 * <p>A product describes; it creates, removes and ends nothing. {@link ServerLife} does that, in
 * this order: {@link #installed}, {@link #mistakes} (nothing is touched so far), {@link
 * #configuration}, {@link #initialization}, {@link #command}, {@link #ready} until it returns,
 * {@link #readBack}, {@link #stopping}, {@link #cleaning}.
 */
public interface ServerProduct {

  /** The value of {@code server.product}. */
  String name();

  /** The name of ibench's adapter, unless {@code server.driver} names another one. */
  String adapter();

  /**
   * Finds the product on this machine. Touches nothing; may ask a program for its version.
   *
   * @throws ServerException with one line that says what is missing, and where it was looked for
   */
  Installed installed(ServerSpec spec) throws ServerException;

  /**
   * Mistakes that can be seen without a server: options that ibench itself sets, paths that leave
   * the server's folders. Touches nothing.
   *
   * @return one line each, which begins with the key, such as {@code conf.port}
   */
  List<String> mistakes(ServerSpec spec);

  /**
   * What the server's program says against the options, such as a name that it does not know; it
   * starts no server. One line each.
   *
   * @return empty: the program cannot be asked, and the start of the server tells
   */
  default Optional<List<String>> refused(ServerSpec spec, Installed installed) {
    return Optional.empty();
  }

  /**
   * Further options that settings of ibench's adapter need, such as the plug-in of a storage
   * engine.
   *
   * @param settings of the adapter
   */
  default Map<String, String> optionsFor(Map<String, String> settings) {
    return Map.of();
  }

  /** Whether the server listens on a port of this machine. */
  default boolean listens() {
    return true;
  }

  /** Whether the server is a process whose end ibench sees. */
  default boolean hasProcess() {
    return listens();
  }

  /** The user of the system who runs the server when root starts it, if this user exists. */
  default Optional<String> systemUser() {
    return Optional.empty();
  }

  /**
   * Whether the server can run as root, when its user does not exist or cannot reach the folder.
   */
  default boolean runsAsRoot() {
    return true;
  }

  /** The text of the server's configuration file; empty: it has none. */
  String configuration(ServerInstance server);

  /** The logs of a server that explain its figures; some may not exist. */
  default List<Path> logs(ServerInstance server) {
    return List.of(server.errorLog());
  }

  /** Texts with a password, by the names of their files in the server's folder. */
  default Map<String, String> secretFiles(ServerInstance server) {
    return Map.of();
  }

  /** Programs that make the data directory, run to their ends in this order. */
  default List<Program> initialization(ServerInstance server) {
    return List.of();
  }

  /**
   * The server's process, which stays in the foreground; empty words: the product has no process of
   * ours.
   */
  Program command(ServerInstance server);

  /** Programs that start a server that is no process of ours, run to their ends. */
  default List<Program> starting(ServerInstance server) {
    return List.of();
  }

  /**
   * Logs in and executes a statement, and creates database and user if they are missing. Called
   * again and again until it returns.
   *
   * @throws ServerException when the server does not answer yet, or refuses
   */
  void ready(ServerInstance server) throws ServerException;

  /**
   * The options that the user asks for, which the server must have.
   *
   * @return without those that are taken out
   */
  default Map<String, String> asked(ServerSpec spec) {
    return ConfFile.values(ConfFile.merged(spec, Map.of(), none -> List.of(), Set.of()), Map.of());
  }

  /**
   * Mistakes in the user's file, as the product's program reads it, one line each. Only after
   * {@link #installed}: it may run that program.
   */
  default List<String> fileMistakes(ServerSpec spec) {
    return List.of();
  }

  /**
   * What becomes of the options of the user's file, one line each. Only after {@link #installed}.
   */
  default List<String> taken(ServerSpec spec) {
    return List.of();
  }

  /**
   * The values of options in the running server.
   *
   * @return without the options that the server does not show
   */
  Map<String, String> readBack(ServerInstance server, Set<String> options) throws ServerException;

  /**
   * Whether both values mean the same; units are normalised.
   *
   * @param asked as the user wrote it
   * @param has as the server shows it
   */
  boolean isEqual(String option, String asked, String has);

  /** The same where the units depend on the server. */
  default boolean isEqual(ServerSpec spec, String option, String asked, String has) {
    return isEqual(option, asked, has);
  }

  /** The signal that stops the server cleanly. */
  default String stopSignal() {
    return "TERM";
  }

  /**
   * Options with which a stop leaves nothing to do for the next start, so that copies of the data
   * begin alike.
   */
  default Map<String, String> cleanStopOptions() {
    return Map.of();
  }

  /** Programs that stop a server for which a signal is not enough, run to their ends. */
  default List<Program> stopping(ServerInstance server) {
    return List.of();
  }

  /** Programs that remove what is outside of the server's folder, run to their ends. */
  default List<Program> cleaning(ServerInstance server) {
    return List.of();
  }

  /** How ibench's adapter reaches the server. */
  ServerAccess access(ServerInstance server);
}
