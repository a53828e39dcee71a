package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The draws of a run depend on the seed and on how many runs the data has served. */
@Timeout(300)
class StreamsTest {

  private static final int REPEATS = 168;
  private static final int OPERATIONS_PER_REPEAT = 30;

  @TempDir Path folder;

  private Database sqlite(Path file) throws DatabaseException {
    return Adapters.open("sqlite", Map.of("file", file.toString(), "sync", "normal"));
  }

  private static Database memory() throws DatabaseException {
    return Adapters.open("memory", Map.of());
  }

  /** Every operation adds a link, usually a new one. */
  private static Map<String, String> addingLinks(Map<String, String> end) {
    Map<String, String> settings = new HashMap<>(end);
    LinkBenchKeys.MIX.values().forEach(percent -> settings.put(percent.name(), "0"));
    settings.put("linkbench.addlink", "100");
    settings.put("linkbench.maxid1", "2001");
    return settings;
  }

  private static VirtualRun addLinks(Map<String, String> end) throws Exception {
    try (Database memory = memory()) {
      VirtualRun run =
          VirtualRun.of(memory, "one", "create, load, index, request, verify", addingLinks(end));
      assertThat(run.succeeded()).as(run.results().toString()).isTrue();
      return run;
    }
  }

  @Test
  void manyRepeatsAddAsManyLinksAsOneStepOfTheSameOperations() throws Exception {
    VirtualRun repeats =
        addLinks(
            Map.of(
                "request.operations",
                "",
                "request.until",
                OPERATIONS_PER_REPEAT + "ms",
                "request.repeat",
                Integer.toString(REPEATS)));
    long operations = (long) REPEATS * OPERATIONS_PER_REPEAT;
    VirtualRun one = addLinks(Map.of("request.operations", Long.toString(operations)));

    assertThat(repeats.results()).hasSize(4 + REPEATS);
    assertThat(repeats.operations()).isEqualTo(one.operations());
    assertThat(one.counter(LinkBenchCounter.LINKS_ADDED)).isGreaterThan(operations / 2);
    assertThat(repeats.counter(LinkBenchCounter.LINKS_ADDED))
        .isEqualTo(one.counter(LinkBenchCounter.LINKS_ADDED));
    assertThat(repeats.checksums()).isEqualTo(one.checksums());
  }

  @Test
  void twoRepeatsDrawDifferentKeys() throws Exception {
    VirtualRun run =
        addLinks(Map.of("request.operations", "", "request.until", "500ms", "request.repeat", "2"));
    long first =
        run.results().get(3).whole().workloadCounters()[LinkBenchCounter.LINKS_ADDED.ordinal()];
    long second =
        run.results().get(4).whole().workloadCounters()[LinkBenchCounter.LINKS_ADDED.ordinal()];

    assertThat(first).isGreaterThan(350);
    // The same keys again would add nothing.
    assertThat(second).isGreaterThan(350);
  }

  @Test
  void aSecondRunOnTheSameDataDrawsOtherKeys() throws Exception {
    Map<String, String> settings = addingLinks(Map.of());
    try (Database memory = memory()) {
      VirtualRun.of(memory, "load", "create, load, index", settings);
      VirtualRun first = VirtualRun.of(memory, "first", "request", settings);
      VirtualRun second = VirtualRun.of(memory, "second", "request, verify", settings);

      assertThat(first.dataset().ordinal()).isZero();
      assertThat(second.dataset().ordinal()).isEqualTo(1);
      assertThat(second.problems()).isEmpty();
      // The same keys again would add nothing.
      assertThat(second.counter(LinkBenchCounter.LINKS_ADDED))
          .isGreaterThan(first.counter(LinkBenchCounter.LINKS_ADDED) / 2);
    }
  }

  @Test
  void aRestoredCopyReplays() throws Exception {
    Path file = folder.resolve("data.db");
    Path copy = folder.resolve("copy.db");
    try (Database loading = sqlite(file)) {
      VirtualRun.of(loading, "load", "create, load, index");
      VirtualRun.of(loading, "first", "request");
    }
    Files.copy(file, copy);
    VirtualRun before = requestOn(file);
    restore(copy, file);
    VirtualRun replay = requestOn(file);
    VirtualRun next = requestOn(file);

    assertThat(before.operations()).isEqualTo(1000);
    assertThat(replay.dataset().ordinal()).isEqualTo(1);
    assertThat(replay.checksums()).isEqualTo(before.checksums());
    assertThat(next.checksums()).isNotEqualTo(before.checksums());
  }

  private VirtualRun requestOn(Path file) throws Exception {
    try (Database database = sqlite(file)) {
      return VirtualRun.of(database, "again", "request");
    }
  }

  private static void restore(Path copy, Path file) throws IOException {
    Files.deleteIfExists(Path.of(file + "-wal"));
    Files.deleteIfExists(Path.of(file + "-shm"));
    Files.copy(copy, file, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void aStepOfAnotherNameDrawsOtherKeys() throws Exception {
    Map<String, String> settings = addingLinks(Map.of("other.like", "request"));
    try (Database memory = memory()) {
      VirtualRun run =
          VirtualRun.of(memory, "one", "create, load, index, request, other", settings);

      assertThat(run.counter(LinkBenchCounter.LINKS_ADDED)).isGreaterThan(1500);
    }
  }
}
