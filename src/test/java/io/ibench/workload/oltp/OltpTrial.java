package io.ibench.workload.oltp;

import io.ibench.config.Config;
import io.ibench.db.Database;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.measure.RunListener;
import io.ibench.measure.StepResult;
import io.ibench.workload.Plan;
import io.ibench.workload.TableContents;
import io.ibench.workload.WorkloadTrial;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** Runs of oltp by the real engine, one after the other on one database. */
final class OltpTrial extends WorkloadTrial<OltpPlan, OltpTrial> {

  static final String LOAD = "drop, create, load, index";

  OltpTrial(Database database, RunListener... listeners) {
    super("oltp", database, listeners);
  }

  /** Settings are texts such as {@code oltp.threads=2}; one thread and 1,000 rows else. */
  static Config config(String steps, String... settings) {
    return config(
        Map.of("seed", "1733776768", "oltp.rows", "1000", "oltp.threads", "1"), steps, settings);
  }

  static OltpPlan plan(String steps, String... settings) {
    Config config = config(steps, settings);
    return checked(new OltpPlan(config), new OltpWorkload(), config);
  }

  @Override
  protected OltpPlan newPlan(String steps, String... settings) {
    return plan(steps, settings);
  }

  @Override
  protected OltpTrial self() {
    return this;
  }

  /** The first table of bulk_insert. */
  OltpTable bulkTable() {
    return new OltpTable(plan().settings().ofBulkInsert(), 1);
  }

  /** The last step. */
  StepResult last() {
    return results().get(results().size() - 1);
  }

  /** What the workers of the last step with requests have counted. */
  long counted(OltpCounter counter) {
    return results().stream()
        .mapToLong(result -> result.whole().workloadCounters()[counter.ordinal()])
        .sum();
  }

  /** What the report says of the counters of the first step. */
  List<String> factsOfCounters() {
    return plan().facts(results().get(0).whole().workloadCounters());
  }

  /** Every row of every table. */
  Map<String, String> contents() throws Exception {
    Map<String, String> contents = new TreeMap<>();
    try (Session session = database().session()) {
      for (Plan.LoadedTable loaded : plan().tables()) {
        Table table = loaded.table();
        contents.put(table.name(), TableContents.hash(session, table));
      }
    }
    return contents;
  }

  /** The rows of sbtest1 in the order of their ids, as lines {@code id,k,c,pad}. */
  List<String> rows() throws Exception {
    List<String> rows = new ArrayList<>();
    byte[] text = new byte[200];
    try (Session session = database().session()) {
      Table table = plan().tables().get(0).table();
      Prepared select = session.prepare(table.select().ordered("id"));
      int count = select.execute();
      for (int row = 0; row < count; row++) {
        int c = select.getBytes(row, 2, text);
        String first = new String(text, 0, c, StandardCharsets.US_ASCII);
        int pad = select.getBytes(row, 3, text);
        String second = new String(text, 0, pad, StandardCharsets.US_ASCII);
        rows.add(
            select.getLong(row, 0) + "," + select.getLong(row, 1) + "," + first + "," + second);
      }
    }
    return rows;
  }

  static String crc(List<String> lines) {
    CRC32 crc = new CRC32();
    lines.forEach(line -> crc.update((line + "\n").getBytes(StandardCharsets.US_ASCII)));
    return String.format("%08x", crc.getValue());
  }

  /** The sum of the k of these rows. */
  static long sumOfK(List<String> rows) {
    return rows.stream().mapToLong(row -> Long.parseLong(row.split(",")[1])).sum();
  }
}
