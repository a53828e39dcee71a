package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.workload.StepKeys;
import io.ibench.workload.table.Lines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;

/** The LinkBench settings that determine the loaded data, with their values in a run. */
final class DataSettings {

  private static final String NOT_SET = "not set";

  private DataSettings() {}

  /**
   * The seed and every key of {@link LinkBenchKeys#shapingData}; other keys may differ between the
   * load and the requests. Values are in a canonical form, and meaningless when problems were
   * recorded.
   */
  static Map<String, String> of(Config config) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put(StepKeys.SEED.name(), text(config, StepKeys.SEED));
    for (Key<?> key : LinkBenchKeys.shapingData()) {
      values.put(key.name(), text(config, key));
    }
    values.computeIfPresent(LinkBenchKeys.DEGREES.name(), (key, degrees) -> contents(degrees));
    return Collections.unmodifiableMap(values);
  }

  private static String text(Config config, Key<?> key) {
    return config.find(key).map(DataSettings::text).orElse(NOT_SET);
  }

  private static String text(Object value) {
    return value instanceof Enum<?> choice
        ? choice.name().toLowerCase(Locale.ROOT)
        : String.valueOf(value);
  }

  /** A file is identified by its contents: it may be moved, but not changed. */
  private static String contents(String degrees) {
    Path file;
    CRC32 sum = new CRC32();
    try {
      file = Path.of(degrees);
      if (!Files.isRegularFile(file)) {
        return degrees;
      }
      sum.update(Files.readAllBytes(file));
    } catch (IOException | InvalidPathException e) {
      // DistributionFile records the problem.
      return degrees;
    }
    return Lines.text("%s (CRC %08x)", file.getFileName(), sum.getValue());
  }
}
