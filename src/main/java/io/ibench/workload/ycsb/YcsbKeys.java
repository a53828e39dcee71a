package io.ibench.workload.ycsb;

import io.ibench.config.Key;
import io.ibench.workload.StepKeys;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The settings of ycsb, with YCSB's names; those of steps are given under a step or {@code ycsb}.
 */
final class YcsbKeys {

  /** The prefix of a key that is meant for all steps with requests. */
  static final String ALL_STEPS = "ycsb";

  private static final long MOST_RECORDS = 1L << 40;
  private static final long MOST_FIELDS = 200;
  private static final long MOST_FIELD_BYTES = 65_000;

  /** Each length of a scan is a statement of its own. */
  private static final long LONGEST_SCAN = 1000;

  static final Key<Long> RECORDCOUNT =
      Key.count("ycsb.recordcount", 1, MOST_RECORDS, "rows that the load inserts")
          .withDefault("1000");
  static final Key<Long> FIELDCOUNT =
      Key.count("ycsb.fieldcount", 1, MOST_FIELDS, "fields of a row, beside its key")
          .withDefault("10");
  static final Key<Long> FIELDLENGTH =
      Key.count("ycsb.fieldlength", 1, MOST_FIELD_BYTES, "bytes of each field").withDefault("100");
  static final Key<CoreMix> MIX =
      Key.choice("ycsb.mix", CoreMix.class, "the core workload of the step request")
          .withDefault("a");

  static final Key<RequestDistribution> REQUESTDISTRIBUTION =
      Key.choice(
              "requestdistribution",
              RequestDistribution.class,
              "which rows requests choose; default: of the core workload")
          .optional();
  static final Key<Long> MINSCANLENGTH =
      Key.count("minscanlength", 1, LONGEST_SCAN, "the fewest rows of a scan").withDefault("1");
  static final Key<Long> MAXSCANLENGTH =
      Key.count("maxscanlength", 1, LONGEST_SCAN, "the most rows of a scan").withDefault("100");
  static final Key<ScanLengths> SCANLENGTHDISTRIBUTION =
      Key.choice("scanlengthdistribution", ScanLengths.class, "of the rows of a scan")
          .withDefault("uniform");
  static final Key<Boolean> WRITEALLFIELDS =
      Key.flag("writeallfields", "an update writes all fields, not one").withDefault("false");

  private static final Map<YcsbOperation, Key<Double>> PROPORTIONS =
      new EnumMap<>(YcsbOperation.class);

  static {
    PROPORTIONS.put(YcsbOperation.READ, proportion("read", "reads"));
    PROPORTIONS.put(YcsbOperation.UPDATE, proportion("update", "updates"));
    PROPORTIONS.put(YcsbOperation.INSERT, proportion("insert", "inserts"));
    PROPORTIONS.put(YcsbOperation.SCAN, proportion("scan", "scans"));
    PROPORTIONS.put(
        YcsbOperation.READ_MODIFY_WRITE,
        proportion("readmodifywrite", "reads with an update of the same row"));
  }

  private YcsbKeys() {}

  /** How lengths of scans are drawn. */
  enum ScanLengths {
    UNIFORM,
    ZIPFIAN
  }

  private static Key<Double> proportion(String operation, String what) {
    return Key.decimal(
            operation + "proportion", 0, 1, "the share of " + what + "; default: of the workload")
        .optional();
  }

  /** The key of an operation's share; not for the load. */
  static Key<Double> proportion(YcsbOperation operation) {
    return Objects.requireNonNull(PROPORTIONS.get(operation));
  }

  /** The keys that a step with requests has, without the step's name. */
  static List<Key<?>> ofSteps() {
    List<Key<?>> keys = new ArrayList<>(PROPORTIONS.values());
    keys.addAll(
        List.of(
            REQUESTDISTRIBUTION,
            MINSCANLENGTH,
            MAXSCANLENGTH,
            SCANLENGTHDISTRIBUTION,
            WRITEALLFIELDS));
    return keys;
  }

  /** The keys that determine the loaded data, except the seed. */
  static List<Key<?>> shapingData() {
    return List.of(RECORDCOUNT, FIELDCOUNT, FIELDLENGTH);
  }

  static List<Key<?>> all() {
    List<Key<?>> keys = new ArrayList<>(shapingData());
    keys.add(MIX);
    for (Key<?> key : List.of(StepKeys.THREADS, StepKeys.UNTIL, StepKeys.OPERATIONS)) {
      keys.add(key.under(ALL_STEPS));
    }
    ofSteps().forEach(key -> keys.add(key.under(ALL_STEPS)));
    return keys;
  }
}
