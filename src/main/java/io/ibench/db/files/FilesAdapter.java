package io.ibench.db.files;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The database {@code files}: plain files in a folder. */
public final class FilesAdapter implements Adapter {

  private static final String USUAL = "ibench.files";
  private static final Key<String> DIR =
      Key.text("dir", "the folder of the files; made if it does not exist").withDefault(USUAL);

  private record FilesTarget(Path folder) implements Target {

    @Override
    public Database open() throws DatabaseException {
      return FilesDatabase.open(folder);
    }

    @Override
    public Optional<Path> directory() {
      return Optional.of(folder);
    }
  }

  @Override
  public String name() {
    return "files";
  }

  @Override
  public String description() {
    return "plain files in a folder, for the workload io";
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(DIR);
  }

  @Override
  public boolean keepsFiles() {
    return true;
  }

  @Override
  public Target bind(Config config) {
    return new FilesTarget(folder(config));
  }

  private static Path folder(Config config) {
    String name = config.get(DIR);
    try {
      Path folder = Path.of(name).toAbsolutePath().normalize();
      if (name.isEmpty()) {
        config.problem("is empty; it names the folder of the files", DIR);
      } else if (Files.exists(folder) && !Files.isDirectory(folder)) {
        config.problem("is no folder; ibench reads and writes files in a folder only", DIR);
      }
      return folder;
    } catch (InvalidPathException e) {
      config.problem("is not the name of a folder on this system: " + e.getReason(), DIR);
      return Path.of(USUAL).toAbsolutePath();
    }
  }
}
