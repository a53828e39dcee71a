package io.ibench.suite;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One repeat of a variant, as suite.json has it. Immutable; each {@code with} makes a copy.
 *
 * @param number from 1, in the order of running
 * @param repeat from 1; 0 is the load whose data others get copies of
 * @param reason why it failed, was skipped or interrupted; else empty
 * @param startedMillis since 1970; 0 before it has begun
 * @param seconds from its begin to its end
 * @param runSeconds of its run alone
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
    long startedMillis,
    double seconds,
    double runSeconds,
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
        0,
        0,
        0,
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
    return change(next, reason, startedMillis, seconds, runSeconds, exitCode, server, child);
  }

  Cell over(State end, Optional<String> why, double wholeSeconds) {
    return change(end, why, startedMillis, wholeSeconds, runSeconds, exitCode, server, child);
  }

  Cell begun(long millis) {
    return change(
        State.WAITING, reason, millis, 0, 0, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The same, which will have failed. */
  Cell because(String why) {
    return change(
        state, Optional.of(why), startedMillis, seconds, runSeconds, exitCode, server, child);
  }

  Cell on(Server where) {
    return change(
        state, reason, startedMillis, seconds, runSeconds, exitCode, Optional.of(where), child);
  }

  Cell running(Child process) {
    return change(
        state, reason, startedMillis, seconds, runSeconds, exitCode, server, Optional.of(process));
  }

  Cell ended(int code, double ofRun) {
    return change(
        state, reason, startedMillis, seconds, ofRun, Optional.of(code), server, Optional.empty());
  }

  private Cell change(
      State next,
      Optional<String> why,
      long started,
      double whole,
      double ofRun,
      Optional<Integer> code,
      Optional<Server> where,
      Optional<Child> process) {
    return new Cell(
        number, variant, repeat, next, why, started, whole, ofRun, code, where, process, readBack,
        canary, remarks);
  }

  Cell withReadBack(Map<String, String> values) {
    return new Cell(
        number,
        variant,
        repeat,
        state,
        reason,
        startedMillis,
        seconds,
        runSeconds,
        exitCode,
        server,
        child,
        values,
        canary,
        remarks);
  }

  Cell withCanary(Canary.Figures figures) {
    return new Cell(
        number,
        variant,
        repeat,
        state,
        reason,
        startedMillis,
        seconds,
        runSeconds,
        exitCode,
        server,
        child,
        readBack,
        Optional.of(figures),
        remarks);
  }

  Cell remarked(String remark) {
    List<String> more = new ArrayList<>(remarks);
    more.add(remark);
    return new Cell(
        number,
        variant,
        repeat,
        state,
        reason,
        startedMillis,
        seconds,
        runSeconds,
        exitCode,
        server,
        child,
        readBack,
        canary,
        more);
  }
}
