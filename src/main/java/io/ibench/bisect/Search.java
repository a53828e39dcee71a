package io.ibench.bisect;

import io.ibench.bisect.Duets.DuetFailedException;
import io.ibench.bisect.Finding.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Halves a row of versions by duets of the first one, which is good, against others. A version is
 * like the bad one if its interval lies beyond the line halfway between both, and like the good one
 * if it lies before. The neighbours that are found are compared with each other; if they do not
 * differ, both are judged anew. It depends on nothing but the answers, so that a search goes on by
 * the answers that it had. Not thread-safe.
 */
public final class Search {

  /** So often the neighbours may contradict the search. */
  private static final int ROUNDS = 3;

  private static final double HALFWAY = 0.5;

  /** Of the change: a step that is known to be smaller is none. */
  private static final double SMALLEST_STEP = 0.4;

  private enum Verdict {
    GOOD("like good"),
    BAD("like bad"),
    /** It surely differs from the good one, by some half of what the bad one does. */
    PART("part of it"),
    UNDECIDED("not decided"),
    SKIPPED("skipped");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    boolean isBad() {
      return this == BAD || this == PART;
    }
  }

  private final int last;
  private final double withinPercent;
  private final Optional<Figure> asked;
  private final Duets duets;
  private final TreeMap<Integer, Verdict> verdicts = new TreeMap<>();
  private final Map<Integer, Effect> effects = new HashMap<>();
  private Figure figure;
  private int good;
  private int bad;

  /** From the first version to the bad one. */
  private Effect target;

  /** From the first version to the last one. */
  private Effect total;

  private double instances;

  /**
   * Prepares a search.
   *
   * @param versions how many there are; the first one is good, the last one bad
   * @param withinPercent how small a change may stay unknown
   * @param asked the figure that the user asks for
   */
  public Search(int versions, double withinPercent, Optional<Figure> asked, Duets duets) {
    this.last = versions - 1;
    this.withinPercent = withinPercent;
    this.asked = asked;
    this.duets = duets;
    this.figure = asked.orElse(Figure.TIME);
    this.bad = last;
    this.target = new Effect(0, 0, 0);
    this.total = target;
  }

  /** Searches to the end. */
  public Finding run() throws InterruptedException, DuetFailedException {
    Comparison whole = duets.compare(Question.whole(0, last, withinPercent, figure));
    Optional<State> over = begin(whole);
    duets.judged(over.equals(Optional.of(State.NO_CHANGE)) ? "no change" : "differs");
    if (over.isPresent()) {
      return finding(over.get(), Figure.TIME.of(whole), Figure.CPU.of(whole));
    }
    verdicts.put(0, Verdict.GOOD);
    verdicts.put(last, Verdict.BAD);
    effects.put(last, total);
    for (int round = 1; true; round++) {
      narrow();
      if (isWithin(target)) {
        return finding(State.GRADUAL, Optional.empty(), Optional.empty());
      }
      Step step = step();
      if (step.isConfirmed()) {
        return finding(State.FOUND, step.time, step.cpu);
      }
      if (round == ROUNDS || !judgeAnew()) {
        boolean none =
            round < ROUNDS && step.of(figure).filter(each -> !mayBeStep(each)).isPresent();
        return finding(none ? State.GRADUAL : State.UNSURE, step.time, step.cpu);
      }
    }
  }

  /** What the duet of first and last version means; empty: there is something to search. */
  private Optional<State> begin(Comparison whole) {
    instances = Math.log1p(whole.instances() / 100);
    Optional<Effect> time = Figure.TIME.of(whole);
    Optional<Effect> cpu = Figure.CPU.of(whole);
    boolean timeIsSmall = time.filter(this::isWithin).isPresent();
    if (asked.isEmpty() && !changes(time) && !timeIsSmall && changes(cpu)) {
      figure = Figure.CPU;
    }
    Optional<Effect> own = figure.of(whole);
    if (!changes(own)) {
      return Optional.of(State.NO_CHANGE);
    }
    total = own.orElseThrow();
    target = total;
    return Math.abs(target.estimate()) * HALFWAY <= instances
        ? Optional.of(State.TOO_SMALL)
        : Optional.empty();
  }

  private boolean changes(Optional<Effect> effect) {
    return effect
        .filter(known -> known.widened(instances).excludesZero() && !isWithin(known))
        .isPresent();
  }

  private boolean isWithin(Effect effect) {
    return 100 * effect.widest() <= withinPercent;
  }

  /** Judges versions until good and bad are neighbours, but for those that cannot be judged. */
  private void narrow() throws InterruptedException, DuetFailedException {
    while (!isWithin(target)) {
      Optional<Integer> next = middle();
      if (next.isEmpty()) {
        return;
      }
      int version = next.get();
      Verdict verdict = judge(version);
      if (verdict == Verdict.GOOD) {
        good = version;
      } else if (verdict.isBad()) {
        becomesBad(version);
      }
    }
  }

  private void becomesBad(int version) {
    bad = version;
    if (verdicts.get(version) == Verdict.PART) {
      target = Objects.requireNonNull(effects.get(version));
    }
  }

