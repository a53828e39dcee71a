package io.ibench.suite;

import io.ibench.report.store.Inline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One repeat of a variant, as suite.json has it. Immutable; each {@code with} makes a copy.
 *
 * @param number from 1, in the order of running
 * @param repeat from 1; 0 is the load whose data others get copies of
 * @param reason why it failed, was skipped or interrupted; else empty
 * @param exitCode of its run; empty before the run ended
 * @param server product, version and folder of its server
 * @param child the process of its run
 * @param readBack the options that were asked for, as the server has them
 * @param canary the machine before it
 * @param remarks what the reader must know about it
 */
public record Cell(
    int number,
    String variant,
    int repeat,
    State state,
    Optional<String> reason,
    @Inline Times times,
    Optional<Integer> exitCode,
    Optional<Server> server,
    Optional<Child> child,
    Map<String, String> readBack,
    Optional<Canary.Figures> canary,
    List<String> remarks) {

  /** What happens to a cell. A state is written before its action begins. */
  public enum State {
    PLANNED,
    /** For an idle machine, a pause, the canary. */
    WAITING,
    PREPARING,
    STARTING,
    CHECKING,
    RUNNING,
    COLLECTING,
    STOPPING,
    CLEANING,
    DONE,
    FAILED,
    SKIPPED,
    INTERRUPTED;

    /** Whether nothing more happens to the cell. */
    public boolean isOver() {
      return compareTo(DONE) >= 0;
    }

    /** Whether a server, its folder or a run may be left after a kill. */
    boolean leavesSomething() {
      return compareTo(PREPARING) >= 0 && !isOver();
    }
  }

  /**
   * When it ran.
   *
   * @param startedMillis since 1970; 0 before it has begun
   * @param seconds from its begin to its end
   * @param runSeconds of its run alone
   */
  public record Times(long startedMillis, double seconds, double runSeconds) {

    static final Times NONE = new Times(0, 0, 0);
  }

  /** Its server. */
  public record Server(String version, String folder, long port) {}

  /** The process of its run, which only a process with the same start is. */
  public record Child(long pid, long startedMillis) {}

  public Cell {
    readBack = readBack == null ? Map.of() : readBack;
    remarks = remarks == null ? List.of() : List.copyOf(remarks);
  }

  /** A cell that has not begun. */
  static Cell planned(int number, String variant, int repeat) {
    return new Cell(
        number,
        variant,
        repeat,
        State.PLANNED,
        Optional.empty(),
        Times.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        List.of());
  }

  /** Such as {@code inmem.redo4-r1}. */
  public String name() {
    return variant + (isLoad() ? "-load" : "-r" + repeat);
  }

  /** Whether it makes the data that others get copies of. */
  public boolean isLoad() {
    return repeat == 0;
  }

  /** The folder of its results in that of the suite. */
  public Path run() {
    return Path.of(variant, isLoad() ? "load" : "run-" + repeat);
  }

  Cell in(State next) {
    return with(draft -> draft.state = next);
  }

  Cell over(State end, Optional<String> why, double wholeSeconds) {
    return with(
        draft -> {
          draft.state = end;
          draft.reason = why;
          draft.times = new Times(times.startedMillis, wholeSeconds, times.runSeconds);
        });
  }

  Cell begun(long millis) {
    return with(
        draft -> {
          draft.state = State.WAITING;
          draft.times = new Times(millis, 0, 0);
          draft.exitCode = Optional.empty();
          draft.server = Optional.empty();
          draft.child = Optional.empty();
        });
  }

  /** The same, which will have failed. */
  Cell because(String why) {
    return with(draft -> draft.reason = Optional.of(why));
  }

  Cell on(Server where) {
    return with(draft -> draft.server = Optional.of(where));
  }

  Cell running(Child process) {
    return with(draft -> draft.child = Optional.of(process));
  }

  Cell ended(int code, double ofRun) {
    return with(
        draft -> {
          draft.times = new Times(times.startedMillis, times.seconds, ofRun);
          draft.exitCode = Optional.of(code);
          draft.child = Optional.empty();
        });
  }

  Cell withReadBack(Map<String, String> values) {
    return with(draft -> draft.readBack = values);
  }

  Cell withCanary(Canary.Figures figures) {
    return with(draft -> draft.canary = Optional.of(figures));
  }

  Cell remarked(String remark) {
    List<String> more = new ArrayList<>(remarks);
    more.add(remark);
    return with(draft -> draft.remarks = more);
  }

  private Cell with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.cell();
  }

  /** What can change of a cell. */
  private static final class Draft {

    private final Cell old;
    private State state;
    private Optional<String> reason;
    private Times times;
    private Optional<Integer> exitCode;
    private Optional<Server> server;
    private Optional<Child> child;
    private Map<String, String> readBack;
    private Optional<Canary.Figures> canary;
    private List<String> remarks;

    Draft(Cell old) {
      this.old = old;
      state = old.state;
      reason = old.reason;
      times = old.times;
      exitCode = old.exitCode;
      server = old.server;
      child = old.child;
      readBack = old.readBack;
      canary = old.canary;
      remarks = old.remarks;
    }

    Cell cell() {
      return new Cell(
          old.number,
          old.variant,
          old.repeat,
          state,
          reason,
          times,
          exitCode,
          server,
          child,
          readBack,
          canary,
          remarks);
    }
  }
}
