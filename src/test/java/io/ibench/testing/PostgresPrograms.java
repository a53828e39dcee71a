package io.ibench.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where PostgreSQL's programs are on this machine, those on the PATH first, and which user runs
 * them: PostgreSQL refuses to be root, so root runs them as the user postgres.
 */
final class PostgresPrograms {

  private static final String SERVER = "postgres";
  private static final String INSTALLER = "initdb";
  private static final String USER = "postgres";
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final String USUAL_FOLDERS = "/usr/pgsql/bin:/usr/local/pgsql/bin:/usr/local/bin";

  private final List<Path> folders;

  private PostgresPrograms(List<Path> folders) {
    this.folders = List.copyOf(folders);
  }

  /** Those on the PATH, else those of the newest version that is installed. */
  static PostgresPrograms ofThisMachine() {
    List<Path> folders = new ArrayList<>(folders(System.getenv().getOrDefault("PATH", "")));
    folders.addAll(debianFolders());
    folders.addAll(folders(USUAL_FOLDERS));
    return new PostgresPrograms(folders);
  }

  /** Those in this folder. */
  static PostgresPrograms in(Path folder) {
    return new PostgresPrograms(List.of(folder));
  }

  Optional<String> missing() {
    Optional<String> program =
        Stream.of(SERVER, INSTALLER)
            .filter(name -> find(name).isEmpty())
            .findFirst()
            .map(name -> "PostgreSQL is not installed: no " + name + " in " + DEBIAN);
    if (program.isPresent() || !TestUser.isRoot()) {
      return program;
    }
    return user().isPresent() && setpriv().isPresent()
        ? Optional.empty()
        : Optional.of("PostgreSQL does not run as root: no user " + USER + ", or no setpriv");
  }

  Path server() {
    return find(SERVER).orElseThrow();
  }

  Path installer() {
    return find(INSTALLER).orElseThrow();
  }

  Path copier() {
    return find("pg_basebackup").orElseThrow();
  }

  /** The command that runs this one as that user; it becomes the same process. */
  static List<String> command(List<String> words) {
    if (!TestUser.isRoot()) {
      return List.copyOf(words);
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                setpriv().orElseThrow().toString(),
                "--reuid=" + USER,
                "--regid=" + USER,
                "--init-groups"));
    command.addAll(words);
    return List.copyOf(command);
  }

  /** Gives a file to the user who runs the programs. */
  static void handOver(Path file) throws IOException {
    if (TestUser.isRoot()) {
      Files.setOwner(file, user().orElseThrow());
    }
  }

  private static Optional<UserPrincipal> user() {
    try {
      return Optional.of(
          FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(USER));
    } catch (IOException unknown) {
      return Optional.empty();
    }
  }

  private static Optional<Path> setpriv() {
    return Stream.of("/usr/bin/setpriv", "/bin/setpriv")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  private Optional<Path> find(String program) {
    return folders.stream()
        .map(folder -> folder.resolve(program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static List<Path> folders(String path) {
    return Stream.of(path.split(File.pathSeparator)).map(Path::of).toList();
  }

  /** One for each version, the newest first. */
  private static List<Path> debianFolders() {
    if (!Files.isDirectory(DEBIAN)) {
      return List.of();
    }
    try (Stream<Path> versions = Files.list(DEBIAN)) {
      return versions
          .filter(folder -> folder.getFileName().toString().matches("\\d{1,4}"))
          .sorted(Comparator.comparing(PostgresPrograms::version).reversed())
          .map(folder -> folder.resolve("bin"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int version(Path folder) {
    return Integer.parseInt(folder.getFileName().toString());
  }
}
