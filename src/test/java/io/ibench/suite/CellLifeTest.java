package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.server.DataFolder;
import io.ibench.server.FakeProduct;
import io.ibench.server.Program;
import io.ibench.server.ServerException;
import io.ibench.server.ServerInstance;
import io.ibench.server.ServerSpec;
import io.ibench.suite.Cell.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to one cell, from its beginning to its end. */
class CellLifeTest {

  private static final String PLAIN =
      """
      workload       = insert
      server.product = fake
      idle           = 0s
      canary         = false
      """;

  private static final long GB = 1L << 30;

  @TempDir private Path temporary;

  private Path folder;
  private long bytes = 1000;
  private NotedKeeper keeper = new NotedKeeper(Cell.planned(1, "all", 1));

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectories(temporary.resolve("suite"));
  }

  /** A world that notes what is done to the machine. */
  private static class NotedWorld extends ScriptedWorld {

    final List<String> done = new ArrayList<>();
    Optional<String> busy = Optional.empty();

    NotedWorld() {
      super(run -> 1000, run -> 60);
    }

    @Override
    public Optional<String> awaitIdle(Path folder, long mostNanos) {
      done.add("idle " + mostNanos / 1_000_000_000 + " s " + folder.getFileName());
      return busy;
    }

    @Override
    public void dropCache() throws IOException {
      done.add("drop");
    }

    @Override
    public void trim(Path folder) {
      done.add("trim " + folder.getFileName());
    }

    @Override
    public void rest(long length) throws InterruptedException {
      done.add("rest " + length / 1_000_000_000 + " s");
      super.rest(length);
    }

    @Override
    public Optional<Canary.Figures> canary(Path folder) {
      done.add("canary " + folder.getFileName());
      return super.canary(folder);
    }
  }

  private Cell live(String text, World world, FakeProduct product) throws IOException {
    Suite suite = SuiteFiles.read(temporary, text);
    SuiteRun run =
        SuiteRun.of(
            folder, suite, world, Map.of("fake", product), variant -> SuiteFiles.work(bytes));
    new CellLife(run, keeper.cell, keeper).live();
    return keeper.cell;
  }

  private Cell live(String text, World world) throws IOException {
    return live(text, world, new FakeProduct(Map.of()));
  }

  private Path kept(String file) {
    return folder.resolve("servers").resolve(keeper.cell.name()).resolve(file);
  }

  @Test
  void eachStateIsEnteredOnceAndTheCellHasItsTimesItsServerAndItsOptions() throws IOException {
    ScriptedWorld world = new NotedWorld();
    world.nanos = 5_000_000_000L;

    Cell cell = live(PLAIN + "conf.x = 1\npause = 2s\n", world, new FakeProduct(Map.of("x", "1")));

    assertThat(keeper.entered)
        .containsExactly(
            State.WAITING,
            State.PREPARING,
            State.STARTING,
            State.CHECKING,
            State.RUNNING,
            State.COLLECTING,
            State.STOPPING,
            State.CLEANING,
            State.DONE);
    assertThat(cell.times()).isEqualTo(new Cell.Times(5000, 62, 60));
    String data = folder.resolve("data/all-r1").toString();
    assertThat(cell.server()).contains(new Cell.Server("Fake 1.0", data, 0));
    assertThat(cell.readBack()).isEqualTo(Map.of("x", "1"));
    assertThat(cell.remarks()).isEmpty();
    assertThat(cell.canary()).isEmpty();
    assertThat(Path.of(data)).doesNotExist();
  }

  @Test
  void theMachineIsPreparedAsTheSuiteSaysAndMeasuredLast() throws IOException {
    NotedWorld asked = new NotedWorld();

    Cell cell =
        live(
            """
            workload       = insert
            server.product = fake
            idle           = 30s
            cache          = drop
            trim           = true
            pause          = 2s
            """,
            asked);

    assertThat(asked.done)
        .containsExactly("idle 30 s suite", "drop", "trim suite", "rest 2 s", "canary suite");
    assertThat(cell.canary()).contains(new Canary.Figures(1000, 100, 1000));
    assertThat(keeper.progress.get(0)).isEqualTo("all-r1 0 s: waits until the machine is idle");
  }

  @Test
  void nothingIsDoneToTheMachineUnasked() throws IOException {
    NotedWorld world = new NotedWorld();

    live(PLAIN, world);

    assertThat(world.done).isEmpty();
    assertThat(keeper.progress.get(0)).isEqualTo("all-r1 0 s: ");
  }

  @Test
  void theDiskOfTheDataIsMeasuredAlsoBeforeItsFoldersAreMade() throws IOException {
    Path disk = Files.createDirectories(temporary.resolve("disk"));
    String text = PLAIN.replace("canary         = false", "server.data = " + disk);
    NotedWorld world = new NotedWorld();

    live(text.replace(disk.toString(), disk + "/new"), world);
    keeper = new NotedKeeper(Cell.planned(1, "all", 2));
    live(text.replace(disk.toString(), disk + "/not/yet/made"), world);

    assertThat(world.done).containsExactly("canary disk", "canary disk");
  }

  @Test
  void aBusyMachineIsRemarkedOrFailsTheCell() throws IOException {
    NotedWorld world = new NotedWorld();
    world.busy = Optional.of("the machine was not idle");
    String text = PLAIN.replace("0s", "30s");

    Cell cell = live(text, world);

    assertThat(cell.state()).isEqualTo(State.DONE);
    assertThat(cell.remarks()).containsExactly("the machine was not idle");
    keeper = new NotedKeeper(Cell.planned(1, "all", 2));
    Cell second = live(text + "idle.require = true\n", world);
    assertThat(second.state()).isEqualTo(State.FAILED);
    assertThat(second.reason()).contains("the machine was not idle");
    assertThat(world.started).containsExactly("all/run-1");
  }

  @Test
  void aCellNeedsAFifthMoreThanItsTables() throws IOException {
    bytes = 10 * GB;
    ScriptedWorld world = new NotedWorld();
    world.freeBytes = 12 * GB;

    assertThat(live(PLAIN, world).state()).isEqualTo(State.DONE);

    keeper = new NotedKeeper(Cell.planned(1, "all", 2));
    world.freeBytes = 11 * GB;
    Cell second = live(PLAIN, world);
    assertThat(second.state()).isEqualTo(State.FAILED);
    assertThat(second.reason())
        .contains(
            "disk: " + folder.resolve("data/all-r2") + " has 11 GB free, and the cell needs 12");
    assertThat(Supervisor.neededBytes(SuiteFiles.work(100))).isEqualTo(120);
  }

  @Test
  void aSmallCellNeedsADiskThatIsNotFull() throws IOException {
    ScriptedWorld world = new NotedWorld();
    world.freeBytes = GB;

    assertThat(live(PLAIN, world).reason())
        .contains(
            "disk: " + folder.resolve("data/all-r1") + " has 1 GB free, and the cell needs 2");
  }

  @Test
  void aDiskIsFullBelowTwoGigabytesOrBelowAFiftiethOfASmallOne() {
    assertThat(CellLife.isFull(new World.Space(2 * GB, 1000 * GB))).isFalse();
    assertThat(CellLife.isFull(new World.Space(2 * GB - 1, 1000 * GB))).isTrue();
    assertThat(CellLife.isFull(new World.Space(20_000, 1_000_000))).isFalse();
    assertThat(CellLife.isFull(new World.Space(19_999, 1_000_000))).isTrue();
  }

  /** Has a configuration with a secret, and a log. */
  private static final FakeProduct WITH_FILES =
      new FakeProduct(Map.of()) {
        @Override
        public String configuration(ServerInstance server) {
          return "[server]\nx = 1\n report_password = abc\n";
        }

        @Override
        public void ready(ServerInstance server) {
          try {
            Files.writeString(server.errorLog(), "it serves\n");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  @Test
  void configurationAndLogAreKeptWithoutSecrets() throws IOException {
    Cell cell = live(PLAIN, new NotedWorld(), WITH_FILES);

    assertThat(kept("server.cnf")).hasContent("[server]\nx = 1\n report_password = ***\n");
    assertThat(kept("server.log")).hasContent("it serves\n");
    assertThat(cell.remarks()).isEmpty();
  }

  @Test
  void whatTheServerLogsWhileItStopsIsKept() throws IOException {
    FakeProduct product =
        new FakeProduct(Map.of()) {
          @Override
          public List<Program> stopping(ServerInstance server) {
            try {
              if (keeper.cell.state() == State.STOPPING) {
                Files.writeString(server.errorLog(), "it stops\n");
              }
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            return List.of();
          }
        };

    live(PLAIN, new NotedWorld(), product);

    assertThat(kept("server.log")).hasContent("it stops\n");
  }

  /** It is tried before the server stops, and once more behind that. */
  @Test
  void aLogThatCannotBeKeptIsRemarkedOnce() throws IOException {
    Files.createDirectories(kept("server.log/occupied"));

    Cell cell = live(PLAIN, new NotedWorld(), WITH_FILES);

    assertThat(cell.state()).isEqualTo(State.DONE);
    assertThat(cell.remarks())
        .containsExactly("its server.log was not kept: " + kept("server.log"));
  }

  @Test
  void aServerWithOneOtherValueFailsTheCellInOneLine() throws IOException {
    Cell cell = live(PLAIN + "conf.x = 2\n", new NotedWorld(), new FakeProduct(Map.of("x", "1")));

    assertThat(cell.reason()).contains("x: asked for 2, the server has 1");
  }

  @Test
  void aServerWithOtherValuesFailsTheCellWithALineForEach() throws IOException {
    ScriptedWorld world = new NotedWorld();

    Cell cell =
        live(
            PLAIN + "conf.x = 2\nconf.y = 3\n", world, new FakeProduct(Map.of("x", "1", "y", "4")));

    assertThat(cell.state()).isEqualTo(State.FAILED);
    assertThat(cell.reason())
        .contains(
            "the server does not have what was asked for\n"
                + "    x: asked for 2, the server has 1\n"
                + "    y: asked for 3, the server has 4");
    assertThat(world.started).isEmpty();
    assertThat(folder.resolve("data/all-r1")).doesNotExist();
  }

  @Test
  void aSecretThatTheServerShowsIsNotInTheState() throws IOException {
    FakeProduct product =
        new FakeProduct(Map.of("x", "1")) {
          @Override
          public Map<String, String> asked(ServerSpec spec) {
            return Map.of("x", "1", "report_password", "abc");
          }

          @Override
          public Map<String, String> readBack(ServerInstance server, Set<String> options) {
            return asked(server.spec());
          }
        };

    assertThat(live(PLAIN, new NotedWorld(), product).readBack())
        .isEqualTo(Map.of("x", "1", "report_password", "***"));
  }

  @Test
  void whatTheMachineRefusesFailsTheCell() throws IOException {
    World refusing =
        new NotedWorld() {
          @Override
          public void dropCache() throws IOException {
            throw new IOException("no right");
          }
        };

    Cell cell = live(PLAIN + "cache = drop\n", refusing);

    assertThat(cell.state()).isEqualTo(State.FAILED);
    assertThat(cell.reason()).contains("IOException: no right");
    assertThat(keeper.entered).containsExactly(State.WAITING, State.FAILED);
  }

  /** Its rest is interrupted. */
  private static NotedWorld restless() {
    return new NotedWorld() {
      @Override
      public void rest(long length) throws InterruptedException {
        Thread.currentThread().interrupt();
        throw new InterruptedException();
      }
    };
  }

  @Test
  void anInterruptOfTheSuiteInterruptsTheCellAndAnyOtherFailsIt() throws IOException {
    String text = PLAIN + "pause = 1s\n";
    keeper.stopped = true;

    Cell stopped = live(text, restless());

    assertThat(stopped.state()).isEqualTo(State.INTERRUPTED);
    assertThat(stopped.reason()).contains("interrupted");
    assertThat(Thread.interrupted()).isFalse();
    keeper = new NotedKeeper(Cell.planned(1, "all", 1));
    Cell other = live(text, restless());
    assertThat(other.state()).isEqualTo(State.FAILED);
    assertThat(other.reason()).contains("interrupted");
  }

  @Test
  void aRunThatEndedBeforeTheSuiteWasStoppedIsDone() throws IOException {
    ScriptedWorld world =
        new ScriptedWorld(run -> 1000, run -> 60) {
          @Override
          public Child start(List<String> words, Map<String, String> environment, Path log) {
            keeper.stopped = true;
            return new Ended(new Cell.Child(1, 0), 0);
          }
        };

    assertThat(live(PLAIN, world).state()).isEqualTo(State.DONE);
  }

  private record Ended(Cell.Child identity, int exitCode) implements World.Child {

    @Override
    public boolean await(long nanos) {
      return true;
    }

    @Override
    public void terminate() {}

    @Override
    public void kill() {}
  }

  @Test
  void aServerThatCannotBeStoppedFailsTheCellAndKeepsItsData() throws IOException {
    FakeProduct product =
        new FakeProduct(Map.of("x", "1")) {
          @Override
          public List<Program> stopping(ServerInstance server) {
            return List.of(Program.of("stopping it", List.of("/there/is/no/such/program")));
          }
        };

    Cell cell = live(PLAIN + "conf.x = 1\n", new NotedWorld(), product);

    assertThat(cell.state()).isEqualTo(State.FAILED);
    assertThat(cell.reason().orElseThrow()).startsWith("stopping it: ");
    assertThat(kept("server.cnf")).hasContent("x = 1\n");
    assertThat(folder.resolve("data/all-r1")).isDirectory();
  }

  private static final String SHARED =
      """
      workload       = insert
      server.product = fake
      vary.size      = a, b
      data.shared    = size
      idle           = 0s
      canary         = false
      """;

  /** Stops cleanly with an option of its own. */
  private static final FakeProduct CLEAN_STOP =
      new FakeProduct(Map.of("clean", "1")) {
        @Override
        public Map<String, String> cleanStopOptions() {
          return Map.of("clean", "1");
        }
      };

  @Test
  void aLoadStopsCleanlyAndLeavesItsData() throws IOException {
    keeper = new NotedKeeper(Cell.planned(1, "a", 0));

    Cell load = live(SHARED + "data = copy\n", new NotedWorld(), CLEAN_STOP);

    assertThat(load.state()).isEqualTo(State.DONE);
    assertThat(kept("server.cnf")).hasContent("clean = 1\n");
    assertThat(folder.resolve("data/a-load")).isDirectory();

    keeper = new NotedKeeper(Cell.planned(2, "a", 1));
    keeper.load = load;
    Cell cell = live(SHARED + "data = copy\n", new NotedWorld(), CLEAN_STOP);
    assertThat(cell.state()).isEqualTo(State.DONE);
    assertThat(kept("server.cnf")).doesNotExist();
    assertThat(cell.remarks()).isEmpty();
    assertThat(folder.resolve("data/a-load")).isDirectory();
    assertThat(folder.resolve("data/a-r1")).doesNotExist();
  }

  @Test
  void aLoadThatFailedLeavesNothing() throws IOException {
    keeper = new NotedKeeper(Cell.planned(1, "a", 0));
    NotedWorld world = new NotedWorld();
    world.fails = "a/load";

    assertThat(live(SHARED + "data = copy\n", world).state()).isEqualTo(State.FAILED);
    assertThat(folder.resolve("data/a-load")).doesNotExist();
  }

  @Test
  void aCellOnKeptDataHasItsOwnOptionsAndSaysHowManyRanBefore() throws IOException {
    String text = SHARED + "data = keep\norder = given\nb.conf.x = 1\n";
    FakeProduct product = new FakeProduct(Map.of("x", "1"));
    keeper = new NotedKeeper(Cell.planned(1, "a", 0));
    Cell load = live(text, new NotedWorld(), product);
    Path mark = Files.writeString(folder.resolve("data/a-load/data/mark"), "x");
    assertThat(load.remarks()).isEmpty();
    List<String> remarks = new ArrayList<>();

    for (int served = 0; served < 3; served++) {
      keeper = new NotedKeeper(Cell.planned(2, "b", served + 1));
      keeper.load = load;
      keeper.served = served;
      Cell cell = live(text, new NotedWorld(), product);
      assertThat(cell.state()).isEqualTo(State.DONE);
      assertThat(cell.server()).isEqualTo(load.server());
      assertThat(kept("server.cnf")).hasContent("x = 1\n");
      assertThat(mark).exists();
      remarks.addAll(cell.remarks());
    }

    assertThat(remarks)
        .containsExactly(
            "its data had served no cell before",
            "its data had served 1 cell before",
            "its data had served 2 cells before");
  }

  @Test
  void dataOnWhichACellHasFailedIsRemoved() throws IOException {
    String text = SHARED + "data = keep\norder = given\n";
    keeper = new NotedKeeper(Cell.planned(1, "a", 0));
    Cell load = live(text, new NotedWorld());
    keeper = new NotedKeeper(Cell.planned(2, "b", 1));
    keeper.load = load;
    NotedWorld world = new NotedWorld();
    world.fails = "b/run-1";

    assertThat(live(text, world).state()).isEqualTo(State.FAILED);
    assertThat(folder.resolve("data/a-load")).doesNotExist();
  }

  /** Whether the file system of a test can share blocks does not matter. */
  @Test
  void aCellOnACopyThatSharesBlocksSaysSo() throws IOException {
    String text = SHARED + "data = copy\ndata.clone = reflink\n";
    keeper = new NotedKeeper(Cell.planned(1, "a", 0));
    Cell load = live(text, new NotedWorld());
    assertThat(load.remarks()).isEmpty();

    keeper = new NotedKeeper(Cell.planned(2, "a", 1));
    keeper.load = load;

    assertThat(live(text, new NotedWorld()).remarks())
        .containsExactly("its data shares blocks with the load's until they change (reflink)");
  }

  @Test
  void whatADuetLeavesIsRemovedAndRemarked() throws IOException {
    keeper = new NotedKeeper(Cell.planned(1, "b", 1));
    Path left = folder.resolve("data/b-r1-a");
    ScriptedWorld world =
        new ScriptedWorld(run -> 1000, run -> 60) {
          @Override
          public Child start(List<String> words, Map<String, String> environment, Path log) {
            try {
              DataFolder.take(left, "the duet").close();
            } catch (ServerException e) {
              throw new IllegalStateException(e);
            }
            return super.start(words, environment, log);
          }
        };

    Cell cell =
        live("workload = insert\nserver.product = fake\nvary.size = a, b\norder = duet\n", world);

    assertThat(cell.state()).isEqualTo(State.DONE);
    assertThat(cell.remarks()).containsExactly("left by its duet: removed " + left);
    assertThat(left).doesNotExist();
    assertThat(cell.server())
        .contains(new Cell.Server("Fake 1.0", folder.resolve("data/b-r1").toString(), 0));
    assertThat(keeper.entered)
        .containsExactly(State.WAITING, State.PREPARING, State.RUNNING, State.DONE);
  }

  @Test
  void aDuetNeedsRoomAndAPreparedMachine() throws IOException {
    keeper = new NotedKeeper(Cell.planned(1, "b", 1));
    String text =
        "workload = insert\nserver.product = fake\nvary.size = a, b\norder = duet\n"
            + "pause = 3s\n";
    NotedWorld world = new NotedWorld();

    assertThat(live(text, world).state()).isEqualTo(State.DONE);
    assertThat(world.done).containsExactly("rest 3 s");

    keeper = new NotedKeeper(Cell.planned(1, "b", 2));
    world.freeBytes = GB;
    assertThat(live(text, world).reason().orElseThrow()).startsWith("disk: ");
  }
}
