package io.ibench.server;

import java.nio.file.Path;
import java.util.Map;

/**
 * A product that was found on this machine. Immutable.
 *
 * @param version as the product prints it, such as {@code MariaDB 10.11.19}; never empty
 * @param programs by the names that the product uses for them, such as {@code mariadbd}; empty for
 *     an engine inside ibench
 */
public record Installed(String version, Map<String, Path> programs) {

  public Installed {
    programs = Map.copyOf(programs);
  }

  /** A program that {@link ServerProduct#installed} has found. */
  public Path program(String name) {
    Path found = programs.get(name);
    if (found == null) {
      throw new IllegalArgumentException("no program " + name + " among " + programs.keySet());
    }
    return found;
  }
}
