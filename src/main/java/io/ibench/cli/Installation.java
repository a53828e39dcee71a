package io.ibench.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where ibench is installed, a checkout or an unpacked distribution, and what is looked for there.
 *
 * @param home the folder above bin/; empty when bin/ibench did not start this process
 * @param plugInFolders folders whose jars are plug-ins; those that a user named come last
 */
record Installation(Optional<Path> home, List<Path> plugInFolders) {

  /** Set by bin/ibench. */
  static final String HOME = "IBENCH_HOME";

  /** Further folders of plug-ins, with the platform's path separator between them. */
  static final String PLUGINS = "IBENCH_PLUGINS";

  Installation {
    plugInFolders = List.copyOf(plugInFolders);
  }

  static Installation of(Map<String, String> environment) {
    Optional<Path> home =
        Optional.ofNullable(environment.get(HOME)).filter(name -> !name.isEmpty()).map(Path::of);
    List<Path> folders = new ArrayList<>();
    home.map(folder -> folder.resolve("plugins")).filter(Files::exists).ifPresent(folders::add);
    for (String name : environment.getOrDefault(PLUGINS, "").split(File.pathSeparator)) {
      if (!name.isEmpty()) {
        folders.add(Path.of(name));
      }
    }
    return new Installation(home, folders);
  }

  /**
   * The file that a user means by a name: a relative one is looked up in the current folder, then
   * in the installation. One that is in neither is returned as it is.
   */
  Path find(Path named) {
    if (Files.exists(named)) {
      return named;
    }
    return home.map(folder -> folder.resolve(named)).filter(Files::exists).orElse(named);
  }
}
