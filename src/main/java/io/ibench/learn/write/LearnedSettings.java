package io.ibench.learn.write;

import io.ibench.learn.model.LearnedLoad;
import java.util.Locale;

/** The settings of a learned workload. Stateless. */
public final class LearnedSettings {

  private LearnedSettings() {}

  /** The file of settings beside a script. */
  public static String text(LearnedLoad load, String script) {
    LearnedLoad.Totals totals = load.totals();
    double seconds = totals.sessions().seconds();
    StringBuilder text = new StringBuilder();
    text.append("# Learned from a query log; see the report beside this file.\n");
    text.append("workload        = script\n");
    text.append("script.files    = ").append(script).append('\n');
    text.append("request.threads = ").append(totals.sessions().threads()).append('\n');
    text.append("request.until   = 60s\n");
    if (seconds > 0) {
      text.append(
          String.format(
              Locale.ROOT,
              "# The log has %.1f transactions per second. As fast as in the log:%n"
                  + "#   request.rate = %.0f/s%n",
              totals.transactions() / seconds,
              Math.max(1, totals.transactions() / seconds)));
    }
    return text.toString();
  }
}
