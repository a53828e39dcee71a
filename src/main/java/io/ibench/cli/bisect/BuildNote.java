package io.ibench.cli.bisect;

import io.ibench.suite.Cell;
import io.ibench.suite.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The file that says which process builds in its folder, or did last. Immutable. */
record BuildNote(Optional<Cell.Child> builder) {

  static final BuildNote NONE = new BuildNote(Optional.empty());

  private static final String FILE = "builder";

  static BuildNote of(World.Child child) {
    return new BuildNote(Optional.of(child.identity()));
  }

  static BuildNote read(Path place) throws IOException {
    Path file = place.resolve(FILE);
    if (!Files.exists(file)) {
      return NONE;
    }
    String[] words = Files.readString(file).strip().split(" ");
    try {
      return words.length == 2
          ? new BuildNote(
              Optional.of(new Cell.Child(Long.parseLong(words[0]), Long.parseLong(words[1]))))
          : NONE;
    } catch (NumberFormatException e) {
      return NONE; // a part of a line
    }
  }

  void write(Path place) {
    Cell.Child child = builder.orElseThrow();
    try {
      Files.writeString(place.resolve(FILE), child.pid() + " " + child.startedMillis() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The process, if it still runs. */
  Optional<World.Child> find(World world, Path place) {
    return builder.flatMap(noted -> world.find(noted, place));
  }
}
