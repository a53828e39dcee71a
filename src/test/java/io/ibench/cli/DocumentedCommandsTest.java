package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.ground.ProcessEnvironment;
import io.ibench.compare.GateCondition;
import io.ibench.report.figures.Figure;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.ParseResult;

/**
 * Each {@code bin/ibench} of the README and of docs/ is one that ibench takes: its options are
 * there, and so are the workload, the database and the keys of a run, the file of a suite, and the
 * figures of a comparison.
 */
@Slow
class DocumentedCommandsTest {

  /** A command in a block or between backticks, up to its end or a comment behind it. */
  private static final Pattern COMMAND =
      Pattern.compile("(?:^ {4,}(?:\\$ )?|`)((?:IBENCH_\\w+=\\S+ )*bin/ibench ([a-z-]+) [^`]+)");

  /** Whose arguments are those of a run, and are checked as such. */
  private static final Set<String> RUNS = Set.of("run", "check");

  /** What {@code max} has besides the arguments of a run. */
  private static final Pattern OF_MAX =
      Pattern.compile(" --(?:p95|p99|p999|mean|of|step|within|trial|from|to|restore) \\S+");

  /**
   * What a reader makes, replaces or adds: FILE, my.sql, a database, files of others, arguments.
   */
  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "\\b(FILE|DIR|COMMAND|NAME|DATABASE|N)\\b| \\.\\.\\.|(?:redo|cnf|shop)\\.properties|\\w+\\.cnf|tickets\\.sql|-upstream\\.properties|\\bmy\\w*\\b|\\bmine\\b|[ab]\\.sql| -d [ab]\\b"
              + "| -d \\w+\\d\\d\\b|\\bin/");

  /** Files that a page shows, and the folders of their results. */
  private static final Pattern OWN_SUITE =
      Pattern.compile("^(?:redo|cnf|cell|flush|settings|NAME)\\b");

  /** The end of a line of prose whose paragraph goes on. */
  private static final Pattern WRAPPED = Pattern.compile("(?<=\\S)\n(?=[^\\s|*#`])");

  private static final Pattern BEHIND = Pattern.compile(" {2,}.*| (?:2?>|[|#&;]).*|\\\\$");

  /** By their command's name. */
  private static List<String> commands(Predicate<String> name) throws IOException {
    List<Path> pages = new ArrayList<>(List.of(Path.of("README.md")));
    try (Stream<Path> found = Files.list(Path.of("docs"))) {
      found.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    List<String> commands = new ArrayList<>();
    for (Path page : pages) {
      String text = Files.readString(page).replaceAll("\\\\\n\\s*", "");
      for (String line : WRAPPED.matcher(text).replaceAll(" ").split("\n")) {
        Matcher matcher = COMMAND.matcher(line);
        while (matcher.find()) {
          if (name.test(matcher.group(2))) {
            commands.add(BEHIND.matcher(matcher.group(1)).replaceFirst("").strip());
          }
        }
      }
    }
    return commands.stream().distinct().toList();
  }

  static List<String> runs() throws IOException {
    List<String> runs = new ArrayList<>(commands(RUNS::contains));
    commands("max"::equals).forEach(max -> runs.add(OF_MAX.matcher(max).replaceAll("")));
    runs.removeIf(run -> PLACEHOLDER.matcher(run.replaceAll("IBENCH_\\S+", "")).find());
    return runs;
  }

  static List<String> others() throws IOException {
    return commands(name -> !RUNS.contains(name)).stream()
        .filter(command -> !command.contains("["))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("runs")
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

  @ParameterizedTest
  @MethodSource("others")
  void isUnderstood(String command) {
    List<String> words = words(command);
    String[] arguments = words.subList(1, words.size()).toArray(String[]::new);

    ParseResult parsed =
        Main.commandLine(new ProcessEnvironment(Map.of(), false), arguments)
            .parseArgs(arguments)
            .subcommand();

    assertThat(parsed).as("the command %s", arguments[0]).isNotNull();
    String figure = parsed.matchedOptionValue("--matrix", null);
    if (figure != null && !List.of("rate", "costs").contains(figure)) {
      assertThat(Figure.KEYS).contains(figure);
    }
    List<String> mistakes = new ArrayList<>();
    for (String condition : parsed.matchedOptionValue("--fail-if", List.<String>of())) {
      GateCondition.parse(condition, mistakes);
    }
    assertThat(mistakes).isEmpty();
    if (arguments[0].equals("suite") && !OWN_SUITE.matcher(arguments[1]).find()) {
      String file = arguments[1].contains("/") ? arguments[1] : "suites/" + arguments[1];
      assertThat(Path.of(file.replaceFirst("(\\.properties)?$", ".properties"))).exists();
    }
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
