package io.ibench.workload.script;

import io.ibench.config.Config;
import io.ibench.config.Setting;
import io.ibench.config.Suggestion;
import io.ibench.db.NativeLanguage;
import io.ibench.workload.PlanContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the files of a script, and chooses the sections of the product. Not thread-safe. */
final class ScriptReader {

  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_STATEMENTS = 1000;
  private static final Pattern WEIGHTED = Pattern.compile("(.*\\S)\\s*@\\s*(\\d+)");

  /** The settings of a run that is resumed, and beside them the folder with copies of its files. */
  private static final String STORED_SETTINGS = "run.json";

  private static final String COPIES = "scripts";

  private static final Pattern ORIGIN = Pattern.compile("(.+):\\d+(?: \\(.*\\))?");

  private final Config config;
  private final PlanContext context;
  private final Mistakes mistakes;
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final List<Section> sections = new ArrayList<>();

  ScriptReader(Config config, PlanContext context, Mistakes mistakes) {
    this.config = config;
    this.context = context;
    this.mistakes = mistakes;
  }

  /** The sections of the product, in the order of the files. */
  List<Section> read() {
    String names = config.get(ScriptWorkload.FILES);
    if (config.isBroken(ScriptWorkload.FILES)) {
      return List.of();
    }
    for (String name : names.split(",", -1)) {
      read(name.strip());
    }
    checkProducts();
    return chosen();
  }

  /** The texts of the files, by their names without folders. */
  Map<String, String> texts() {
    return texts;
  }

  private void read(String named) {
    Matcher weighted = WEIGHTED.matcher(named);
    boolean hasWeight = weighted.matches();
    String name = hasWeight ? weighted.group(1) : named;
    if (name.isEmpty()) {
      config.problem("has an empty name; allowed: files with commas between", ScriptWorkload.FILES);
      return;
    }
    Optional<Path> file = file(name);
    Optional<String> text = file.flatMap(this::text);
    if (text.isEmpty()) {
      return;
    }
    String shown = file.get().toString();
    String fileName = file.get().getFileName().toString();
    String before = texts.putIfAbsent(fileName, text.get());
    if (before != null && !before.equals(text.get())) {
      config.problem(
          "names two files "
              + fileName
              + ", and results keep one of each name; allowed: different names",
          ScriptWorkload.FILES);
    }
    Lexer lexer =
        new Lexer(
            shown,
            text.get(),
            context.language().orElse(NativeLanguage.SQL),
            context.product(),
            mistakes);
    List<Section> found = lexer.read(transactionName(fileName));
    long statements = found.stream().mapToLong(section -> section.statements().size()).sum();
    if (statements > MOST_STATEMENTS) {
      mistakes.add(
          new Place(shown, 1), "has " + statements + " statements; allowed: " + MOST_STATEMENTS);
    }
    boolean plain = found.size() == 1 && found.get(0).attributes().isEmpty();
    for (Section section : found) {
      if (hasWeight && plain) {
        sections.add(
            new Section(
                section.kind(),
                section.name(),
                Map.of("weight", weighted.group(2)),
                section.products(),
                section.place(),
                section.items()));
      } else {
        sections.add(section);
      }
    }
    if (hasWeight && !plain) {
      config.problem(
          "gives "
              + name
              + " a weight, but the file has sections; allowed: weight= in its sections",
          ScriptWorkload.FILES);
    }
  }

  /** The transaction of a file without directives. */
  static String transactionName(String file) {
    String name = file.replaceFirst("\\.[^.]*$", "");
    String clean = name.replaceAll("[^A-Za-z0-9_]", "_");
    return clean.matches("[A-Za-z].*") ? clean : "t" + clean;
  }

  /**
   * Beside the file of settings that names it, or else in the current folder. A run that is resumed
   * reads its own copy.
   */
  private Optional<Path> file(String name) {
    try {
      Path given = Path.of(name);
      Optional<Path> copies = copies();
      if (copies.isPresent() && given.getFileName() != null) {
        return Optional.of(copies.get().resolve(given.getFileName()));
      }
      Optional<Path> beside = settingsFile().map(settings -> settings.resolveSibling(given));
      return Optional.of(beside.filter(Files::exists).orElse(given));
    } catch (InvalidPathException e) {
      config.problem(name + " is not the name of a file: " + e.getReason(), ScriptWorkload.FILES);
      return Optional.empty();
    }
  }

  /** The folder with the copies of the files of a run that is resumed. */
  private Optional<Path> copies() {
    return config.effective().stream()
        .filter(setting -> setting.name().equals(ScriptWorkload.FILES.name()))
        .map(setting -> Path.of(setting.origin().description()))
        .filter(origin -> origin.endsWith(STORED_SETTINGS))
        .map(origin -> origin.resolveSibling(COPIES))
        .findAny();
  }

  private Optional<Path> settingsFile() {
    for (Setting setting : config.effective()) {
      Matcher origin = ORIGIN.matcher(setting.origin().description());
      if (setting.name().equals(ScriptWorkload.FILES.name()) && origin.matches()) {
        return Optional.of(Path.of(origin.group(1)));
      }
    }
    return Optional.empty();
  }

  private Optional<String> text(Path file) {
    if (!Files.isRegularFile(file)) {
      config.problem("there is no file " + file, ScriptWorkload.FILES);
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        mistakes.add(new Place(file.toString(), 1), "the file is too large; allowed: 1 MB");
        return Optional.empty();
      }
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      mistakes.add(new Place(file.toString(), 1), "the file is not in UTF-8; allowed: UTF-8");
      return Optional.empty();
    } catch (IOException e) {
      config.problem(file + " cannot be read: " + e.getMessage(), ScriptWorkload.FILES);
      return Optional.empty();
    }
  }

  private void checkProducts() {
    if (context.products().isEmpty()) {
      return;
    }
    for (Section section : sections) {
      for (String product : section.products()) {
        if (!context.products().contains(product)) {
          mistakes.add(
              section.place(),
              "on="
                  + product
                  + " names no database; "
                  + Suggestion.question(product, context.products()).map(q -> q + " ").orElse("")
                  + "allowed: "
                  + String.join(", ", context.products()));
        }
      }
    }
  }

  /** A section for the product replaces those for all, of the same kind and name. */
  private List<Section> chosen() {
    Set<String> own = new HashSet<>();
    for (Section section : sections) {
      if (section.products().contains(context.product())) {
        own.add(section.title());
      }
    }
    return sections.stream()
        .filter(
            section ->
                !context.isKnown()
                    || section.products().contains(context.product())
                    || section.products().isEmpty() && !own.contains(section.title()))
        .toList();
  }
}
