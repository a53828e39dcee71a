package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentFoldersTest {

  @TempDir private Path root;

  private Path agent(int rank, int of) {
    return new AgentFiles(root, rank, of).action("index", 2_000, 3).write();
  }

  private Path agent(String under, String name, int rank, int of, String hash) {
    return new AgentFiles(
            root.resolve(under), new RunInfo.Agent(name, rank, of, "node-" + rank, hash))
        .write();
  }

  private List<String> mistakes(List<Path> folders) {
    return catchThrowableOfType(
            MergeException.class, () -> AgentFolders.read(folders, root.resolve("all")))
        .mistakes();
  }

  @Test
  void allFoldersOfARunAreThereByRank() throws Exception {
    Path first = agent(0, 2);
    Path second = agent(1, 2);

    List<AgentFolder> folders = AgentFolders.read(List.of(second, first), root.resolve("all"));

    assertThat(folders).extracting(AgentFolder::path).containsExactly(first, second);
    assertThat(folders).extracting(AgentFolder::rank).containsExactly(0, 1);
    assertThat(folders.get(1).title()).isEqualTo("agent 1 (node-1)");
    assertThat(folders.get(1).started()).isEqualTo(MergeSamples.START);
    assertThat(folders.get(0).steps())
        .isEqualTo(
            Map.of(
                new StepKey("index", 1),
                new AgentFolder.StepTime(MergeSamples.START.toEpochMilli() + 2_000, 3, 0)));
  }

  @Test
  void theResultMustNotExist() {
    assertThat(
            catchThrowableOfType(
                    MergeException.class, () -> AgentFolders.read(List.of(agent(0, 1)), root))
                .mistakes())
        .containsExactly("-o " + root + " exists; name a new folder");
  }

  @Test
  void missingAgentsAreNamed() {
    assertThat(mistakes(List.of(agent(0, 2))))
        .containsExactly("agent 1 of 2 is missing; ranks begin with 0");
    assertThat(mistakes(List.of(agent(1, 3))))
        .containsExactly("2 agents are missing: 0, 2 of 3; ranks begin with 0");
    assertThat(mistakes(List.of(agent(0, 11))))
        .containsExactly(
            "10 agents are missing: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 of 11; ranks begin with 0");
    assertThat(mistakes(List.of(agent(0, 12))))
        .containsExactly(
            "11 agents are missing: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ... of 12; ranks begin with 0");
  }

  @Test
  void anAgentThatIsThereTwiceIsNamed() {
    Path one = agent("a", "night", 0, 2, "1");
    Path other = agent("b", "night", 0, 2, "1");

    assertThat(mistakes(List.of(one, other, agent("a", "night", 1, 2, "1"))))
        .containsExactly("agent 0 is there 2 times: " + one + ", " + other);
  }

  @Test
  void manyFoldersOfOneAgentAreNotAllNamed() {
    List<Path> folders =
        IntStream.range(0, 11).mapToObj(i -> agent("a" + i, "night", 0, 1, "1")).toList();

    assertThat(mistakes(folders))
        .containsExactly(
            "agent 0 is there 11 times: "
                + folders.stream().limit(10).map(Path::toString).collect(Collectors.joining(", ")));
  }

  @Test
  void foldersOfSeveralRunsAreNotMerged() {
    Path first = agent("a", "night", 0, 3, "1");
    Path second = agent("a", "night", 1, 3, "1");
    Path other = agent("b", "day", 2, 4, "2");

    assertThat(mistakes(List.of(first, second, other)))
        .containsExactly(
            "the folders differ in their run (--together): day in "
                + other
                + ", night in "
                + first
                + " and 1 more",
            "the folders differ in their number of agents: 3 in "
                + first
                + " and 1 more, 4 in "
                + other,
            "the folders differ in their settings: 1 in " + first + " and 1 more, 2 in " + other);
  }

  @Test
  void manyDifferencesAreNotAllNamed() {
    List<Path> folders = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      folders.add(agent("a", "night", i, 11, "" + (char) ('a' + i)));
    }

    assertThat(mistakes(folders)).hasSize(1);
    assertThat(mistakes(folders).get(0))
        .startsWith("the folders differ in their settings: a in " + folders.get(0) + ", b in ")
        .endsWith("j in " + folders.get(9));
  }

  @Test
  void aFolderThatCannotBeReadHidesThatRanksAreMissing() {
    Path none = root.resolve("none");

    assertThat(mistakes(List.of(agent(0, 3), none))).containsExactly(none + " does not exist");
  }

  @Test
  void aFolderNeedsAllItsFiles() throws IOException {
    Path folder = agent(0, 1);
    Files.delete(folder.resolve("intervals.csv"));
    Files.delete(folder.resolve("operations.csv"));
    Files.delete(folder.resolve("latency.hlog"));

    assertThat(mistakes(List.of(folder)))
        .containsExactly(
            folder + " has no intervals.csv",
            folder + " has no operations.csv",
            folder + " has no latency.hlog");
  }

  @Test
  void aFolderWithoutRunJsonIsOfNoKnownAgent() throws IOException {
    Path folder = agent(0, 1);
    Files.delete(folder.resolve("run.json"));

    assertThat(mistakes(List.of(folder)))
        .containsExactly(folder + ": run.json is missing: settings and host are not known");
  }

  @Test
  void aRunOfOneProcessIsNotMerged() throws IOException {
    Path folder = agent(0, 1);
    Path file = folder.resolve("run.json");
    String json = Files.readString(file);
    Files.writeString(
        file,
        json.replaceAll("(?s),\\s*\"agent\" : \\{.*?\\}", "")
            .replaceAll("(?s),\\s*\"checksum\" : \"[^\"]*\"", ""));

    assertThat(mistakes(List.of(folder)))
        .containsExactly(folder + " is of a run of one process, not of an agent (run --together)");
  }

  @Test
  void aSummaryThatWasChangedIsDamaged() throws IOException {
    Path folder = agent(0, 1);
    Path file = folder.resolve("summary.json");
    Files.writeString(
        file, Files.readString(file).replace("\"seconds\" : 3.0", "\"seconds\" : 4.0"));

    assertThat(mistakes(List.of(folder)))
        .singleElement()
        .asString()
        .startsWith(folder + " is damaged: summary.json ");
  }

  @Test
  void aRunThatGoesOnIsNotMerged() throws Exception {
    Path folder =
        new AgentFiles(root, 0, 1).begin("request", 0).lose(1).state(RunState.RUNNING).write();
    assertThat(AgentFolders.read(List.of(folder), root.resolve("all")).get(0).steps()).isEmpty();

    try (RunLock lock =
        RunLock.take(folder, ProcessIdentity.here(new Proc(), MergeSamples.START))) {
      assertThat(lock).isNotNull();
      assertThat(mistakes(List.of(folder)))
          .containsExactly(folder + " is of a run that goes on; merge it when it has ended");
    }
  }
}
