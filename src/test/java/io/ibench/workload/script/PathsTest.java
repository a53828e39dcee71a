package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PathsTest {

  private static final Node A = new Node.Variable(0);
  private static final Node B = new Node.Variable(1);
  private static final Place PLACE = new Place("a.sql", 7);

  private final Paths paths = new Paths();

  @Test
  void aVariableOfOneBranchHasNoValueBehindIt() {
    paths.fork();
    paths.branch(A);
    paths.assign("x", 5);
    assertThat(paths.isAssigned("x")).isTrue();
    paths.otherwise();
    assertThat(paths.isAssigned("x")).isFalse();
    paths.join();

    assertThat(paths.isAssigned("x")).isFalse();
  }

  @Test
  void aVariableOfAllBranchesHasAValueBehindThem() {
    paths.fork();
    paths.branch(A);
    paths.assign("x", 5);
    paths.otherwise();
    paths.branch(B);
    paths.assign("x", 5);
    paths.otherwise();
    paths.assign("x", 5);
    paths.join();

    assertThat(paths.isAssigned("x")).isTrue();
  }

  @Test
  void aConditionThatWasTrueIsTrueAgain() {
    assignIf(A);
    paths.fork();
    paths.branch(A);

    assertThat(paths.isAssigned("x")).isTrue();
    paths.otherwise();
    assertThat(paths.isAssigned("x")).isFalse();
    paths.join();
    assertThat(paths.isAssigned("x")).isFalse();
  }

  private void assignIf(Node condition) {
    paths.fork();
    paths.branch(condition);
    paths.assign("x", 5);
    paths.otherwise();
    paths.join();
  }

  @Test
  void aConditionOfAVariableThatWasSetMayBeOtherwise() {
    assignIf(new Node.Operation(Op.NOT, List.of(A)));
    paths.forget(0);
    paths.fork();
    paths.branch(new Node.Operation(Op.NOT, List.of(A)));

    assertThat(paths.isAssigned("x")).isFalse();
  }

  @Test
  void aConditionIsKeptWhenAnotherVariableIsSet() {
    assignIf(new Node.Operation(Op.NOT, List.of(A)));
    paths.forget(1);
    paths.fork();
    paths.branch(new Node.Operation(Op.NOT, List.of(A)));

    assertThat(paths.isAssigned("x")).isTrue();
  }

  @Test
  void aVariableThatGetsAValueMakesItsConditionsUnknown() {
    assignIf(A);
    paths.assign("c", 0);
    paths.fork();
    paths.branch(A);

    assertThat(paths.isAssigned("x")).isFalse();
  }

  @Test
  void anInnerConditionIsNotKnownWithoutTheOuterOne() {
    assignIf(A);
    paths.fork();
    paths.branch(B);
    paths.otherwise();
    paths.branch(A);

    assertThat(paths.isAssigned("x")).isTrue();
  }

  @Test
  void aRandomConditionIsNotTrueAgain() {
    Node drawn = new Node.Operation(Op.NOT, List.of(new Node.Operation(Op.RANDOM, List.of(A, B))));
    assignIf(drawn);
    paths.fork();
    paths.branch(drawn);

    assertThat(paths.isAssigned("x")).isFalse();
  }

  @Test
  void theAnswersOfEachWayWithoutTheVariableAreKnown() {
    paths.fork();
    paths.branch(A);
    paths.answer(1);
    paths.otherwise();
    paths.branch(B);
    paths.answer(2);
    paths.assign("x", 5);
    paths.otherwise();
    paths.join();

    assertThat(paths.answersWithout("x")).containsExactlyInAnyOrder(Set.of(1), Set.of());
    assertThat(paths.answersWithout("y")).containsExactlyInAnyOrder(Set.of(1), Set.of(2), Set.of());
  }

  @Test
  void aTransactionMayBeOpenOnSomeWays() {
    assertThat(paths.open()).isEmpty();
    assertThat(paths.mayBeClosed()).isTrue();
    paths.fork();
    paths.branch(A);
    paths.begin(PLACE);
    assertThat(paths.mayBeClosed()).isFalse();
    paths.otherwise();
    paths.join();

    assertThat(paths.open()).contains(PLACE);
    assertThat(paths.mayBeClosed()).isTrue();

    paths.end();
    assertThat(paths.open()).isEmpty();
    assertThat(paths.mayBeClosed()).isTrue();
  }

  @Test
  void tooManyWaysBecomeOneWithAndOneWithoutATransaction() {
    for (int i = 0; i < 7; i++) {
      paths.fork();
      paths.branch(new Node.Variable(i));
      paths.assign("x" + i, 100 + i);
      paths.otherwise();
      paths.join();
      if (i < 6) {
        assertThat(paths.answersWithout("none")).hasSize(1);
      }
    }
    paths.fork();
    paths.branch(new Node.Variable(0));

    // Of the 128 ways only what all have in common is left.
    assertThat(paths.isAssigned("x0")).isFalse();
  }
}
