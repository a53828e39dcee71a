package io.ibench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.compare.CpuDifference.Part;
import io.ibench.compare.CpuDifference.Repeat;
import io.ibench.report.store.JsonFile;
import io.ibench.report.store.StoredCpuProfiles;
import io.ibench.report.store.StoredCpuProfiles.Profile;
import io.ibench.report.store.StoredCpuProfiles.Sampling;
import io.ibench.report.store.StoredCpuProfiles.Whose;
import io.ibench.report.store.StoredCpuProfiles.Work;
import io.ibench.sampling.CallTree;
import io.ibench.sampling.CpuSamples;
import io.ibench.sampling.Frame;
import io.ibench.sampling.PprofFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuDifferenceTest {

  private static final Part STEP = new Part("s", Whose.SERVER);
  private static final int FUNCTIONS = 300;

  private final Random random = new Random(1);

  /** CPU by stack: a trunk, and functions of very different size below it. */
  private static Map<String, Double> server() {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (int i = 0; i < FUNCTIONS; i++) {
      shares.put("main loop phase" + i % 7 + " f" + i, 1.0 / (i + 1));
    }
    return shares;
  }

  private static List<Frame> stack(String names) {
    return Stream.of(names.split(" ")).map(name -> new Frame("server", name, 0)).toList();
  }

  /**
   * A repeat of some thousand samples, as chance makes them.
   *
   * @param micros CPU of all
   */
  private Repeat sampled(Map<String, Double> shares, double micros) {
    double all = shares.values().stream().mapToDouble(Double::doubleValue).sum();
    CallTree tree = new CallTree();
    shares.forEach(
        (names, share) -> {
          double mean = 5_000 * share / all;
          long count = Math.max(0, Math.round(mean + random.nextGaussian() * Math.sqrt(mean)));
          if (count > 0) {
            tree.add(stack(names), count);
          }
        });
    return new Repeat(tree, micros * (1 + 0.02 * random.nextGaussian()), Map.of(), "q");
  }

  private List<Repeat> repeats(int count, Map<String, Double> shares, double micros) {
    return Stream.generate(() -> sampled(shares, micros)).limit(count).toList();
  }

  @Test
  void equalSidesHaveAtMostOneLineInTenTries() {
    long lines = 0;
    for (int i = 0; i < 10; i++) {
      CpuDifference difference =
          CpuDifference.of(STEP, repeats(4, server(), 50), repeats(4, server(), 50));
      lines += difference.paths().size() + difference.functions().size();
    }

    assertThat(lines).isLessThanOrEqualTo(1);
  }

  /** Neighbours make the CPU of a repeat half or twice as dear, and that of all functions alike. */
  private List<Repeat> onABusyMachine(int count, Map<String, Double> shares, double micros) {
    return Stream.generate(() -> sampled(shares, micros * (0.6 + 1.2 * random.nextDouble())))
        .limit(count)
        .toList();
  }

  @Test
  void aPaceOfTheMachineIsNoDifferenceOfAFunction() {
    long lines = 0;
    for (int i = 0; i < 10; i++) {
      CpuDifference difference =
          CpuDifference.of(
              STEP, onABusyMachine(2 + i % 3, server(), 50), onABusyMachine(2, server(), 90));
      lines += difference.paths().size() + difference.functions().size();
      assertThat(difference.alike())
          .isCloseTo(difference.total().b() / difference.total().a(), within(1e-9));
    }

    assertThat(lines).isLessThanOrEqualTo(1);
  }

  @Test
  void aChangeIsNamedAlsoAtAnotherPace() {
    Map<String, Double> b = server();
    double all = b.values().stream().mapToDouble(Double::doubleValue).sum();
    b.put("main loop phase1 plan", 0.5 * all);

    for (int i = 0; i < 10; i++) {
      CpuDifference difference =
          CpuDifference.of(STEP, onABusyMachine(2, server(), 50), onABusyMachine(2, b, 75));
      double pace = difference.total().b() / difference.total().a() / 1.5;

      assertThat(difference.paths()).extracting(CpuDifference.Line::text).containsExactly("plan");
      assertThat(difference.alike() / pace).isBetween(0.95, 1.05);
    }
  }

  @Test
  void aChangeIsNamedByTheCallsThatHoldIt() {
    Map<String, Double> b = server();
    double all = b.values().stream().mapToDouble(Double::doubleValue).sum();
    b.put("main loop phase1 cache look", 0.05 * all);
    b.put("main loop phase1 cache plan", 0.03 * all);
    b.put("main loop phase1 cache plan cost", 0.42 * all);

    CpuDifference difference = CpuDifference.of(STEP, repeats(4, server(), 50), repeats(4, b, 75));

    assertThat(difference.total().change()).isBetween(22.0, 28.0);
    assertThat(difference.paths().get(0).text()).isEqualTo("cache .. cost");
    assertThat(difference.paths().get(0).difference().change()).isBetween(22.0, 28.0);
    assertThat(difference.functions())
        .extracting(CpuDifference.Line::text)
        .startsWith("cost", "look");
  }

  @Test
  void opposedChangesBelowOneCallerAreTwoLines() {
    Map<String, Double> a = server();
    Map<String, Double> b = server();
    a.put("main loop find tree", 1.0);
    b.put("main loop find hash", 1.1);

    CpuDifference difference = CpuDifference.of(STEP, repeats(2, a, 25), repeats(2, b, 25));

    assertThat(difference.paths())
        .extracting(CpuDifference.Line::text)
        .containsExactlyInAnyOrder("tree", "hash");
  }

  /** The engine has three fifths of the CPU, and takes a quarter more; the others are as before. */
  @Test
  void moreThanHalfOfTheCpuMayChange() {
    Map<String, Double> a = new LinkedHashMap<>();
    a.put("main engine scan", 30.0);
    a.put("main parser", 10.0);
    a.put("main net", 10.0);
    Map<String, Double> b = new LinkedHashMap<>(a);
    b.put("main engine scan", 37.5);

    CpuDifference difference = CpuDifference.of(STEP, repeats(4, a, 50), repeats(4, b, 57.5));

    assertThat(difference.alike()).isBetween(0.95, 1.05);
    assertThat(difference.paths()).extracting(CpuDifference.Line::first).containsExactly("scan");
    assertThat(difference.paths().get(0).difference().change()).isBetween(6.0, 9.0);
  }

  @Test
  void aCompilerThatMakesAllCodeDearerIsNoFunctions() {
    List<String> lines =
        CpuDifferenceText.lines(
            CpuDifference.of(STEP, repeats(4, server(), 50), repeats(4, server(), 60)));

    assertThat(lines.get(1)).endsWith("x, beyond noise: machine, compiler or library");
  }

  /** Of several runs each is one observation. */
  @Test
  void repeatsOfARunAreOneObservation() {
    Repeat one = new Repeat(sampled(server(), 40).tree(), 40, Map.of(), "q");
    Repeat other = new Repeat(sampled(server(), 60).tree(), 60, Map.of(), "q");

    Repeat merged = Repeat.merged(List.of(one, other));

    assertThat(merged.cpuMicros()).isEqualTo(50);
    assertThat(merged.tree().samples()).isEqualTo(one.tree().samples() + other.tree().samples());
  }

  @Test
  void newCallsBelowALargeCallerAreLinesOfTheirOwn() {
    Map<String, Double> a = server();
    Map<String, Double> b = server();
    for (Map<String, Double> side : List.of(a, b)) {
      side.put("main loop statement open", 1.0);
      side.put("main loop statement close", 1.0);
    }
    b.put("main loop statement cache store", 0.5);
    b.put("main loop statement send", 0.4);

    CpuDifference difference = CpuDifference.of(STEP, repeats(4, a, 50), repeats(4, b, 55));

    assertThat(difference.paths())
        .extracting(CpuDifference.Line::text)
        .containsExactly("store", "send");
  }

  @Test
  void functionsWithoutANameAreComparedOfOneBuildOnly() {
    List<Repeat> builds = new ArrayList<>();
    for (String build : List.of("one", "two")) {
      CallTree tree = new CallTree();
      tree.add(List.of(new Frame("server", "", build.equals("one") ? 0x10 : 0x20)), 1_000);
      builds.add(new Repeat(tree, 50, Map.of("server", build), "q"));
    }

    CpuDifference other = CpuDifference.of(STEP, List.of(builds.get(0)), List.of(builds.get(1)));

    assertThat(other.functions()).isEmpty();
  }

  @Test
  void theLinesSayTheChangeItsNoiseAndBothSides() {
    Map<String, Double> b = server();
    double all = b.values().stream().mapToDouble(Double::doubleValue).sum();
    b.put("main loop phase1 plan", 0.5 * all);

    List<String> lines =
        CpuDifferenceText.lines(
            CpuDifference.of(
                new Part("request", Whose.SERVER), repeats(4, server(), 50), repeats(4, b, 75)));

    assertThat(lines.get(0))
        .matches("request: CPU of the server per query \\d\\d\\.\\d -> \\d\\d\\.\\d us \\(.*\\)");
    assertThat(lines.get(1)).matches(" +\\+2\\d\\.\\d \\+-\\S+ +plan \\(0\\.00 -> 2\\d\\.\\d\\)");
    assertThat(lines)
        .anyMatch(line -> line.matches("  the rest, .*: all 1\\.\\d\\d x, none beyond noise"));
  }

  @Test
  void aLongPathHasTwoLinesOfATerminal() {
    Map<String, Double> b = server();
    String from = "begin_of_a_very_long_name_of_a_function";
    String to = "end_of_a_very_long_name_of_a_function";
    b.put("main loop " + from, 0.4);
    b.put("main loop " + from + " " + to, 3.0);

    List<String> lines =
        CpuDifferenceText.of(
                List.of(
                    new CpuPair(
                        "a",
                        "b",
                        List.of(
                            CpuDifference.of(STEP, repeats(4, server(), 50), repeats(4, b, 75))))))
            .lines()
            .toList();

    assertThat(lines.get(1)).endsWith(from + " ..");
    assertThat(lines.get(2)).matches(" {20}" + to + " \\(.*\\)");
    assertThat(lines).allMatch(line -> line.length() <= 80);
  }

  @Test
  void oneRepeatOfASideIsMarked() {
    List<String> lines =
        CpuDifferenceText.lines(
            CpuDifference.of(STEP, repeats(1, server(), 50), repeats(1, server(), 50)));

    assertThat(lines.get(0)).endsWith(" ?)");
    assertThat(lines.get(1))
        .matches("  no function of [\\d,]+ differs from the others; all \\S+ x");
  }

  /** A side with a profile of each of these. */
  private static Side profiled(Path folder, Whose... profiles) throws IOException {
    Files.createDirectories(folder);
    CallTree tree = new CallTree();
    tree.add(stack("main work"), 1_000);
    List<Profile> made = new ArrayList<>();
    for (Whose whose : profiles) {
      Path file = folder.resolve(whose + ".pb.gz");
      PprofFile.write(
          file,
          new CpuSamples(1, "", tree, 0, 0, 0, Map.of()),
          new PprofFile.About(0, 1, List.of()));
      made.add(
          new Profile(
              "request",
              0,
              Optional.of(whose),
              Optional.empty(),
              Optional.of(file.getFileName().toString()),
              Optional.of(new Work("q", 1, 1, Optional.empty(), 50)),
              Optional.of(new Sampling(99, "", 1_000, 1, 0, 1, 1, Map.of())),
              List.of(),
              Optional.empty(),
              Optional.empty()));
    }
    JsonFile.replace(folder.resolve(StoredCpuProfiles.NAME), new StoredCpuProfiles(made));
    return new Side("", List.of(new CompareSamples.Run().at(folder.toString())));
  }

  @Test
  void whatIsComparedIsTheCpuOfTheSamePart(@TempDir Path folder) throws IOException {
    Side both = profiled(folder.resolve("a"), Whose.SERVER, Whose.CLIENT);
    Side client = profiled(folder.resolve("b"), Whose.CLIENT);
    Side inside = profiled(folder.resolve("c"), Whose.INSIDE);

    assertThat(CpuDifference.of(List.of(both, both)))
        .extracting(CpuDifference::whose)
        .containsExactly(Whose.SERVER, Whose.CLIENT);
    List<CpuDifference> ofClient = CpuDifference.of(List.of(both, client));
    assertThat(ofClient).extracting(CpuDifference::whose).containsExactly(Whose.CLIENT);
    assertThat(CpuDifferenceText.lines(ofClient.get(0)).get(0))
        .startsWith("request: CPU of ibench per query 50.0 -> 50.0 us");
    assertThat(CpuDifference.of(List.of(client, inside))).isEmpty();
  }
}
