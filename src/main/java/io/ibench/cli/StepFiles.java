package io.ibench.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/** Names and folders, inside a result folder, of what belongs to a step. */
final class StepFiles {

  private static final Pattern ODD = Pattern.compile("[^A-Za-z0-9._-]");
  private static final int LONGEST = 100;

  private StepFiles() {}

  /** Such as {@code 03-load}: in the order of the steps, and another one for each. */
  static String name(int number, String step) {
    return String.format(Locale.ROOT, "%02d-%s", number, plain(step));
  }

  /** A file's name made of what any file system takes, in the folder that it is put in. */
  static String plain(String name) {
    String plain = ODD.matcher(name).replaceAll("_");
    String cut = plain.substring(0, Math.min(LONGEST, plain.length()));
    return cut.isEmpty() || cut.startsWith(".") ? "_" + cut : cut;
  }

  /**
   * Makes folders below one that is there, as far as they are missing.
   *
   * @throws IOException also when that one is not there any more
   */
  static Path makeFolders(Path there, String... below) throws IOException {
    Path folder = there;
    for (String name : below) {
      folder = folder.resolve(name);
      try {
        Files.createDirectory(folder);
      } catch (FileAlreadyExistsException e) {
        if (!Files.isDirectory(folder)) {
          throw e;
        }
      }
    }
    return folder;
  }
}