  /** The unjudged version nearest to the middle. */
  private Optional<Integer> middle() {
    int middle = (good + bad) / 2;
    for (int distance = 0; distance < bad - good; distance++) {
      for (int each : List.of(middle + distance, middle - distance)) {
        if (each > good && each < bad && !verdicts.containsKey(each)) {
          return Optional.of(each);
        }
      }
    }
    return Optional.empty();
  }

  private Verdict judge(int version) throws InterruptedException, DuetFailedException {
    double line = target.estimate() * HALFWAY;
    Optional<Effect> known = Optional.empty();
    for (int time = 1; true; time++) {
      Comparison found = duets.compare(Question.version(0, version, figure, line));
      known = together(known, figure.of(found));
      Verdict verdict = found.skipped().isPresent() ? Verdict.SKIPPED : verdict(known, line);
      duets.judged(verdict.text);
      if (verdict != Verdict.UNDECIDED || time == 2) {
        verdicts.put(version, verdict);
        known.ifPresent(effect -> effects.put(version, effect));
        return verdict;
      }
    }
  }

  private Verdict verdict(Optional<Effect> known, double line) {
    if (known.isEmpty()) {
      return Verdict.UNDECIDED;
    }
    Effect effect = known.get().widened(instances);
    if (line > 0 ? effect.low() > line : effect.high() < line) {
      return Verdict.BAD;
    }
    if (line > 0 ? effect.high() < line : effect.low() > line) {
      return Verdict.GOOD;
    }
    return effect.isSurelyLike(target) ? Verdict.PART : Verdict.UNDECIDED;
  }

  private static Optional<Effect> together(Optional<Effect> one, Optional<Effect> other) {
    return one.isPresent() && other.isPresent()
        ? Optional.of(one.get().with(other.get()))
        : one.or(() -> other);
  }

  /** What the duets of the neighbours say. */
  private record Step(Optional<Effect> time, Optional<Effect> cpu, boolean isConfirmed) {

    Optional<Effect> of(Figure figure) {
      return figure == Figure.TIME ? time : cpu;
    }
  }

  /** Compares the neighbours, once more if that says nothing. */
  private Step step() throws InterruptedException, DuetFailedException {
    Step step = new Step(Optional.empty(), Optional.empty(), false);
    for (int time = 1; time <= 2; time++) {
      double smallest = target.estimate() * SMALLEST_STEP;
      Comparison found = duets.compare(Question.step(good, bad, figure, smallest));
      Optional<Effect> times = together(step.time, Figure.TIME.of(found));
      Optional<Effect> cpus = together(step.cpu, Figure.CPU.of(found));
      Optional<Effect> own = figure == Figure.TIME ? times : cpus;
      boolean confirmed =
          own.filter(each -> each.widened(instances).isSurelyLike(target)).isPresent();
      step = new Step(times, cpus, confirmed);
      boolean open = !confirmed && own.filter(each -> !mayBeStep(each)).isEmpty();
      duets.judged(confirmed ? "confirmed" : open ? Verdict.UNDECIDED.text : "no step");
      if (!open) {
        break;
      }
    }
    return step;
  }

  /** Whether half of the change is in the interval. */
  private boolean mayBeStep(Effect effect) {
    double line = target.estimate() * HALFWAY;
    Effect wide = effect.widened(instances);
    return wide.low() <= line && line <= wide.high() || effect.isSurelyLike(target);
  }

  /**
   * Judges both neighbours again, which do not differ.
   *
   * @return whether one of them was judged wrongly, so that the search goes on
   */
  private boolean judgeAnew() throws InterruptedException, DuetFailedException {
    int formerGood = good;
    int formerBad = bad;
    if (formerGood > 0 && judge(formerGood) != Verdict.GOOD) {
      good = lastGoodBelow(formerGood);
      if (isBad(formerGood)) {
        becomesBad(formerGood);
        return true;
      }
    }
    if (!judge(formerBad).isBad()) {
      Optional<Integer> next = firstBadAbove(formerBad);
      if (next.isEmpty()) {
        return false;
      }
      bad = next.get();
      if (verdicts.get(formerBad) == Verdict.GOOD) {
        good = formerBad;
      }
    }
    return good != formerGood || bad != formerBad;
  }

  private boolean isBad(int version) {
    return verdicts.containsKey(version) && verdicts.get(version).isBad();
  }

  private int lastGoodBelow(int version) {
    int found = 0;
    for (Map.Entry<Integer, Verdict> each : verdicts.headMap(version).entrySet()) {
      found = each.getValue() == Verdict.GOOD ? each.getKey() : found;
    }
    return found;
  }

  private Optional<Integer> firstBadAbove(int version) {
    return verdicts.tailMap(version, false).entrySet().stream()
        .filter(each -> each.getValue().isBad())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private Finding finding(State state, Optional<Effect> time, Optional<Effect> cpu) {
    List<Integer> between = new ArrayList<>();
    for (int version = good + 1; version < bad; version++) {
      between.add(version);
    }
    boolean isTime = figure == Figure.TIME;
    return new Finding(
        state,
        figure,
        good,
        bad,
        between,
        isTime ? time : cpu,
        isTime ? cpu : time,
        Optional.of(total).filter(each -> each.estimate() != 0),
        Optional.ofNullable(effects.get(good)),
        Optional.ofNullable(effects.get(bad)));
  }
}
