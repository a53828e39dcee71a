package io.ibench.learn.write;

import io.ibench.learn.model.Arrivals;
import io.ibench.learn.model.LearnedLoad;
import java.util.List;
import java.util.stream.Collectors;

/** The settings of a learned workload. Stateless. */
public final class LearnedSettings {

  /** Of the arrivals. */
  private static final int MOST_PARTS = 24;

  private LearnedSettings() {}

  /** The file of settings beside a script. */
  public static String text(LearnedLoad load, String script) {
    LearnedLoad.Totals totals = load.totals();
    StringBuilder text = new StringBuilder();
    text.append("# Learned from a query log; see the report beside this file.\n");
    text.append("workload         = script\n");
    text.append("script.files     = ").append(script).append('\n');
    text.append("request.threads  = ").append(totals.sessions().threads()).append('\n');
    text.append("request.until    = 60s\n");
    List<Arrivals.Part> arrivals = load.arrivals().parts(MOST_PARTS);
    if (!arrivals.isEmpty()) {
      text.append("\n# Transactions begin as often as in the log: -s steps=arrivals\n");
      text.append("arrivals.like    = request\n");
      text.append("arrivals.threads = ").append(2 * totals.sessions().threads()).append('\n');
      text.append("arrivals.profile = ").append(profile(arrivals)).append('\n');
    }
    return text.toString();
  }

  private static String profile(List<Arrivals.Part> arrivals) {
    return arrivals.stream()
        .map(part -> Math.round(part.perSecond()) + "/s " + Math.round(part.seconds()) + "s")
        .collect(Collectors.joining(", "));
  }
}
