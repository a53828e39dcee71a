package io.ibench.workload.custom;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import java.util.List;
import java.util.Map;

/** The messages of mistakes, as they are reported. */
final class ReportedMistakes {

  private ReportedMistakes() {}

  static List<String> of(Mistakes mistakes) {
    Config config = Config.of(Map.of());
    mistakes.report(config);
    return config.problems().stream().map(Problem::message).toList();
  }
}
