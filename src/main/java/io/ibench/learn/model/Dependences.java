package io.ibench.learn.model;

import io.ibench.learn.model.Origin.Match;
import io.ibench.learn.sql.Form;
import io.ibench.learn.sql.Form.Result;
import io.ibench.learn.sql.Form.TableName;
import io.ibench.learn.sql.Form.Verb;
import io.ibench.learn.sql.Literal;
import io.ibench.learn.sql.Slot;
import io.ibench.learn.sql.Slot.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds where each value of a type of transactions comes from. Not thread-safe. */
final class Dependences {

  /** Above it a rule holds in all executions: the rest is noise of retries and torn logs. */
  private static final double ALWAYS = 0.995;

  private static final double NEARLY = 0.99;
  private static final double OFTEN = 0.5;

  /** Fewer executions show nothing. */
  private static final int LEAST = 20;

  private final TransactionType type;
  private final List<Form> forms;
  private final List<FormCounts> counts;
  private final Parameters parameters;
  private final List<Loop> loops;
  private final Pairs pairs;
  private final List<Origin> origins = new ArrayList<>();

  Dependences(TransactionType type, List<Form> forms, List<FormCounts> counts) {
    this.type = type;
    this.forms = forms;
    this.counts = counts;
    this.parameters = new Parameters(type, forms);
    this.loops = type.loops();
    this.pairs = new Pairs(type, parameters, loops);
  }

  Parameters parameters() {
    return parameters;
  }

  List<Loop> loops() {
    return loops;
  }

  /** The origin of each parameter, by its index. */
  List<Origin> find() {
    for (int q = 0; q < parameters.count(); q++) {
      origins.add(origin(q));
    }
    turns();
    return origins;
  }

  private Slot slot(int q) {
    Parameter parameter = parameters.get(q);
    return forms.get(type.form(parameter.place())).slots().get(parameter.slot());
  }

  private Origin origin(int q) {
    Pairs.Vote constant = pairs.constant[q];
    if (constant.all >= LEAST && constant.share() >= NEARLY) {
      return new Origin.Constant(constant.kind, constant.value);
    }
    if (pairs.isList[q] || slot(q).use() == Use.IN) {
      return new Origin.Drawn();
    }
    Origin counter = counter(q);
    if (counter != null) {
      return counter;
    }
    Origin equal = equal(q, ALWAYS);
    if (equal != null) {
      return equal;
    }
    if (isNow(pairs.now[q], q)) {
      return new Origin.Now(0);
    } else if (isNow(pairs.nowMillis[q], q)) {
      return new Origin.Now(1_000);
    } else if (isNow(pairs.nowSeconds[q], q)) {
      return new Origin.Now(1_000_000);
    }
    Origin partly = equal(q, OFTEN);
    if (partly != null) {
      return partly;
    }
    Origin result = result(q);
    return result == null ? new Origin.Drawn() : result;
  }

  private boolean isNow(int hits, int q) {
    return pairs.seen[q] >= LEAST && hits >= NEARLY * pairs.seen[q];
  }

  /** The innermost repeat around a place. */
  private @Nullable Loop loopAround(int place) {
    Loop found = null;
    for (Loop each : loops) {
      if (each.contains(place)) {
        found = each;
      }
    }
    return found;
  }

  private @Nullable Origin counter(int q) {
    Loop loop = loopAround(parameters.get(q).place());
    Pairs.Vote step = pairs.step[q];
    boolean counts = step.all >= LEAST && step.share() >= NEARLY && step.value != 0;
    if (loop == null || !counts || step.value == Long.MIN_VALUE) {
      return null;
    }
    Pairs.Vote begin = pairs.begin[q];
    if (begin.share() >= NEARLY) {
      return new Origin.Counter(loop, begin.value, step.value);
    }
    return null;
  }

  /** The earliest value that it is equal to, or a number away from. */
  private @Nullable Origin equal(int q, double least) {
    int[] sources = pairs.sourcesOf(q);
    Origin.Equal best = null;
    double bestShare = 0;
    for (int i = 0; i < sources.length; i++) {
      if (pairs.both(q, i) < LEAST || pairs.both(q, i) < NEARLY * pairs.seen[q]) {
        continue;
      }
      Parameter source = parameters.get(sources[i]);
      if (origins.get(sources[i]) instanceof Origin.Constant || pairs.isList[sources[i]]) {
        continue;
      }
      double share = pairs.equalShare(q, i);
      long plus = 0;
      if (share < least && pairs.plusShare(q, i) >= NEARLY && isPlain(sources[i])) {
        share = pairs.plusShare(q, i);
        plus = pairs.plus(q, i);
      }
      if (share >= least && share >= bestShare - 0.002) {
        bestShare = Math.max(share, bestShare);
        best = new Origin.Equal(source, plus, share >= ALWAYS ? 1 : share);
      }
    }
    return best;
  }

