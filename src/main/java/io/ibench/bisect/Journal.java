package io.ibench.bisect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Answers from the path that a search has behind it, then by duets, which it keeps. Not
 * thread-safe.
 */
public final class Journal implements Duets {

  private final List<Candidate> candidates;
  private final List<Comparison> path;
  private final int known;
  private final Duets duets;
  private final Consumer<List<Comparison>> keeper;
  private int next;
  private Optional<Finding> finding = Optional.empty();

  /**
   * A journal.
   *
   * @param path behind the search
   * @param duets for the rest
   * @param keeper takes the path whenever it grows
   */
  public Journal(
      List<Candidate> candidates,
      List<Comparison> path,
      Duets duets,
      Consumer<List<Comparison>> keeper) {
    this.candidates = candidates;
    this.path = new ArrayList<>(path);
    this.known = path.size();
    this.duets = duets;
    this.keeper = keeper;
  }

  /** Searches to the end. */
  public Answer search(Search search) throws InterruptedException, DuetFailedException {
    finding = Optional.of(search.run());
    return answer();
  }

  /** That of the search, with what all duets took so far. */
  public Answer answer() {
    return Answer.of(finding.orElseThrow(), candidates, path);
  }

  @Override
  public Comparison compare(Question question) throws InterruptedException, DuetFailedException {
    if (next == path.size()) {
      Comparison found = duets.compare(question);
      if (question.purpose() == Question.Purpose.WHOLE && found.skipped().isPresent()) {
        // It is not kept, so that a further try asks again.
        throw new DuetFailedException(
            found.b() + ": " + found.skipped().get(), "or begin anew with another --bad");
      }
      path.add(found);
      keeper.accept(path);
    }
    Comparison found = path.get(next);
    next++;
    String b = candidates.get(question.b()).name();
    if (found.purpose() != question.purpose() || !found.b().equals(b)) {
      throw new DuetFailedException(
          StoredBisect.NAME + " is of another ibench: its duet " + next + " is of " + found.b());
    }
    return found;
  }

  @Override
  public void judged(String verdict) {
    path.set(next - 1, path.get(next - 1).judged(verdict));
    if (next > known) {
      keeper.accept(path);
      duets.judged(verdict);
    }
  }
}
