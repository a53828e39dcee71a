package io.ibench.cli.bisect;

import io.ibench.bisect.Answer;
import io.ibench.bisect.Candidate;
import io.ibench.bisect.Duets.DuetFailedException;
import io.ibench.bisect.Finding;
import io.ibench.bisect.Journal;
import io.ibench.bisect.Question;
import io.ibench.bisect.Search;
import io.ibench.bisect.StoredBisect;
import io.ibench.cli.ground.UsageException;
import io.ibench.suite.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The course of a bisection: its folder always has how far it is. Not thread-safe. */
final class Bisection {

  private final Path folder;
  private final Sides sides;
  private final Children children;
  private final Mistakes mistakes;
  private final DuetProcesses.Progress progress;
  private StoredBisect state;

  Bisection(
      Path folder,
      StoredBisect state,
      Sides sides,
      Children children,
      Mistakes mistakes,
      DuetProcesses.Progress progress) {
    this.folder = folder;
    this.state = state;
    this.sides = sides;
    this.children = children;
    this.mistakes = mistakes;
    this.progress = progress;
  }

  /** Searches to the end. */
  StoredBisect run() throws InterruptedException, DuetFailedException, UsageException, IOException {
    endLeft();
    keep(state);
    Optional<Builds> builds =
        state.plan().builds().map(each -> new Builds(each, children, this::begun, progress));
    if (builds.isPresent() && state.path().isEmpty()) {
      refuseBuilt(builds.get());
    }
    search(builds.isPresent() ? builds.get() : Bisection::isThere);
    return state;
  }

  /** Refuses good and bad by what their builds say of them, before the first duet. */
  private void refuseBuilt(Builds builds)
      throws InterruptedException, DuetFailedException, UsageException {
    List<Candidate> all = state.candidates();
    List<Candidate> built = new ArrayList<>();
    for (Candidate each : List.of(all.get(0), all.get(all.size() - 1))) {
      DuetProcesses.Made made = builds.make(each);
      if (made.skipped().isPresent()) {
        String option = each.equals(all.get(0)) ? "--good" : "--bad";
        throw new DuetFailedException(
            each.name() + " " + made.skipped().get(), "or begin anew with another " + option);
      }
      built.add(new Candidate(each.name(), made.settings(), Optional.empty(), each.commit()));
    }
    mistakes.refuse(built);
  }

  private void search(DuetProcesses.Makes makes) throws InterruptedException, DuetFailedException {
    DuetProcesses duets =
        new DuetProcesses(folder, state, sides, makes, children, this::begun, progress);
    List<Candidate> candidates = state.candidates();
    Journal journal = new Journal(candidates, state.path(), duets, path -> keep(state.with(path)));
    StoredBisect.Plan plan = state.plan();
    Search search = new Search(candidates.size(), plan.withinPercent(), plan.figure(), journal);
    Answer answer = journal.search(search);
    keep(state.with(answer));
    if (plan.why() && answer.state() == Finding.State.FOUND) {
      int good = place(answer.good());
      int bad = place(answer.bad());
      journal.compare(Question.why(good, bad, plan.withinPercent(), answer.figure()));
      journal.judged("profile");
      keep(state.with(journal.answer()));
    }
  }

  private int place(Optional<String> name) {
    return state.candidates().stream().map(Candidate::name).toList().indexOf(name.orElseThrow());
  }

  private static DuetProcesses.Made isThere(Candidate candidate) {
    return new DuetProcesses.Made(candidate.settings(), Optional.empty());
  }

  /** Ends the duet or the build of a bisection that was killed. */
  private void endLeft() throws InterruptedException, IOException {
    endLeft("duet", folder);
    if (state.plan().builds().isPresent()) {
      Path cache = Path.of(state.plan().builds().get().cache());
      if (Files.exists(cache)) {
        endLeft("build", cache.toRealPath());
      }
    }
  }

  private void endLeft(String what, Path named) throws InterruptedException {
    if (state.running().isPresent()) {
      Optional<World.Child> left =
          DuetProcesses.left(children.world(), state.running().get(), named);
      if (left.isPresent()) {
        progress.over("ending the " + what + " that was left by a bisection that was killed");
        Children.end(left.get());
      }
    }
  }

  private void begun(World.Child child) {
    keep(
        state.with(
            new StoredBisect.Running(child.identity().pid(), child.identity().startedMillis())));
  }

  private void keep(StoredBisect next) {
    state = next;
    state.write(folder);
  }
}
