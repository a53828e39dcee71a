package io.ibench.bisect;

import io.ibench.report.store.StoredDuet.Ratio;
import java.util.List;
import java.util.Optional;

/**
 * What a bisection has found. Ratios are of the version to what it is compared with.
 *
 * @param sentence for the user
 * @param good the last version that is like the first one; empty without a step
 * @param bad the first version that is not; empty without a step
 * @param between versions between the two that could not be judged
 * @param time of bad to good; of the last version to the first one without a step
 * @param cpu the same
 * @param total of the last version to the first one, of the figure
 * @param commit the guilty one
 */
public record Answer(
    Finding.State state,
    String sentence,
    Figure figure,
    Optional<String> good,
    Optional<String> bad,
    List<String> between,
    Ratio time,
    Ratio cpu,
    Ratio total,
    Optional<Candidate.Commit> commit) {

  /** That of a search. */
  static Answer of(Finding finding, List<Candidate> candidates, List<Comparison> path) {
    boolean isTime = finding.figure() == Figure.TIME;
    Optional<Effect> time = isTime ? finding.step() : finding.other();
    Optional<Effect> cpu = isTime ? finding.other() : finding.step();
    boolean found = finding.state() == Finding.State.FOUND;
    boolean searched = found || finding.state() == Finding.State.UNSURE;
    Candidate bad = candidates.get(finding.bad());
    return new Answer(
        finding.state(),
        new Sentence(finding, candidates).of(path),
        finding.figure(),
        searched ? Optional.of(candidates.get(finding.good()).name()) : Optional.empty(),
        searched ? Optional.of(bad.name()) : Optional.empty(),
        searched
            ? finding.between().stream().map(each -> candidates.get(each).name()).toList()
            : List.of(),
        ratio(time),
        ratio(cpu),
        ratio(finding.total()),
        found && finding.between().isEmpty() ? bad.commit() : Optional.empty());
  }

  private static Ratio ratio(Optional<Effect> effect) {
    return effect.map(Effect::ratio).orElse(Ratio.UNKNOWN);
  }
}
