package io.ibench.contract;

import io.ibench.contract.ContractRule.Level;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.DiagnosticText;
import io.ibench.db.ServerCounter;
import io.ibench.db.Size;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** What a database tells of itself: product, size, counters, texts for experts. */
final class DescriptionRules extends RuleGroup {

  /** serverMillis may tell whole seconds. */
  private static final long RESOLUTION_MILLIS = 1_001;

  private static final List<Table> BOTH = List.of(Tables.THINGS, Tables.NOTES);

  DescriptionRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS, Tables.NOTES);
  }

  @Rule(
      value = "description() has the adapter's name and a text for each other field.",
      needs = {})
  void describesItself() {
    Description said = database.description();
    Expect.equal("name", workspace.adapter().name(), said.name());
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("product", said.product());
    texts.put("version", said.version());
    texts.put("engine", said.engine());
    texts.put("driver", said.driver());
    texts.put("batch", said.batch());
    texts.put("durability", said.durability());
    texts.put("isolation", said.isolation());
    texts.forEach(
        (field, text) -> Expect.that(isOneLine(text), "a line of text as " + field, text));
    said.settings()
        .forEach((key, value) -> Expect.that(value != null, "a value of " + key, "none"));
    said.warnings()
        .forEach(line -> Expect.that(isOneLine(line), "warnings of one line each", line));
  }

  private static boolean isOneLine(String text) {
    return text != null && !text.isBlank() && text.lines().count() == 1;
  }

  @Rule(
      value = "A database without transactions says so in a warning.",
      needs = {})
  void warnsWhenThereAreNoTransactions() {
    List<String> warnings = database.description().warnings();
    Expect.that(
        !database.keepsData()
            || database.hasTransactions()
            || warnings.stream().anyMatch(line -> line.contains("transaction")),
        "a warning with the word transaction",
        warnings);
  }

  @Rule(
      value = "location() says where the server is.",
      needs = {})
  void saysWhereItIs() {
    Expect.that(database.location() != null, "a location", "null");
  }

  @Rule(
      value = "size() is a number of bytes with its source, or the reason why none is known.",
      needs = {})
  void saysItsSizeOrWhyItCannot() throws DatabaseException {
    Size size = database.size(BOTH);
    Expect.that(isOneLine(size.source()), "a source or reason", size.source());
    Expect.that(size.bytes().orElse(0) >= 0, "no negative size", size);
  }

  @Rule(
      value = "serverMicros() is the time of serverMillis() and never goes back, or is empty.",
      needs = {})
  void tellsItsTimeInMicroseconds() throws DatabaseException {
    long before = database.serverMillis();
    OptionalLong first = database.serverMicros();
    OptionalLong second = database.serverMicros();
    long after = database.serverMillis();
    Expect.equal("whether the second answer has a time", first.isPresent(), second.isPresent());
    if (first.isPresent()) {
      long micros = first.getAsLong();
      Expect.that(second.getAsLong() >= micros, "no time before " + micros, second);
      boolean same =
          micros >= (before - RESOLUTION_MILLIS) * 1_000
              && second.getAsLong() <= (after + RESOLUTION_MILLIS) * 1_000;
      Expect.that(same, "microseconds between " + before + " ms and " + after + " ms", second);
    }
  }

  @Rule(value = "size() is known.", level = Level.OPTIONAL)
  void knowsItsSize() throws DatabaseException {
    thing(1, 1, 0, 0, 0);
    Size size = database.size(BOTH);
    Expect.that(size.bytes().isPresent(), "a number of bytes", "unknown: " + size.source());
  }

  private static List<String> names(List<ServerCounter> counters) {
    return counters.stream().map(ServerCounter::name).toList();
  }

  @Rule(
      value = "Counters have the same names at every call: in lower case, each once.",
      needs = {})
  void namesItsCountersAlike() throws DatabaseException {
    List<String> names = names(database.counters());
    thing(1, 1, 0, 1, 0);
    things();
    Expect.list("names", names, names(database.counters()));
    Expect.equal("different names", names.size(), new HashSet<>(names).size());
    for (String name : names) {
      Expect.equal("name in lower case", name.toLowerCase(Locale.ROOT), name);
    }
  }

  private void insertRound(long round) throws DatabaseException {
    for (long id = 1; id <= 20; id++) {
      thing(round, id, 0, id, 0);
    }
    Expect.equal("rows", 20 * (int) round, things().size());
  }

  @Rule("A counter that is rising never falls.")
  void neverLetsARisingCounterFall() throws DatabaseException {
    Map<String, Long> former = new LinkedHashMap<>();
    for (long round = 1; round <= 5; round++) {
      for (ServerCounter counter : database.counters()) {
        Long before = former.put(counter.name(), counter.value());
        Expect.that(
            !counter.rising() || before == null || counter.value() >= before,
            counter.name() + " at least " + before,
            counter.value());
      }
      insertRound(round);
    }
  }

  @Rule(value = "Some counter rises when rows are inserted.", level = Level.OPTIONAL)
  void countsSomethingWhenRowsAreInserted() throws DatabaseException {
    Map<String, Long> first = new LinkedHashMap<>();
    database.counters().forEach(counter -> first.put(counter.name(), counter.value()));
    for (long round = 1; round <= 5; round++) {
      insertRound(round);
    }
    boolean rises =
        database.counters().stream()
            .anyMatch(
                counter ->
                    counter.rising() && counter.value() > first.getOrDefault(counter.name(), 0L));
    Expect.that(rises, "a counter that rises", first.size() + " counters that stay");
  }

  @Rule(
      value = "Every text for experts has its own file name, and ends with a line break.",
      needs = {})
  void namesItsTextsAsFiles() throws DatabaseException {
    thing(1, 1, 0, 1, 0);
    List<String> names = new ArrayList<>();
    for (DiagnosticText text : database.diagnostics(BOTH)) {
      Expect.that(
          text.name().matches("[\\w-]+\\.(txt|json)"),
          "a name such as status.txt or status.json",
          text.name());
      Expect.that(!names.contains(text.name()), "one text of a name", text.name() + " twice");
      Expect.that(
          !text.text().isBlank() && text.text().endsWith("\n"),
          "lines in " + text.name(),
          text.text().isBlank() ? "none" : "a last line without a line break");
      names.add(text.name());
    }
  }

  @Rule("A missing table keeps no text for experts back.")
  void writesItsTextsWithoutAMissingTable() throws DatabaseException {
    int all = database.diagnostics(BOTH).size();
    int withAbsent = database.diagnostics(List.of(Tables.ABSENT, Tables.NOTES)).size();
    Expect.that(withAbsent >= Math.min(all, 1), "texts", withAbsent + " texts");
  }

  @Rule(
      value = "The texts for experts describe the tables and their indexes.",
      level = Level.OPTIONAL)
  void describesTheTables() throws DatabaseException {
    database.createIndex(Tables.THINGS, Tables.BY_WEIGHT);
    thing(1, 1, 0, 1, 0);
    String all =
        database.diagnostics(List.of(Tables.ABSENT, Tables.THINGS)).stream()
            .map(DiagnosticText::text)
            .collect(Collectors.joining("\n"));
    for (String name : List.of(Tables.THINGS.name(), Tables.BY_WEIGHT.name())) {
      Expect.that(
          all.contains(name), "texts with " + name, all.length() + " characters without it");
    }
  }
}
