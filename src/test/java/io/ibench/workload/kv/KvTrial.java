package io.ibench.workload.kv;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import io.ibench.db.Database;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.workload.TableContents;
import io.ibench.workload.WorkloadTrial;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Runs of kv by the real engine, one after the other on one database. */
final class KvTrial extends WorkloadTrial<KvPlan, KvTrial> {

  KvTrial(Database database) {
    super("kv", database);
  }

  /** Settings are texts such as {@code kv.threads=2}; one thread, 1,000 keys of 20 bytes else. */
  static Config config(String steps, String... settings) {
    return config(
        Map.of(
            "seed",
            "7",
            "kv.num",
            "1000",
            "kv.key_size",
            "20",
            "kv.threads",
            "1",
            "kv.operations",
            "200"),
        steps,
        settings);
  }

  static KvPlan plan(String steps, String... settings) {
    Config config = config(steps, settings);
    return checked(new KvPlan(config), new KvWorkload(), config);
  }

  /** The mistakes of settings, one line each. */
  static List<String> mistakes(String steps, String... settings) {
    Config config = config(steps, settings);
    new KvPlan(config);
    new KvWorkload().keys().forEach(config::declare);
    return config.problems().stream().map(Problem::toString).toList();
  }

  @Override
  protected KvPlan newPlan(String steps, String... settings) {
    return plan(steps, settings);
  }

  @Override
  protected KvTrial self() {
    return this;
  }

  /** What the workers of a step have counted. */
  long counted(String step, KvCounter counter) {
    return results().stream()
        .filter(result -> result.step().name().equals(step))
        .mapToLong(result -> result.whole().workloadCounters()[counter.ordinal()])
        .sum();
  }

  /** The rows, and the first digits of a hash of all keys and values in key order. */
  String contents(String... settings) throws Exception {
    KvTable table = plan("drop", settings).table();
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] bytes = new byte[4096];
    try (Session session = database().session()) {
      Prepared all = TableContents.everything(session, table.table());
      int rows = all.execute();
      for (int row = 0; row < rows; row++) {
        digest.update(bytes, 0, all.getBytes(row, 0, bytes));
        digest.update(bytes, 0, all.getBytes(row, 1, bytes));
      }
      return rows + " " + HexFormat.of().formatHex(digest.digest()).substring(0, 16);
    }
  }
}
