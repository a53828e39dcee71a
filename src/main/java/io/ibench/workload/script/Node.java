package io.ibench.workload.script;

import java.util.List;

/** A part of an expression. Immutable. */
sealed interface Node {

  /** A value that is known before the run. */
  record Constant(Value value) implements Node {}

  /** A variable, by its number. */
  record Variable(int slot) implements Node {}

  /** An operator or function with its operands. */
  record Operation(Op op, List<Node> operands) implements Node {

    public Operation {
      operands = List.copyOf(operands);
    }
  }
}
