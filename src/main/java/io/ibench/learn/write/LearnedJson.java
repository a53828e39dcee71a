package io.ibench.learn.write;

import io.ibench.learn.law.Exponent;
import io.ibench.learn.log.LogSummary;
import io.ibench.learn.model.FormCounts;
import io.ibench.learn.model.LearnedLoad;
import io.ibench.learn.model.LearnedType;
import io.ibench.learn.model.TransactionType;
import io.ibench.learn.write.WrittenScript.WrittenTransaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What was learned, for programs, and for {@code learn --compare}. Stateless. */
public final class LearnedJson {

  /** The version of the form. */
  private static final int FORM = 1;

  private static final String TRANSACTIONS = "transactions";
  private static final String TARGETS = "targets";

  private LearnedJson() {}

  public static Map<String, Object> of(
      LearnedLoad load, WrittenScript script, LogSummary log, Fidelity fidelity) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("form", FORM);
    json.put("verdict", fidelity.verdict().word());
    json.put("reasons", fidelity.reasons().stream().map(Fidelity.Reason::text).toList());
    json.put("format", log.format().title());
    log.version().ifPresent(version -> json.put("version", version));
    json.put("seconds", load.totals().sessions().seconds());
    json.put("sessions", load.totals().sessions().sessions());
    json.put("transactions_in_log", load.totals().transactions());
    json.put("statements_in_log", load.totals().statements());
    json.put("covered", load.totals().coveredShare());
    json.put(
        TRANSACTIONS, script.transactions().stream().map(each -> transaction(load, each)).toList());
    json.put(TARGETS, targets(load));
    return json;
  }

  /** Only what {@code learn --compare} reads, without a law. */
  public static Map<String, Object> ofLoad(LearnedLoad load) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(TRANSACTIONS, load.types().stream().map(each -> transaction(load, each)).toList());
    json.put(TARGETS, targets(load));
    return json;
  }

  private static Map<String, Object> transaction(LearnedLoad load, LearnedType learned) {
    TransactionType type = learned.type();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", learned.name());
    json.put("share", (double) type.count() / load.totals().transactions());
    json.put("statements", (double) type.statements() / type.count());
    json.put("rolled_back", (double) type.rolledBack() / type.count());
    return json;
  }

  private static Map<String, Object> transaction(LearnedLoad load, WrittenTransaction written) {
    Map<String, Object> json = transaction(load, written.learned());
    List<Object> values = new ArrayList<>();
    for (WrittenValue each : written.values()) {
      Map<String, Object> value = new LinkedHashMap<>();
      value.put("name", each.name());
      value.put("law", each.law().words());
      put(value, "hottest_1_percent", each.law().hottest(0.01));
      put(value, "distance", each.law().distance());
      Exponent exponent = each.law().exponent();
      if (exponent != null) {
        put(value, "exponent", exponent.value());
        put(value, "exponent_low", exponent.low());
        put(value, "exponent_high", exponent.high());
      }
      value.put("grade", each.law().grade().name().toLowerCase(Locale.ROOT));
      if (!each.origin().isEmpty()) {
        value.put("origin", each.origin());
      }
      values.add(value);
    }
    json.put("values", values);
    return json;
  }

  private static void put(Map<String, Object> json, String name, double value) {
    if (!Double.isNaN(value)) {
      json.put(name, value);
    }
  }

  /** What the server did for a statement of the load, over all that the log has figures for. */
  private static Map<String, Object> targets(LearnedLoad load) {
    Map<String, Object> json = new LinkedHashMap<>();
    put(json, "statements", (double) load.totals().statements() / load.totals().transactions());
    put(json, "rows_sent", mean(load, FormCounts::sent));
    put(json, "rows_read", mean(load, FormCounts::examined));
    put(json, "rows_changed", mean(load, FormCounts::affected));
    put(json, "pages", mean(load, FormCounts::pages));
    return json;
  }

  private static double mean(LearnedLoad load, ToDoubleFunction<FormCounts> figure) {
    double sum = 0;
    double statements = 0;
    for (int form = 0; form < load.counts().size(); form++) {
      FormCounts counts = load.counts().get(form);
      double value = figure.applyAsDouble(counts);
      if (load.forms().get(form).isLoad() && !Double.isNaN(value)) {
        sum += value * counts.statements();
        statements += counts.statements();
      }
    }
    return statements == 0 ? Double.NaN : sum / statements;
  }
}
