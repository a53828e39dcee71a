package io.ibench.suite;

import io.ibench.server.ServerInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The configuration of a variant's servers, and what of it differs from the base's, in {@code
 * configs}. What differs in each cell has a name in capitals: folder, port, cell. Stateless.
 */
final class ServerFiles {

  private static final String FOLDER = "configs";
  private static final String DIFFERENCE = ".diff-to-base";

  private ServerFiles() {}

  /**
   * Writes the files; without a kept configuration there are none.
   *
   * @param folder of the suite
   * @param cells of the variant
   * @param base those of the variant that it is relative to
   */
  static void write(Path folder, List<Cell> cells, Optional<List<Cell>> base) throws IOException {
    Optional<List<String>> own = lines(folder, cells);
    if (own.isEmpty()) {
      return;
    }
    String name = cells.get(0).variant() + ".cnf";
    Path file = Files.createDirectories(folder.resolve(FOLDER)).resolve(name);
    Files.write(file, own.get());
    Optional<List<String>> other = base.isEmpty() ? Optional.empty() : lines(folder, base.get());
    if (other.isPresent() && !base.get().equals(cells)) {
      List<String> difference = new ArrayList<>();
      difference(other.get(), own.get(), "-", difference);
      difference(own.get(), other.get(), "+", difference);
      Files.write(file.resolveSibling(name + DIFFERENCE), difference);
    }
  }

  /** The lines of one that the other has not. */
  private static void difference(
      List<String> one, List<String> other, String mark, List<String> into) {
    one.stream().filter(line -> !other.contains(line)).forEach(line -> into.add(mark + line));
  }

  /** The lines of the first cell with a configuration. */
  private static Optional<List<String>> lines(Path folder, List<Cell> cells) throws IOException {
    for (Cell cell : cells) {
      Path file = SuiteRun.kept(folder, cell).resolve(ServerInstance.CONFIGURATION);
      if (cell.server().isPresent() && Files.isRegularFile(file)) {
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
          lines.add(general(line, cell, cell.server().get()));
        }
        return Optional.of(lines);
      }
    }
    return Optional.empty();
  }

  private static String general(String line, Cell cell, Cell.Server server) {
    String text = line.replace(server.folder(), "FOLDER").replace(cell.name(), "CELL");
    return server.port() > 0 ? text.replaceAll("\\b" + server.port() + "\\b", "PORT") : text;
  }
}
