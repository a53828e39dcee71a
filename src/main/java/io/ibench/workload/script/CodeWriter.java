package io.ibench.workload.script;

import io.ibench.random.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Makes a program of an expression. Not thread-safe. */
final class CodeWriter {

  private final IntSupplier sites;
  private final List<Integer> codes = new ArrayList<>();
  private final List<Value> constants = new ArrayList<>();
  private final List<Weights> weights = new ArrayList<>();
  private int depth;
  private int deepest;

  private CodeWriter(IntSupplier sites) {
    this.sites = sites;
  }

  /**
   * Makes a program.
   *
   * @param sites gives each call of a function its own number
   */
  static Program program(Node node, IntSupplier sites) {
    CodeWriter writer = new CodeWriter(sites);
    writer.write(node);
    return new Program(
        writer.codes.stream().mapToInt(Integer::intValue).toArray(),
        writer.constants.toArray(Value[]::new),
        writer.weights.toArray(Weights[]::new),
        writer.deepest);
  }

  private void add(int code, int argument) {
    codes.add(code);
    codes.add(argument);
  }

  private void pushed() {
    deepest = Math.max(deepest, ++depth);
  }

  private void write(Node node) {
    if (node instanceof Node.Constant constant) {
      constants.add(constant.value());
      add(Program.PUSH, constants.size() - 1);
      pushed();
    } else if (node instanceof Node.Variable variable) {
      add(Program.LOAD, variable.slot());
      pushed();
    } else if (node instanceof Node.Operation operation) {
      write(operation);
    }
  }

  private void write(Node.Operation operation) {
    List<Node> operands = operation.operands();
    switch (operation.op()) {
      case AND -> lazy(operands, Program.AND_JUMP);
      case OR -> lazy(operands, Program.OR_JUMP);
      case CASE -> cases(operands);
      case RANDOM_LIST -> list(operands);
      case RANDOM_HISTOGRAM -> histogram(operands);
      default -> {
        operands.forEach(this::write);
        int site = sites.getAsInt();
        add(
            Program.OPERATION + operation.op().ordinal(),
            operands.size() | site << Program.SITE_SHIFT);
        depth -= operands.size();
        pushed();
      }
    }
  }

  private void lazy(List<Node> operands, int jump) {
    write(operands.get(0));
    int from = codes.size() + 1;
    add(jump, 0);
    depth--;
    write(operands.get(1));
    add(Program.CHECK_BOOLEAN, 0);
    codes.set(from, codes.size());
  }

  /** Pairs of a condition and its value, and the last value. */
  private void cases(List<Node> operands) {
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i + 1 < operands.size(); i += 2) {
      write(operands.get(i));
      int next = codes.size() + 1;
      add(Program.JUMP_UNLESS, 0);
      depth--;
      write(operands.get(i + 1));
      depth--;
      ends.add(codes.size() + 1);
      add(Program.JUMP, 0);
      codes.set(next, codes.size());
    }
    write(operands.get(operands.size() - 1));
    ends.forEach(end -> codes.set(end, codes.size()));
  }

  /** Pairs of a value and its weight; only the value that is drawn is computed. */
  private void list(List<Node> operands) {
    int count = operands.size() / 2;
    add(Program.DRAW, weights(RandomList.weights(operands)));
    int jumps = codes.size();
    for (int i = 0; i < count; i++) {
      add(Program.JUMP, 0);
    }
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      codes.set(jumps + 2 * i + 1, codes.size());
      write(operands.get(2 * i));
      depth--;
      ends.add(codes.size() + 1);
      add(Program.JUMP, 0);
    }
    depth++;
    ends.forEach(end -> codes.set(end, codes.size()));
  }

  private void histogram(List<Node> operands) {
    write(operands.get(0));
    write(operands.get(1));
    add(Program.HISTOGRAM, weights(RandomList.weightsFrom(2, operands)));
    depth--;
  }

  private int weights(Weights made) {
    weights.add(made);
    return weights.size() - 1;
  }
}
