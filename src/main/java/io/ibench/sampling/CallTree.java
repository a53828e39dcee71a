package io.ibench.sampling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Samples by stack: a node for each function and the way to it. Not thread-safe. A tree that is
 * full counts further stacks in {@link Frame#OTHERS} below the frames that it knows.
 */
public final class CallTree {

  /** More distinct stacks than programs have; bounds memory and files. */
  public static final int MAX_STACKS = 20_000;

  /** A function, called by that of its parent. */
  public static final class Node {

    private final Frame frame;
    private final Map<Frame, Node> callees = new LinkedHashMap<>();
    private long self;

    private Node(Frame frame) {
      this.frame = frame;
    }

    public Frame frame() {
      return frame;
    }

    /** Samples in which it was the innermost function. */
    public long self() {
      return self;
    }

    /** Its samples and those of all that it called. */
    public long all() {
      return self + callees.values().stream().mapToLong(Node::all).sum();
    }

    public List<Node> callees() {
      return List.copyOf(callees.values());
    }
  }

  /**
   * What a function has, wherever it stands.
   *
   * @param self samples in which it was the innermost one
   * @param all samples of stacks that it is on, each counted once
   */
  public record Counts(long self, long all) {}

  private final Node root = new Node(new Frame("", "", 0));
  private final int maxStacks;
  private int stacks;
  private long samples;

  public CallTree() {
    this(MAX_STACKS);
  }

  CallTree(int maxStacks) {
    this.maxStacks = maxStacks;
  }

  /**
   * Adds samples of a stack.
   *
   * @param stack the outermost function first; not empty
   */
  public void add(List<Frame> stack, long count) {
    samples += count;
    Node at = root;
    for (Frame frame : stack) {
      Node next = at.callees.get(frame);
      if (next == null && stacks >= maxStacks) {
        at.callees.computeIfAbsent(Frame.OTHERS, Node::new).self += count;
        return;
      }
      at = next == null ? at.callees.computeIfAbsent(frame, Node::new) : next;
    }
    if (at.self == 0) {
      stacks++;
    }
    at.self += count;
  }

  /** Stands for no function; its callees are the outermost ones. */
  public Node root() {
    return root;
  }

  public long samples() {
    return samples;
  }

  /** Samples of stacks that one of these functions is on, each counted once. */
  public long samplesOf(Predicate<Frame> functions) {
    return samplesOf(root, functions);
  }

  private static long samplesOf(Node caller, Predicate<Frame> functions) {
    return caller.callees.values().stream()
        .mapToLong(
            callee -> functions.test(callee.frame) ? callee.all() : samplesOf(callee, functions))
        .sum();
  }

  /** Each function's samples. */
  public Map<Frame, Counts> functions() {
    Map<Frame, long[]> sums = new LinkedHashMap<>();
    root.callees.values().forEach(node -> collect(node, new HashSet<>(), sums));
    Map<Frame, Counts> counts = new LinkedHashMap<>();
    sums.forEach((frame, sum) -> counts.put(frame, new Counts(sum[0], sum[1])));
    return counts;
  }

  /** Adds the node's samples to its function and, once each, to those that it is called by. */
  private static long collect(Node node, Set<Frame> callers, Map<Frame, long[]> sums) {
    boolean outermost = callers.add(node.frame);
    long all = node.self;
    for (Node callee : node.callees.values()) {
      all += collect(callee, callers, sums);
    }
    long[] sum = sums.computeIfAbsent(node.frame, frame -> new long[2]);
    sum[0] += node.self;
    if (outermost) {
      sum[1] += all;
      callers.remove(node.frame);
    }
    return all;
  }

  /** The same samples; calls with fewer of them are {@link Frame#OTHERS} of their callers. */
  CallTree without(long fewer) {
    CallTree less = new CallTree(maxStacks);
    copy(root, new ArrayList<>(), fewer, less);
    return less;
  }

  private static void copy(Node node, List<Frame> stack, long fewer, CallTree into) {
    long others = 0;
    if (node.self > 0) {
      into.add(stack, node.self);
    }
    for (Node callee : node.callees.values()) {
      long all = callee.all();
      if (all < fewer) {
        others += all;
        continue;
      }
      stack.add(callee.frame);
      copy(callee, stack, fewer, into);
      stack.remove(stack.size() - 1);
    }
    if (others > 0) {
      stack.add(Frame.OTHERS);
      into.add(stack, others);
      stack.remove(stack.size() - 1);
    }
  }

  /** Receives stacks. */
  public interface Visitor {

    /**
     * A stack with samples of its own.
     *
     * @param stack the outermost function first; changes after the call
     */
    void stack(List<Frame> stack, long count);
  }

  /** Visits each stack that has samples. */
  public void forEach(Visitor visitor) {
    List<Frame> stack = new ArrayList<>();
    root.callees.values().forEach(node -> visit(node, stack, visitor));
  }

  private static void visit(Node node, List<Frame> stack, Visitor visitor) {
    stack.add(node.frame);
    if (node.self > 0) {
      visitor.stack(stack, node.self);
    }
    node.callees.values().forEach(callee -> visit(callee, stack, visitor));
    stack.remove(stack.size() - 1);
  }
}
