package io.ibench.workload.script;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The ways by which a section may come to a place: what is true on each of them. A condition that
 * was true before is true again, as long as no variable in it is set. Not thread-safe.
 */
final class Paths {

  /** More ways than these become two: a check may then refuse what would be right. */
  private static final int MOST = 64;

  /** One way, with what is known on it. */
  private static final class Path {
    final Map<Node, Boolean> conditions = new HashMap<>();
    final Set<String> assigned = new HashSet<>();

    /** The statements whose row is in variables. */
    final Set<Integer> answers = new HashSet<>();

    Optional<Place> block = Optional.empty();

    Path copy() {
      Path copy = new Path();
      copy.conditions.putAll(conditions);
      copy.assigned.addAll(assigned);
      copy.answers.addAll(answers);
      copy.block = block;
      return copy;
    }

    boolean isAlike(Path other) {
      return assigned.equals(other.assigned)
          && answers.equals(other.answers)
          && block.isPresent() == other.block.isPresent();
    }

    /** Keeps what is true on both. */
    void meet(Path other) {
      conditions.entrySet().retainAll(other.conditions.entrySet());
      assigned.retainAll(other.assigned);
      answers.retainAll(other.answers);
    }
  }

  /** An {@code \if} that has not ended. */
  private static final class Fork {
    final List<Path> done = new ArrayList<>();
    List<Path> rest = new ArrayList<>();
  }

  private final Deque<Fork> forks = new ArrayDeque<>();
  private List<Path> now = new ArrayList<>(List.of(new Path()));

  /** Begins an {@code \if}; its first {@link #branch} follows. */
  void fork() {
    forks.push(new Fork());
  }

  /** Begins the branch of a condition. */
  void branch(Node condition) {
    List<Path> taken = new ArrayList<>();
    List<Path> rest = new ArrayList<>();
    for (Path path : now) {
      Boolean known = path.conditions.get(condition);
      if (known == null) {
        Path other = path.copy();
        if (isPure(condition)) {
          path.conditions.put(condition, true);
          other.conditions.put(condition, false);
        }
        taken.add(path);
        rest.add(other);
      } else {
        (known ? taken : rest).add(path);
      }
    }
    now = taken;
    forks.peek().rest = rest;
  }

  /** Ends a branch: goes on where none of the conditions before was true. */
  void otherwise() {
    Fork fork = forks.peek();
    fork.done.addAll(now);
    now = fork.rest;
    fork.rest = new ArrayList<>();
  }

  /** Ends the {@code \if}. */
  void join() {
    Fork fork = forks.pop();
    List<Path> all = new ArrayList<>(fork.done);
    all.addAll(now);
    all.addAll(fork.rest);
    now = merged(all, Path::isAlike);
    if (now.size() > MOST) {
      now = merged(now, (one, other) -> one.block.isPresent() == other.block.isPresent());
    }
  }

  private interface Likeness {
    boolean isAlike(Path one, Path other);
  }

  private static List<Path> merged(List<Path> all, Likeness likeness) {
    List<Path> merged = new ArrayList<>();
    for (Path path : all) {
      Optional<Path> same =
          merged.stream().filter(each -> likeness.isAlike(each, path)).findFirst();
      same.ifPresentOrElse(each -> each.meet(path), () -> merged.add(path));
    }
    return merged;
  }

  private static boolean isPure(Node node) {
    return !(node instanceof Node.Operation operation)
        || operation.op().isPure() && operation.operands().stream().allMatch(Paths::isPure);
  }

  /** A variable gets a value. */
  void assign(String name, int slot) {
    now.forEach(path -> path.assigned.add(name));
    forget(slot);
  }

  /** A variable may have got another value. */
  void forget(int slot) {
    now.forEach(path -> path.conditions.keySet().removeIf(node -> reads(node, slot)));
  }

  private static boolean reads(Node node, int slot) {
    return node instanceof Node.Variable variable && variable.slot() == slot
        || node instanceof Node.Operation operation
            && operation.operands().stream().anyMatch(each -> reads(each, slot));
  }

  /** The row of a statement is in variables. */
  void answer(int statement) {
    now.forEach(path -> path.answers.add(statement));
  }

  /** Whether a variable has a value on every way to here. */
  boolean isAssigned(String name) {
    return now.stream().allMatch(path -> path.assigned.contains(name));
  }

  /**
   * For each way on which a variable has no value yet, the statements whose row is in variables.
   */
  List<Set<Integer>> answersWithout(String name) {
    return now.stream()
        .filter(path -> !path.assigned.contains(name))
        .map(path -> Set.copyOf(path.answers))
        .distinct()
        .toList();
  }

  /** Where a transaction began that is open on a way to here. */
  Optional<Place> open() {
    return now.stream().map(path -> path.block).flatMap(Optional::stream).findFirst();
  }

  /** Whether a way to here has no open transaction. */
  boolean mayBeClosed() {
    return now.stream().anyMatch(path -> path.block.isEmpty());
  }

  void begin(Place place) {
    now.forEach(path -> path.block = Optional.of(place));
  }

  void end() {
    now.forEach(path -> path.block = Optional.empty());
  }
}
