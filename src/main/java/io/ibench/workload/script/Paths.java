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
import java.util.function.IntPredicate;

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

    /** The transaction that was open where each loop began, the outermost loop first. */
    final List<Optional<Place>> outside = new ArrayList<>();

    Path copy() {
      Path copy = new Path();
      copy.conditions.putAll(conditions);
      copy.assigned.addAll(assigned);
      copy.answers.addAll(answers);
      copy.block = block;
      copy.outside.addAll(outside);
      return copy;
    }

    boolean isAlike(Path other) {
      return assigned.equals(other.assigned) && answers.equals(other.answers) && hasBlocksOf(other);
    }

    boolean hasBlocksOf(Path other) {
      return block.isPresent() == other.block.isPresent() && outside.equals(other.outside);
    }

    /** The transaction that was open where the innermost loop began. */
    Optional<Place> before() {
      return outside.get(outside.size() - 1);
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

  /** The ways that led to each loop that has not ended. */
  private final Deque<List<Path>> loops = new ArrayDeque<>();

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
    join(all);
  }

  private void join(List<Path> all) {
    now = merged(all, Path::isAlike);
    if (now.size() > MOST) {
      now = merged(now, Path::hasBlocksOf);
    }
  }

  /**
   * Begins a loop. Its first turn knows least: a later one has all variables that the first one
   * has, but not the conditions of those that a turn sets.
   *
   * @param changed whether a turn may set the variable of a slot
   */
  void beginLoop(IntPredicate changed) {
    loops.push(now.stream().map(Path::copy).toList());
    for (Path path : now) {
      path.conditions.keySet().removeIf(node -> reads(node, changed));
      path.outside.add(path.block);
    }
  }

  /** Where a transaction began that a turn of the loop leaves open. */
  Optional<Place> leftOpen() {
    return now.stream()
        .filter(path -> path.before().isEmpty())
        .flatMap(path -> path.block.stream())
        .findFirst();
  }

  /** Where a transaction began that a turn of the loop ends, though it began before the loop. */
  Optional<Place> leftClosed() {
    return now.stream()
        .filter(path -> path.block.isEmpty())
        .flatMap(path -> path.before().stream())
        .findFirst();
  }

  /**
   * Ends the loop.
   *
   * @param surely whether it has a turn at least
   */
  void endLoop(boolean surely) {
    for (Path path : now) {
      Optional<Place> before = path.outside.remove(path.outside.size() - 1);
      if (before.isPresent() != path.block.isPresent()) {
        path.block = before; // One message is enough.
      }
    }
    List<Path> all = new ArrayList<>(now);
    List<Path> without = loops.pop();
    if (!surely) {
      all.addAll(without);
    }
    join(all);
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
    now.forEach(path -> path.conditions.keySet().removeIf(node -> reads(node, any -> any == slot)));
  }

  private static boolean reads(Node node, IntPredicate slots) {
    return node instanceof Node.Variable variable && slots.test(variable.slot())
        || node instanceof Node.Operation operation
            && operation.operands().stream().anyMatch(each -> reads(each, slots));
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
