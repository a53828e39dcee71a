package io.ibench.cli.bisect;

import io.ibench.bisect.Candidate;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.run.DuetCommand;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A file of versions, one a line, the oldest one first. Stateless. */
final class Versions {

  private static final String HOME = "server.home";

  /** Names become those of folders. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]{0,99}");

  private Versions() {}

  /** Reads the versions of a file, from the good one to the bad one. */
  static List<Candidate> read(Path file, Optional<String> good, Optional<String> bad)
      throws UsageException {
    if (Files.isDirectory(file)) {
      throw new UsageException(
          "--versions " + file + ": is a folder; allowed: a file with one version a line");
    }
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (CharacterCodingException e) {
      throw new UsageException("--versions " + file + ": is no text in UTF-8");
    } catch (IOException e) {
      throw new UsageException(
          "--versions "
              + file
              + (Files.exists(file) ? " cannot be read" : ": there is no such file"));
    }
    List<String> mistakes = new ArrayList<>();
    Map<String, Candidate> all = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = (i == 0 ? withoutMark(lines.get(0)) : lines.get(i)).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String place = file + ":" + (i + 1);
      Optional<Candidate> read = version(line, place, mistakes);
      if (read.isPresent()) {
        Candidate former = all.putIfAbsent(read.get().name(), read.get());
        if (former != null) {
          mistakes.add(
              place
                  + ": "
                  + former.name()
                  + " is the name of "
                  + former.origin().orElseThrow()
                  + " too; names must differ");
        }
      }
    }
    List<String> names = List.copyOf(all.keySet());
    if (mistakes.isEmpty()) {
      unknown("--good", good, names, file).ifPresent(mistakes::add);
      unknown("--bad", bad, names, file).ifPresent(mistakes::add);
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
    return between(List.copyOf(all.values()), good, bad, file);
  }

  /** Some editors begin a file with the mark of its byte order. */
  private static String withoutMark(String first) {
    return first.startsWith("\uFEFF") ? first.substring(1) : first;
  }

  private static Optional<String> unknown(
      String option, Optional<String> name, List<String> names, Path file) {
    return name.filter(each -> !names.contains(each))
        .map(
            each ->
                option
                    + " "
                    + each
                    + ": "
                    + file
                    + " has no such version; there are: "
                    + String.join(", ", names));
  }

  private static List<Candidate> between(
      List<Candidate> all, Optional<String> good, Optional<String> bad, Path file)
      throws UsageException {
    if (all.size() < 2) {
      throw new UsageException(
          file
              + " has "
              + all.size()
              + " version"
              + (all.size() == 1 ? "" : "s")
              + "; allowed: two or more");
    }
    List<String> names = all.stream().map(Candidate::name).toList();
    int first = good.map(names::indexOf).orElse(0);
    int last = bad.map(names::indexOf).orElse(all.size() - 1);
    if (first >= last) {
      throw new UsageException(
          "good "
              + names.get(first)
              + (first == last ? " is bad " : " comes after bad ")
              + names.get(last)
              + " in "
              + file
              + "; the good one is older, and older versions come first");
    }
    return all.subList(first, last + 1);
  }

  private static Optional<Candidate> version(String line, String place, List<String> mistakes) {
    String[] words = line.split("\\s+");
    if (words.length == 1 && isFolder(words[0])) {
      Path folder = Path.of(words[0]).toAbsolutePath().normalize();
      return named(
          String.valueOf(folder.getFileName()), List.of(HOME + "=" + folder), place, mistakes);
    }
    if (words[0].indexOf('=') >= 0) {
      mistakes.add(place + ": " + words[0] + " has no name before it; allowed: NAME SETTING=VALUE");
      return Optional.empty();
    }
    if (words.length == 1) {
      mistakes.add(
          place
              + ": "
              + words[0]
              + " has no setting and is no folder; allowed: NAME SETTING=VALUE, or the folder of a"
              + " server");
      return Optional.empty();
    }
    List<String> settings = new ArrayList<>();
    for (String word : List.of(words).subList(1, words.length)) {
      if (word.indexOf('=') < 1) {
        mistakes.add(place + ": " + word + " has no SETTING=; allowed: NAME SETTING=VALUE ...");
      } else {
        settings.add(setting(word));
      }
    }
    return named(words[0], settings, place, mistakes);
  }

  private static Optional<Candidate> named(
      String name, List<String> settings, String place, List<String> mistakes) {
    if (!NAME.matcher(name).matches()) {
      mistakes.add(
          place
              + ": "
              + name
              + " is no name of a version; allowed: 1 to 100 letters, digits and . _ + -, the"
              + " first one a letter or digit");
      return Optional.empty();
    }
    return Optional.of(new Candidate(name, settings, Optional.of(place), Optional.empty()));
  }

  /** With the name that a run knows: what is no setting is an option of the private server. */
  static String setting(String given) {
    int equals = given.indexOf('=');
    return DuetCommand.settingName(given.substring(0, equals)) + given.substring(equals);
  }

  private static boolean isFolder(String word) {
    try {
      return Files.isDirectory(Path.of(word));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
