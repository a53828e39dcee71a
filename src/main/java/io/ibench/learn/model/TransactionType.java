package io.ibench.learn.model;

import io.ibench.random.Random64;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Transactions with the same statements in the same order; repeats count once. Not thread-safe. */
public final class TransactionType {

  /** The first samples are kept: they show what counts up from one transaction to the next. */
  private static final int FIRST = 2_000;

  /** More make a transaction that nobody can read. */
  private static final int MOST_VARIANTS = 6;

  private final int[] forms;
  private final boolean explicit;
  private final long[] occurrences;
  private final Map<Loop, Long> seenLoops = new HashMap<>();
  private final List<Sample> samples = new ArrayList<>();
  private final List<Variant> variants = new ArrayList<>();
  private long count;
  private long rolledBack;
  private long failed;
  private long statements;
  private long micros;

  TransactionType(int[] forms, boolean explicit) {
    this.forms = forms;
    this.explicit = explicit;
    occurrences = new long[forms.length];
  }

  /** Adds a transaction; returns by how much the samples grew. */
  int add(Transaction of, Collapse collapse, int mostSamples, Random64 random) {
    count++;
    statements += of.count;
    micros += of.durationMicros;
    failed += of.failed ? 1 : 0;
    for (int i = 0; i < of.count; i++) {
      occurrences[collapse.places[i]]++;
    }
    for (int place = 0; place < collapse.count; place++) {
      if (collapse.repeats(place)) {
        notice(collapse, place);
      }
    }
    return sample(of, collapse, mostSamples, random);
  }

  private void notice(Collapse collapse, int place) {
    for (int period = 1; period <= Collapse.LONGEST && place + period <= forms.length; period++) {
      if (collapse.repeats(place, period)) {
        seenLoops.merge(new Loop(place, place + period), 1L, Long::sum);
      }
    }
  }

  private int sample(Transaction of, Collapse collapse, int mostSamples, Random64 random) {
    if (samples.size() < mostSamples) {
      Sample made = new Sample(of, collapse.places);
      samples.add(made);
      return made.size();
    }
    long drawn = random.nextLong(count);
    int first = Math.min(FIRST, mostSamples / 2);
    if (drawn < first || drawn >= samples.size()) {
      return 0;
    }
    Sample made = new Sample(of, collapse.places);
    int before = samples.get((int) drawn).size();
    samples.set((int) drawn, made);
    return made.size() - before;
  }

  /** Keeps fewer samples; returns by how much they shrank. */
  int shrink(int mostSamples, Random64 random) {
    int before = samples.stream().mapToInt(Sample::size).sum();
    int first = Math.min(FIRST, mostSamples / 2);
    while (samples.size() > mostSamples) {
      int last = samples.size() - 1;
      int drawn = first + random.nextInt(samples.size() - first);
      samples.set(drawn, samples.get(last));
      samples.remove(last);
    }
    return before - samples.stream().mapToInt(Sample::size).sum();
  }

  /** Takes over a type whose statements are the beginning of this one's, rolled back there. */
  void addRolledBack(long transactions, long theirStatements, long theirMicros) {
    count += transactions;
    rolledBack += transactions;
    statements += theirStatements;
    micros += theirMicros;
  }

  /**
   * Takes over a type that leaves some of this one's statements out, if it does.
   *
   * @return whether it did
   */
  boolean absorb(TransactionType part) {
    int[] mapping = mapping(part);
    if (mapping.length == 0 || variants.size() == MOST_VARIANTS || !part.variants.isEmpty()) {
      return false;
    }
    Set<Integer> missing = new HashSet<>();
    for (int place = 0; place < forms.length; place++) {
      missing.add(place);
    }
    for (int place : mapping) {
      missing.remove(place);
    }
    boolean splits =
        loops().stream()
            .anyMatch(
                loop -> {
                  long left = missing.stream().filter(loop::contains).count();
                  return left > 0 && left < loop.end() - loop.begin();
                });
    if (splits) {
      return false;
    }
    variants.add(new Variant(missing, part.count));
    count += part.count;
    rolledBack += part.rolledBack;
    failed += part.failed;
    statements += part.statements;
    micros += part.micros;
    for (int place = 0; place < mapping.length; place++) {
      occurrences[mapping[place]] += part.occurrences[place];
    }
    part.seenLoops.forEach((loop, seen) -> noticeMapped(loop, seen, mapping));
    part.samples.forEach(sample -> samples.add(sample.mapped(mapping)));
    return true;
  }

