package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.ServerCounter;
import io.ibench.measure.StepResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** kv gives the same whichever calls of RocksDB it uses, and does db_bench's work on files. */
class KvOnRocksdbTest {

  private static final String STEPS =
      "fillseq, overwrite, multireadrandom, fwdrange, revrange, readseq, deleterandom, again, back,"
          + " verify";
  private static final String[] SETTINGS = {
    "again.like = multireadrandom",
    "back.like = overwrite",
    "overwrite.batch_size = 3",
    "deleterandom.batch_size = 2",
    "kv.multiget = 7",
    "kv.value_size = 2000"
  };

  @TempDir private Path folder;

  private Database rocksdb(String settings) throws Exception {
    Map<String, String> all = new HashMap<>(Map.of("sync", "off", "memtable", "1MB"));
    all.put("dir", folder.resolve("db").toString());
    for (String setting : settings.split(" ")) {
      int equals = setting.indexOf('=');
      all.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return Adapters.open("rocksdb", all);
  }

  private static List<String> outcome(Database database) throws Exception {
    List<String> steps = new ArrayList<>();
    try (database) {
      KvTrial trial = new KvTrial(database).run(STEPS, SETTINGS);
      for (StepResult result : trial.results()) {
        steps.add(
            result.step().name()
                + Arrays.toString(result.whole().workloadCounters())
                + result.answers()
                + result.facts());
      }
      steps.add(trial.contents(SETTINGS));
    }
    return steps;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iterators=refresh",
        "transactions=optimistic default_family=kv",
        "transactions=optimistic upserts=merge iterators=refresh",
      })
  void everyBenchmarkGivesTheSame(String settings) throws Exception {
    assertThat(outcome(rocksdb(settings))).isEqualTo(outcome(Adapters.open("memory", Map.of())));
  }

  /** Blind deletes count each key, so that only the rows are alike. */
  @Test
  void transactionsCanBeBatchesOfWrites() throws Exception {
    List<String> batches = outcome(rocksdb("like=db_bench"));
    List<String> memory = outcome(Adapters.open("memory", Map.of()));
    assertThat(batches.get(batches.size() - 1)).isEqualTo(memory.get(memory.size() - 1));
  }

  @Test
  void filesOfLevel0AreMergedIntoTheNextLevel() throws Exception {
    try (Database database =
        rocksdb("statistics=true options.cf=disable_auto_compactions=true;num_levels=4")) {
      new KvTrial(database)
          .run("fillseq, flush, overwrite, last", "last.like = flush", "overwrite.operations=3000");
      long files = counter(database, "num-files-at-level0");
      KvTrial trial = new KvTrial(database).run("compact0, verify");
      assertThat(counter(database, "num-files-at-level0")).isEqualTo(files - 2);
      assertThat(trial.facts().get(0)).startsWith("files of a table: ");
      assertThat(counter(database, "number.keys.written")).isGreaterThanOrEqualTo(4000);
    }
  }

  private static long counter(Database database, String name) throws Exception {
    return database.counters().stream()
        .filter(each -> each.name().equals("rocksdb." + name))
        .mapToLong(ServerCounter::value)
        .findFirst()
        .orElseThrow();
  }
}