  private boolean isPlain(int p) {
    return slot(p).use() != Use.NAME && slot(p).use() != Use.LIMIT;
  }

  /** Values that say how often a repeat is executed. */
  private void turns() {
    for (Loop loop : loops) {
      boolean outermost = loops.stream().noneMatch(o -> o != loop && o.contains(loop));
      if (!outermost) {
        continue;
      }
      for (int q = 0; q < parameters.count(); q++) {
        if (origins.get(q) instanceof Origin.Drawn
            && !loop.contains(parameters.get(q).place())
            && isTurns(q, loop)) {
          origins.set(q, new Origin.Turns(loop));
          break;
        }
      }
    }
  }

  private boolean isTurns(int q, Loop loop) {
    Parameter parameter = parameters.get(q);
    int hits = 0;
    int all = 0;
    for (int s = 0; s < pairs.used(); s++) {
      Sample sample = type.samples().get(s);
      long turns = 0;
      boolean found = false;
      long value = 0;
      for (int t = 0; t < sample.places.length; t++) {
        turns += sample.places[t] == loop.begin() ? 1 : 0;
        if (sample.places[t] == parameter.place() && !found) {
          for (int v = sample.firstValue[t]; v < sample.firstValue[t + 1]; v++) {
            if (sample.slots[v] == parameter.slot() && sample.kinds[v] == Literal.INTEGER) {
              value = sample.bits[v];
              found = true;
            }
          }
        }
      }
      all++;
      hits += found && value == turns ? 1 : 0;
    }
    return all >= LEAST && hits >= NEARLY * all;
  }

  private @Nullable Origin result(int q) {
    Slot slot = slot(q);
    String column = slot.column();
    if (column == null || slot.use() == Use.DELTA || slot.use() == Use.LIMIT) {
      return null;
    }
    int place = parameters.get(q).place();
    Origin.Result best = null;
    for (int p = 0; p < place; p++) {
      if (!Loop.isKnown(p, place, loops) || !mayReturnOneRow(p)) {
        continue;
      }
      Form form = forms.get(type.form(p));
      for (int r = 0; r < form.results().size(); r++) {
        Match match = match(slot, column, form, form.results().get(r));
        boolean better = match != null && (best == null || match.compareTo(best.match()) <= 0);
        if (better && match != null) {
          best = new Origin.Result(p, r, match);
        }
      }
    }
    boolean stored = slot.use() == Use.STORE && forms.get(type.form(place)).verb() == Verb.UPDATE;
    return best != null && stored && best.match() != Match.SAME_COLUMN ? null : best;
  }

  private boolean mayReturnOneRow(int place) {
    int form = type.form(place);
    FormCounts count = counts.get(form);
    return forms.get(form).verb() == Verb.SELECT && (!count.knowsRows() || count.returnsOneRow());
  }

  private static @Nullable Match match(Slot slot, String column, Form form, Result result) {
    String name = column.toLowerCase(Locale.ROOT);
    String other = result.column().toLowerCase(Locale.ROOT);
    if (other.isEmpty() || result.aggregate() && !other.equals(name)) {
      return null;
    }
    String table = slot.table() == null ? "" : slot.table();
    boolean sameTable =
        form.tables().stream().anyMatch(each -> each.table().equalsIgnoreCase(table));
    if (other.equals(name)) {
      if (sameTable) {
        return Match.SAME_COLUMN;
      }
      return name.equals("id") ? null : Match.SAME_NAME;
    }
    if (other.equals("id")) {
      return form.tables().stream().anyMatch(each -> isKeyOf(each, name)) ? Match.SAME_NAME : null;
    }
    return isSimilar(name, other) ? Match.SIMILAR_NAME : null;
  }

  /** Whether the ends of two names agree, as in {@code ol_o_id} and {@code d_next_o_id}. */
  private static boolean isSimilar(String name, String other) {
    for (String each : List.of(name, tail(name))) {
      boolean says = each.length() >= 4 && each.contains("_");
      if (says && (other.endsWith("_" + each) || other.equals(each) || tail(other).equals(each))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isKeyOf(TableName table, String column) {
    String singular = table.table().toLowerCase(Locale.ROOT).replaceAll("s?\\d*$", "");
    return column.equals(singular + "_id") || column.endsWith("_" + singular + "_id");
  }

  /** A name without what stands before its first underscore. */
  private static String tail(String name) {
    int underscore = name.indexOf('_');
    return underscore < 0 ? name : name.substring(underscore + 1);
  }
}
