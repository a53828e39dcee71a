package io.ibench.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What {@link CompareWithBareInsert} compares: all combinations that there are. */
record InsertCases(
    int pairs,
    List<String> rowsPerCommit,
    long rows,
    List<String> drivers,
    List<String> forms,
    List<String> indexes,
    boolean socket,
    List<String> serverOptions) {

  private static final List<String> USUAL =
      List.of("3", "100,5", "200000", "mariadb,mysql", "values,bulk", "3", InsertBench.TCP);

  static InsertCases parse(String[] arguments) {
    List<String> options =
        Arrays.stream(arguments).filter(argument -> argument.startsWith("--")).toList();
    List<String> words = new ArrayList<>(List.of(arguments));
    words.removeAll(options);
    if (words.size() > USUAL.size()) {
      throw new IllegalArgumentException("too many arguments: " + words);
    }
    words.addAll(USUAL.subList(words.size(), USUAL.size()));
    return new InsertCases(
        Integer.parseInt(words.get(0)),
        list(words.get(1)),
        Long.parseLong(words.get(2)),
        listOf(words.get(3), "mariadb", "mysql", "postgres"),
        listOf(words.get(4), "values", "bulk"),
        listOf(words.get(5), "0", "1", "2", "3"),
        listOf(words.get(6), InsertBench.TCP, "socket").contains("socket"),
        options);
  }

  private static List<String> list(String words) {
    return List.of(words.split(","));
  }

  private static List<String> listOf(String words, String... allowed) {
    List<String> given = list(words);
    if (!List.of(allowed).containsAll(given)) {
      throw new IllegalArgumentException(words + " is not of " + List.of(allowed));
    }
    return given;
  }

  /** Those of one driver. */
  List<InsertBench> of(String driver, BenchServer server) {
    List<InsertBench> cases = new ArrayList<>();
    for (String form : formsOf(driver)) {
      for (String count : indexes) {
        for (String commit : rowsPerCommit) {
          cases.add(
              new InsertBench(
                  server.url(driver),
                  socket ? server.socket() : InsertBench.TCP,
                  driver,
                  form,
                  Integer.parseInt(count),
                  Integer.parseInt(commit),
                  rows));
        }
      }
    }
    return cases;
  }

  /** Connector/J has one form; the bulk protocol is spoken by MariaDB's own driver. */
  private List<String> formsOf(String driver) {
    return forms.stream().filter(form -> !driver.equals("mysql") || form.equals("values")).toList();
  }
}
