package io.ibench.bisect;

import io.ibench.duet.DuetAnswer;
import io.ibench.duet.DuetGate;
import io.ibench.report.store.StoredDuet.Ratio;
import io.ibench.statistics.AnytimeInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Duets of versions with known costs: blocks with noise, by the rules by which a duet ends. Not
 * thread-safe.
 */
final class SimulatedDuets implements Duets {

  /** The server's CPU of a block scatters more than its time. */
  private static final double CPU_NOISE = 2;

  private static final double BLOCK_SECONDS = 1.4;

  private final double[] levels;
  private final double noise;
  private final int mostBlocks;
  private final Random random;
  private final Set<Integer> skipped;
  private final List<Question> asked = new ArrayList<>();
  private final List<String> verdicts = new ArrayList<>();

  /**
   * The duets.
   *
   * @param levels what each version costs: logarithms
   * @param noise of a block: a standard deviation
   */
  SimulatedDuets(double[] levels, double noise, int mostBlocks, long seed, Set<Integer> skipped) {
    this.levels = levels;
    this.noise = noise;
    this.mostBlocks = mostBlocks;
    this.random = new Random(seed);
    this.skipped = skipped;
  }

  @Override
  public Comparison compare(Question question) {
    asked.add(question);
    String a = name(question.a());
    String b = name(question.b());
    if (skipped.contains(question.b())) {
      return Comparison.skipped(question.purpose(), a, b, "does not build");
    }
    double truth = levels[question.b()] - levels[question.a()];
    Optional<DuetGate> gate =
        question.gate().flatMap(text -> DuetGate.parse(text, new ArrayList<>()));
    double instance = random.nextGaussian() * noise;
    double[] times = new double[mostBlocks];
    double[] cpus = new double[mostBlocks];
    int[] signs = new int[mostBlocks];
    for (int n = 1; true; n++) {
      signs[n - 1] = n % 2 == 0 ? 1 : -1;
      times[n - 1] = truth + signs[n - 1] * instance + random.nextGaussian() * noise;
      cpus[n - 1] = truth + random.nextGaussian() * noise * CPU_NOISE;
      AnytimeInterval time = interval(times, signs, n);
      AnytimeInterval cpu = interval(cpus, signs, n);
      double within = question.withinPercent() / 100;
      boolean decided =
          gate.map(each -> each.isDecided(time, cpu))
              .orElse(DuetAnswer.of(time, cpu, within, 0).state() != DuetAnswer.State.OPEN);
      boolean enough = n >= DuetAnswer.FEWEST_BLOCKS && n % 2 == 0;
      if (enough && decided || n == mostBlocks) {
        return new Comparison(
            question.purpose(),
            a,
            b,
            Optional.empty(),
            Optional.of("duets/" + b),
            ratio(time),
            ratio(cpu),
            0,
            n * BLOCK_SECONDS,
            Optional.empty());
      }
    }
  }

  private static AnytimeInterval interval(double[] numbers, int[] signs, int n) {
    return AnytimeInterval.of(Arrays.copyOf(numbers, n), Arrays.copyOf(signs, n));
  }

  private static Ratio ratio(AnytimeInterval of) {
    return of.isKnown()
        ? new Ratio(
            Optional.of(Math.exp(of.estimate())),
            Optional.of(Math.exp(of.low())),
            Optional.of(Math.exp(of.high())))
        : new Ratio(Optional.of(Math.exp(of.estimate())), Optional.empty(), Optional.empty());
  }

  static String name(int version) {
    return "v" + version;
  }

  static List<Candidate> candidates(int count) {
    List<Candidate> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(new Candidate(name(i), List.of(), Optional.empty(), Optional.empty()));
    }
    return all;
  }

  @Override
  public void judged(String verdict) {
    verdicts.add(verdict);
  }

  List<Question> asked() {
    return asked;
  }

  List<String> verdicts() {
    return verdicts;
  }
}
