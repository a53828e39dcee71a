package io.ibench.trend;

import io.ibench.trend.Series.Change;
import io.ibench.trend.Trend.Changed;
import io.ibench.trend.Trend.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Trends as JSON objects; docs/trend.md describes the keys. Stateless. */
public final class TrendJson {

  private static final int SCHEMA = 1;

  private TrendJson() {}

  /** Maps, lists, texts, numbers and null; unknown values are null. */
  public static Map<String, Object> of(Trends all, List<Trend> trends) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("answer", TrendText.answer(trends));
    json.put("notes", all.notes());
    json.put(
        "left_out",
        all.leftOut().stream()
            .map(run -> Map.of("folder", run.folder().toString(), "why", run.why()))
            .toList());
    json.put("trends", trends.stream().map(TrendJson::trend).toList());
    return json;
  }

  private static Map<String, Object> trend(Trend trend) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("work", trend.title());
    json.put("by", trend.order().by());
    json.put("findings", trend.findings().stream().map(each -> finding(trend, each)).toList());
    List<Map<String, Object>> runs = new ArrayList<>();
    for (int run = 0; run < trend.places().size(); run++) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("folder", trend.folders().get(run).toString());
      one.put("started", trend.started(run).toString());
      one.put("place", trend.places().get(run));
      one.put("version", trend.version(run));
      one.put("verdict", trend.verdict(run));
      one.put("tags", trend.tags(run));
      runs.add(one);
    }
    json.put("runs", runs);
    json.put("series", trend.series().stream().map(each -> series(trend, each)).toList());
    json.put("machine", trend.machine().stream().map(each -> series(trend, each)).toList());
    return json;
  }

  private static Map<String, Object> finding(Trend trend, Finding finding) {
    Map<String, Object> json = new LinkedHashMap<>(changed(trend, finding.main()));
    json.put("others", finding.others().stream().map(each -> changed(trend, each)).toList());
    json.put("there", finding.there());
    json.put("machine", finding.machine().stream().map(each -> changed(trend, each)).toList());
    return json;
  }

  private static Map<String, Object> changed(Trend trend, Changed changed) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("step", changed.series().step());
    json.put("threads", threads(changed.series()));
    json.put("figure", changed.series().figure().key());
    json.put("worse", changed.isWorse().orElse(null));
    json.putAll(change(trend, changed.change()));
    return json;
  }

  private static Map<String, Object> change(Trend trend, Change change) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("since", trend.places().get(change.run()));
    json.put("since_run", change.run());
    json.put("until", change.until().map(trend.places()::get).orElse(null));
    json.put("before", change.before());
    json.put("after", change.after());
    json.put("ratio", finite(change.ratio()));
    json.put("p", change.p());
    return json;
  }

  private static Map<String, Object> series(Trend trend, Series series) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("step", series.step());
    json.put("threads", threads(series));
    json.put("figure", series.figure().key());
    json.put("name", series.figure().name());
    json.put("unit", series.figure().unit());
    json.put("better", series.figure().better().name().toLowerCase(Locale.ROOT));
    json.put("values", series.values().stream().map(TrendJson::finite).toList());
    json.put("changes", series.changes().stream().map(each -> change(trend, each)).toList());
    json.put("found", series.found().stream().map(each -> change(trend, each)).toList());
    return json;
  }

  private static @Nullable Long threads(Series series) {
    return series.threads() == 0 ? null : series.threads();
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
