package io.ibench.server;

import io.ibench.server.ConfFile.Option;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options of a my.cnf, as {@code --print-defaults} of the server shows them. Stateless. */
final class MysqlFile {

  private static final Pattern BEGIN =
      Pattern.compile(
          "(?s)(.*?)\\S+ would have been started with the following arguments:\\s*(.*)");

  /** Between two options; a value that holds the same cannot be told from an option. */
  private static final Pattern NEXT = Pattern.compile("\\s+(?=--[A-Za-z])");

  private static final Pattern OPTION = Pattern.compile("(?s)--([\\w.-]+)(?:=(.*))?");
  private static final Pattern SECTION = Pattern.compile("\\s*\\[([^\\]]*)\\].*");
  private static final Pattern NAME = Pattern.compile("\\s*([\\w.-]+)\\s*(?:[=#].*)?");

  private MysqlFile() {}

  /** A line of the file that sets an option. */
  private record Place(String name, int line) {}

  /**
   * Reads what the server has printed.
   *
   * @param file as the user named it, to find the lines
   * @param groups the sections that the server reads; empty: unknown
   * @throws ServerException with the server's own words when it refuses or ignores the file
   */
  static List<Option> options(Path file, String printed, Set<String> groups)
      throws ServerException {
    Matcher begin = BEGIN.matcher(printed);
    if (!begin.matches() || !begin.group(1).isBlank()) {
      String said = begin.matches() ? begin.group(1) : printed;
      throw new ServerException(
          "server.conf_file = " + file + ": the server says: " + said.strip().replace("\n", "; "));
    }
    List<Place> places = places(file, groups);
    List<Option> options = new ArrayList<>();
    int next = 0;
    for (String text : NEXT.split(begin.group(2).strip())) {
      if (text.isEmpty()) {
        continue;
      }
      Matcher option = OPTION.matcher(text);
      if (!option.matches()) {
        throw new ServerException(
            "server.conf_file = " + file + ": the server prints an option without a name: " + text);
      }
      String name = normal(option.group(1));
      // In the order of the file; an option of an included file is in none of its lines.
      int at = next;
      while (at < places.size() && !places.get(at).name().equals(name)) {
        at++;
      }
      boolean found = at < places.size();
      String where = found ? file + ":" + places.get(at).line() : file + ", included";
      next = found ? at + 1 : next;
      options.add(new Option(name, Optional.ofNullable(option.group(2)), where));
    }
    return options;
  }

  private static String normal(String name) {
    return name.replace('-', '_');
  }

  private static List<Place> places(Path file, Set<String> groups) throws ServerException {
    List<Place> places = new ArrayList<>();
    boolean counts = false;
    try {
      List<String> lines = ConfFile.lines(file);
      for (int i = 0; i < lines.size(); i++) {
        Matcher section = SECTION.matcher(lines.get(i));
        Matcher name = NAME.matcher(lines.get(i));
        if (section.matches()) {
          counts = groups.isEmpty() || groups.contains(section.group(1).strip());
        } else if (counts && name.matches()) {
          places.add(new Place(normal(name.group(1)), i + 1));
        }
      }
    } catch (IOException e) {
      throw new ServerException("server.conf_file = " + file + " cannot be read: " + e);
    }
    return places;
  }
}
