package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CallTreeTest {

  private static List<Frame> stack(String... names) {
    return Stream.of(names).map(name -> Frame.named("m", name)).toList();
  }

  @Test
  void aFunctionHasItsOwnSamplesAndThoseOfItsCallees() {
    CallTree tree = new CallTree();
    tree.add(stack("main", "plan"), 3);
    tree.add(stack("main", "plan", "cost"), 4);
    tree.add(stack("main"), 1);

    assertThat(tree.samples()).isEqualTo(8);
    assertThat(tree.functions())
        .containsEntry(Frame.named("m", "main"), new CallTree.Counts(1, 8))
        .containsEntry(Frame.named("m", "plan"), new CallTree.Counts(3, 7))
        .containsEntry(Frame.named("m", "cost"), new CallTree.Counts(4, 4));
  }

  @Test
  void aRecursiveFunctionCountsEachSampleOnce() {
    CallTree tree = new CallTree();
    tree.add(stack("walk", "walk", "walk"), 5);
    tree.add(stack("walk", "visit", "walk"), 2);

    assertThat(tree.functions()).containsEntry(Frame.named("m", "walk"), new CallTree.Counts(7, 7));
  }

  @Test
  void aFullTreeCountsTheRestBelowTheFramesThatItKnows() {
    CallTree tree = new CallTree(2);
    tree.add(stack("main", "a"), 1);
    tree.add(stack("main", "b"), 1);
    tree.add(stack("main", "c"), 1);
    tree.add(stack("main", "d", "e"), 1);
    tree.add(stack("main", "a"), 1);

    List<List<Frame>> stacks = new ArrayList<>();
    tree.forEach((stack, count) -> stacks.add(List.copyOf(stack)));
    assertThat(tree.samples()).isEqualTo(5);
    assertThat(stacks)
        .containsExactly(
            stack("main", "a"),
            stack("main", "b"),
            List.of(Frame.named("m", "main"), Frame.OTHERS));
    assertThat(tree.functions()).containsEntry(Frame.OTHERS, new CallTree.Counts(2, 2));
  }

  @Test
  void rareCallsBecomeTheOthersOfTheirCaller() {
    CallTree tree = new CallTree();
    tree.add(stack("main"), 1);
    tree.add(stack("main", "a"), 5);
    tree.add(stack("main", "b"), 1);
    tree.add(stack("main", "c", "d"), 1);
    tree.add(stack("main", "a", "e"), 1);

    CallTree less = tree.without(2);

    List<String> stacks = new ArrayList<>();
    less.forEach((stack, count) -> stacks.add(stack.get(stack.size() - 1).text() + count));
    assertThat(stacks).containsExactly("main1", "a5", "[others]1", "[others]2");
    assertThat(less.samples()).isEqualTo(9);
    assertThat(less.functions())
        .containsEntry(Frame.named("m", "a"), new CallTree.Counts(5, 6))
        .containsEntry(Frame.OTHERS, new CallTree.Counts(3, 3));
  }

  @Test
  void aFunctionCountsOnceOnAStack() {
    CallTree tree = new CallTree();
    tree.add(stack("main", "walk", "visit", "walk"), 5);
    tree.add(stack("walk"), 2);
    tree.add(stack("main"), 1);

    assertThat(tree.samplesOf(frame -> frame.name().equals("walk"))).isEqualTo(7);
    assertThat(tree.samplesOf(frame -> frame.name().equals("visit"))).isEqualTo(5);
    assertThat(tree.samplesOf(frame -> frame.name().equals("none"))).isZero();
  }
}
