package io.ibench.cli.run;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/** The names of a step's files and folders inside a result folder. */
final class StepFiles {

  private static final Pattern ODD = Pattern.compile("[^A-Za-z0-9._-]");
  private static final int MAX_LENGTH = 100;

  private StepFiles() {}

  /** Such as {@code 03-load}: unique, and in the order of the steps. */
  static String name(int number, String step) {
    return String.format(Locale.ROOT, "%02d-%s", number, plain(step));
  }

  /** A file name that is valid on any file system. */
  static String plain(String name) {
    String plain = ODD.matcher(name).replaceAll("_");
    String cut = plain.substring(0, Math.min(MAX_LENGTH, plain.length()));
    return cut.isEmpty() || cut.startsWith(".") ? "_" + cut : cut;
  }

  /**
   * Creates missing folders below an existing one.
   *
   * @throws IOException also if that folder does not exist any more
   */
  static Path makeFolders(Path existing, String... below) throws IOException {
    Path folder = existing;
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
