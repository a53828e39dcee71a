package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each {@code bin/ibench run} of the README and of docs/ is one that ibench takes: its workload and
 * database are there, and so are its options and keys.
 */
@Slow
class DocumentedCommandsTest {

  /** A command in a block or between backticks, up to its end or a comment behind it. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?:^ {4,}(?:\\$ )?|`)((?:IBENCH_\\w+=\\S+ )*bin/ibench (?:run|check) [^`]+)");

  /** What a reader replaces or adds: FILE, my.sql, a database, files of others, more arguments. */
  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "\\b(FILE|DIR|COMMAND|NAME|DATABASE|N)\\b| \\.\\.\\.|redo\\.properties|-upstream\\.properties|\\bmy\\w*\\b|\\bmine\\b|[ab]\\.sql| -d [ab]\\b"
              + "| -d \\w+\\d\\d\\b|\\bin/");

  /** The end of a line of prose whose paragraph goes on. */
  private static final Pattern WRAPPED = Pattern.compile("(?<=\\S)\n(?=[^\\s|*#`])");

  private static final Pattern BEHIND = Pattern.compile(" {2,}.*| [|>#&;].*|\\\\$");

  static List<String> commands() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(Path.of("README.md")));
    try (Stream<Path> found = Files.list(Path.of("docs"))) {
      found.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    List<String> commands = new ArrayList<>();
    for (Path page : pages) {
      String text = Files.readString(page).replace("\\\n", " ");
      for (String line : WRAPPED.matcher(text).replaceAll(" ").split("\n")) {
        Matcher matcher = COMMAND.matcher(line);
        while (matcher.find()) {
          commands.add(BEHIND.matcher(matcher.group(1)).replaceFirst("").strip());
        }
      }
    }
    return commands.stream()
        .distinct()
        .filter(command -> !PLACEHOLDER.matcher(command.replaceAll("IBENCH_\\S+", "")).find())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void isTaken(String command) {
    Map<String, String> environment = new HashMap<>();
    List<Object> arguments = new ArrayList<>();
    for (String word : words(command)) {
      if (word.startsWith("IBENCH_")) {
        environment.put(word.replaceFirst("=.*", ""), word.replaceFirst(".*?=", ""));
      } else if (!word.equals("bin/ibench")) {
        arguments.add(word);
      }
    }
    arguments.set(0, "check");
    Cli checked = Cli.ibench(environment, arguments.toArray());
    assertThat(checked.code()).as(checked.err()).isZero();
  }

  /** As a shell separates them, with quotation marks. */
  private static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    Matcher matcher = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)").matcher(command);
    while (matcher.find()) {
      words.add(
          matcher.group(1) != null
              ? matcher.group(1)
              : matcher.group(2) != null ? matcher.group(2) : matcher.group(3));
    }
    return words;
  }
}
