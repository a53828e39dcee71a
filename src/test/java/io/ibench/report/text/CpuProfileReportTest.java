package io.ibench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.document.TerminalLayout;
import io.ibench.report.store.JsonFile;
import io.ibench.report.store.StoredCpuProfiles;
import io.ibench.report.store.StoredCpuProfiles.Counters;
import io.ibench.report.store.StoredCpuProfiles.Function;
import io.ibench.report.store.StoredCpuProfiles.Profile;
import io.ibench.report.store.StoredCpuProfiles.Sampling;
import io.ibench.report.store.StoredCpuProfiles.State;
import io.ibench.report.store.StoredCpuProfiles.Waits;
import io.ibench.report.store.StoredCpuProfiles.Whose;
import io.ibench.report.store.StoredCpuProfiles.Work;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuProfileReportTest {

  private static final Profile REQUEST =
      new Profile(
          "request",
          0,
          Optional.empty(),
          Optional.empty(),
          Optional.of("cpu/01-request-server.pb.gz"),
          Optional.of(new Work("q", 10, 9_500, Optional.of(10_000.0), 53.3)),
          Optional.of(
              new Sampling(99, "cpu-clock, whole machine", 5_134, 0.99, 0, 0.98, 0.88, Map.of())),
          List.of(
              new Function("copyObject", 5.33, 5.33, 513),
              new Function("main", 0, 53.3, 0),
              new Function("query_planner", 1.2, 12.4, 116)),
          Optional.of(
              new Waits(
                  200,
                  List.of(
                      new State("CPU", 1.5, Optional.of(157.9)),
                      new State("Lock tuple", 0.5, Optional.of(52.6))))),
          Optional.empty());

  @TempDir Path folder;

  private String text(Profile profile) {
    JsonFile.replace(
        folder.resolve(StoredCpuProfiles.NAME), new StoredCpuProfiles(List.of(profile)));
    return CpuProfileReport.after(folder, new TerminalLayout(80));
  }

  @Test
  void aProfileSaysItsCostItsChecksAndItsFunctions() {
    assertThat(text(REQUEST).lines().map(String::stripTrailing))
        .contains(
            "  request: 53.3 us/q; 5,134 samples at 99 Hz, 99 % seen, 88 % named, 98 % rooted",
            "  sampled for 10 s more at 9,500/s, 0.95 of the rate without")
        .containsSubsequence(
            "  CPU of its own",
            "  us/q     %  function",
            "  5.33  10.0  copyObject",
            "  1.20   2.3  query_planner")
        .containsSubsequence(
            "  CPU with callees",
            "  us/q     %  function",
            "  12.4  23.3  query_planner",
            "  5.33  10.0  copyObject");
  }

  /** The second repeat has 40.0 us, 2.67 of it in copyObject, none in the planner. */
  @Test
  void repeatsOfAStepShareTheirTables() {
    Profile second =
        new Profile(
            "request",
            2,
            Optional.empty(),
            Optional.empty(),
            Optional.of("cpu/02-request-2-server.pb.gz"),
            Optional.of(new Work("q", 10, 9_500, Optional.empty(), 40.0)),
            REQUEST.sampling(),
            List.of(new Function("copyObject", 2.67, 2.67, 300)),
            Optional.of(new Waits(100, List.of(new State("CPU", 0.5, Optional.of(52.1))))),
            Optional.empty());

    List<String> lines = lines(List.of(REQUEST, second));

    assertThat(lines)
        .contains(
            "  request: 53.3 us/q; 5,134 samples at 99 Hz, 99 % seen, 88 % named, 98 % rooted",
            "  request 2: 40.0 us/q; 5,134 samples at 99 Hz, 99 % seen, 88 % named,")
        .containsSubsequence(
            "  CPU of its own, mean of the repeats",
            "  us/q    %  function",
            "  4.00  8.6  copyObject",
            "  0.60  1.3  query_planner")
        .containsSubsequence(
            "  sessions of the server in 300 looks",
            "   us/q  sessions  state",
            "  105.0      1.00  CPU",
            "   26.3      0.25  Lock tuple");
    assertThat(lines.stream().filter(line -> line.contains("CPU of its own"))).hasSize(1);
  }

  @Test
  void ofManyRepeatsTheFirstHaveALine() {
    List<String> lines =
        lines(
            IntStream.rangeClosed(1, 9)
                .mapToObj(each -> Profile.none("request", each, Whose.SERVER, "few samples"))
                .toList());

    assertThat(lines)
        .contains(
            "  request 6: no CPU profile: few samples", "  3 more repeats in cpu_profile.json")
        .doesNotContain("  request 7: no CPU profile: few samples");
  }

  private List<String> lines(List<Profile> profiles) {
    JsonFile.replace(folder.resolve(StoredCpuProfiles.NAME), new StoredCpuProfiles(profiles));
    return CpuProfileReport.after(folder, new TerminalLayout(90))
        .lines()
        .map(String::stripTrailing)
        .toList();
  }

  @Test
  void waitsAreInTheUnitOfTheCpu() {
    assertThat(text(REQUEST).lines().map(String::stripTrailing))
        .containsSubsequence(
            "  sessions of the server in 200 looks",
            "   us/q  sessions  state",
            "  157.9      1.50  CPU",
            "   52.6      0.50  Lock tuple");
  }

  @Test
  void countersAreForEachOperation() {
    Counters all =
        new Counters(
            "q",
            Optional.of(28_100.0),
            Optional.of(33_000.0),
            Optional.of(95.0),
            Optional.of(61.0),
            Optional.of(2.1),
            Optional.empty());

    assertThat(text(REQUEST.with(all)).replaceAll("\\s+", " "))
        .contains(
            " 28,100 cycles, 33,000 instructions (1.17 each cycle), 95.0 cache misses, 61.0 branch"
                + " misses, 2.10 context switches each q ");
  }

  @Test
  void countersThatAMachineLacksHaveAReason() {
    Counters some =
        new Counters(
            "row",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(0.5),
            Optional.of("this machine has no hardware counters"));

    assertThat(text(REQUEST.with(some)))
        .contains("  0.50 context switches each row; this machine has no hardware counters");
    assertThat(text(REQUEST.with(Counters.none("q", "perf is not installed"))))
        .contains("  perf is not installed");
  }

  @Test
  void whatHoldsAlmostAllOfTheCpuIsNoAnswer() {
    assertThat(text(REQUEST)).doesNotContain("main");
  }

  @Test
  void aProfileWithoutSamplesSaysWhy() {
    assertThat(text(Profile.none("request", 2, Whose.SERVER, "perf is not installed")))
        .contains("request 2: no CPU profile: perf is not installed");
  }

  @Test
  void aProfileOfIbenchSaysSo() {
    JsonFile.replace(
        folder.resolve(StoredCpuProfiles.NAME),
        new StoredCpuProfiles(
            List.of(
                REQUEST, Profile.none("request", 0, Whose.CLIENT, "async-profiler is missing"))));

    assertThat(CpuProfileReport.after(folder, new TerminalLayout(80)))
        .contains(
            "CPU of the server and of ibench, by function",
            "  request: 53.3 us/q;",
            "  request, ibench: no CPU profile: async-profiler is missing");
  }

  @Test
  void anOlderFileIsOfTheServer() throws Exception {
    text(Profile.none("request", 2, Whose.SERVER, "perf is not installed"));
    Path file = folder.resolve(StoredCpuProfiles.NAME);
    String json = Files.readString(file);
    assertThat(json).contains("\"cpu_of\" : \"server\",");

    Files.writeString(
        file,
        """
        {"profiles": [{"step": "request", "repeat": 2, "none": "perf is not installed"}]}
        """);

    assertThat(StoredCpuProfiles.read(folder).orElseThrow().profiles().get(0).whose())
        .isEqualTo(Whose.SERVER);
  }

  @Test
  void aRunWithoutProfilesHasNoText() {
    assertThat(CpuProfileReport.after(folder, new TerminalLayout(80))).isEmpty();
  }
}
