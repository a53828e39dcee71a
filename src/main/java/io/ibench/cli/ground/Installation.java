package io.ibench.cli.ground;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where ibench is installed: a checkout or an unpacked distribution.
 *
 * @param home the folder above bin/; empty if bin/ibench did not start this process
 * @param plugInFolders folders whose jars are plug-ins; those of the user come last
 */
public record Installation(Optional<Path> home, List<Path> plugInFolders) {

  /** Set by bin/ibench. */
  static final String HOME = "IBENCH_HOME";

  /** Further folders of plug-ins, with the platform's path separator between them. */
  public static final String PLUGINS = "IBENCH_PLUGINS";

  /** Of files of settings. */
  public static final String SETTINGS_ENDING = ".properties";

  public Installation {
    plugInFolders = List.copyOf(plugInFolders);
  }

  public static Installation of(Map<String, String> environment) {
    Optional<Path> home =
        Optional.ofNullable(environment.get(HOME)).filter(name -> !name.isEmpty()).map(Path::of);
    List<Path> folders = new ArrayList<>();
    ownPlugIns(home).filter(Files::exists).ifPresent(folders::add);
    for (String name : environment.getOrDefault(PLUGINS, "").split(File.pathSeparator)) {
      if (!name.isEmpty()) {
        folders.add(Path.of(name));
      }
    }
    return new Installation(home, folders);
  }

  private static Optional<Path> ownPlugIns(Optional<Path> home) {
    return home.map(folder -> folder.resolve("plugins"));
  }

  /** The installation's own folder of plug-ins, whether it is there or not. */
  public Optional<Path> ownPlugIns() {
    return ownPlugIns(home);
  }

  /** Whether this is the installation's own folder of plug-ins. */
  public boolean isOwn(Path folder) {
    return ownPlugIns().filter(folder::equals).isPresent();
  }

  /**
   * Finds a file: a relative name is searched in the current folder, then in the installation.
   * Returns a name that is in neither unchanged.
   */
  Path find(Path named) {
    if (Files.exists(named)) {
      return named;
    }
    return home.map(folder -> folder.resolve(named)).filter(Files::exists).orElse(named);
  }

  /**
   * Finds a file of settings by its path, or by its bare name: {@code linkbench} may be
   * workloads/linkbench.properties, here or in the installation.
   *
   * @param folder where files of its kind are
   */
  public Path findSettings(Path named, String folder) {
    Path file = find(named);
    if (Files.isRegularFile(file) || named.getNameCount() != 1 || named.isAbsolute()) {
      return file;
    }
    Path inFolder = find(Path.of(folder, named + SETTINGS_ENDING));
    return Files.exists(inFolder) ? inFolder : file;
  }
}
