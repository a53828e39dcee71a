package io.ibench.faults;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** A server to which faults happen. Confined to one lane of cells. */
interface TestedServer extends AutoCloseable {

  /** How tables name it, such as MariaDB InnoDB. */
  String title();

  /** The file of settings for ibench, which contains IBENCH_HOST and IBENCH_PORT. */
  Path settings();

  /** What the settings take from the environment, with the server's own host and port. */
  Map<String, String> environment();

  String host();

  int port();

  /** What can be done to it. */
  Set<Need> provides();

  /** Makes it ready for the next cell: it answers, and has no tables if that can be had. */
  void prepare() throws Exception;

  /** Ends the server like a crash; returns when it is gone. */
  void kill() throws Exception;

  /** Starts the server again; returns when it answers, or has been told to start. */
  void start() throws Exception;

  /** The rows of a table; empty if only ibench may look. */
  OptionalLong rows(String table) throws Exception;

  @Override
  void close();
}
