package io.ibench.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.logging.LogManager;

/** Configures the logging of libraries: little, and to stderr. */
final class Logging {

  private static final String OWN_FILE = "java.util.logging.config.file";

  private Logging() {}

  /** Applies ibench's settings, unless the user has set a file. */
  static void configure() {
    if (System.getProperty(OWN_FILE) != null) {
      return;
    }
    try (InputStream settings = Logging.class.getResourceAsStream("logging.properties")) {
      LogManager.getLogManager().readConfiguration(settings);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read logging.properties", e);
    }
  }
}