  private void noticeMapped(Loop loop, long seen, int[] mapping) {
    int begin = mapping[loop.begin()];
    int end = mapping[loop.end() - 1] + 1;
    if (end - begin == loop.end() - loop.begin()) {
      seenLoops.merge(new Loop(begin, end), seen, Long::sum);
    }
  }

  /** The place of each statement of a part in this type; empty if it is no part. */
  private int[] mapping(TransactionType part) {
    int[] mapping = new int[part.forms.length];
    int at = 0;
    for (int place = 0; place < part.forms.length; place++) {
      while (at < forms.length && forms[at] != part.forms[place]) {
        at++;
      }
      if (at == forms.length) {
        return new int[0];
      }
      mapping[place] = at++;
    }
    boolean prefix = mapping.length > 0 && mapping[mapping.length - 1] == mapping.length - 1;
    return prefix || 2 * mapping.length >= forms.length ? mapping : new int[0];
  }

  /** Transactions that leave statements out; those that do not are the rest of {@link #count}. */
  public List<Variant> variants() {
    return List.copyOf(variants);
  }

  void markRolledBack() {
    rolledBack = count;
  }

  List<Sample> samples() {
    return samples;
  }

  /** The numbers of the forms, by place. */
  public int[] forms() {
    return forms.clone();
  }

  /** The number of the form at a place. */
  public int form(int place) {
    return forms[place];
  }

  public int places() {
    return forms.length;
  }

  /** Whether it begins with BEGIN, or in a session without autocommit. */
  public boolean isExplicit() {
    return explicit;
  }

  public long count() {
    return count;
  }

  public long rolledBack() {
    return rolledBack;
  }

  public long failed() {
    return failed;
  }

  /** All statements of all its transactions, without BEGIN and COMMIT. */
  public long statements() {
    return statements;
  }

  public long micros() {
    return micros;
  }

  /** How often a place is executed in a transaction. */
  public double perTransaction(int place) {
    return (double) occurrences[place] / Math.max(1, count - rolledBack);
  }

  /** Its repeats, outer ones first; those that cross more frequent ones are left out. */
  public List<Loop> loops() {
    List<Map.Entry<Loop, Long>> seen = new ArrayList<>(seenLoops.entrySet());
    seen.sort(
        Map.Entry.<Loop, Long>comparingByValue()
            .reversed()
            .thenComparing(each -> each.getKey().begin())
            .thenComparing(each -> each.getKey().end()));
    List<Loop> loops = new ArrayList<>();
    for (Map.Entry<Loop, Long> each : seen) {
      Loop loop = each.getKey();
      if (loops.stream().noneMatch(loop::crosses)) {
        loops.add(loop);
      }
    }
    loops.sort(
        Comparator.comparingInt(Loop::begin)
            .thenComparing(Comparator.comparingInt(Loop::end).reversed()));
    return loops;
  }

  /** How often a repeat was executed each time, in the samples. */
  public List<Long> turns(Loop loop, List<Loop> loops) {
    Loop outer = null;
    for (Loop each : loops) {
      if (!each.equals(loop) && each.contains(loop)) {
        outer = each;
      }
    }
    List<Long> turns = new ArrayList<>();
    for (Sample sample : samples) {
      long open = 0;
      for (int place : sample.places) {
        boolean again = outer != null && place == outer.begin();
        if (again && open > 0) {
          turns.add(open);
          open = 0;
        }
        open += place == loop.begin() ? 1 : 0;
      }
      if (open > 0) {
        turns.add(open);
      }
    }
    return turns;
  }
}
