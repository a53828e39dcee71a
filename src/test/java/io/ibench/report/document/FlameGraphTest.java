package io.ibench.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.document.FlameGraph.Box;
import io.ibench.report.document.FlameGraph.Other;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FlameGraphTest {

  private record Call(String name, double a, double b, List<Call> callees) {
    Call(String name, double a, double b, Call... callees) {
      this(name, a, b, List.of(callees));
    }
  }

  @Test
  void callsAreBoxesBelowTheirCallersAndByName() {
    Call root =
        new Call(
            "",
            100,
            0,
            new Call("send", 40, 0),
            new Call("main", 60, 0, new Call("x", 0.09, 0), new Call("plan", 0.1, 0)));

    FlameGraph graph =
        FlameGraph.of(
            "title",
            "us/q",
            root,
            Call::callees,
            (call, depth) -> new Box(depth, call.name, call.a, Optional.empty()));

    assertThat(graph.text()).isEqualTo("60.000 main\n 0.100 plan\n40.000 send");
  }

  @Test
  void ofTwoSidesTheLargerOneIsTheWidth() {
    Call root = new Call("", 100, 50, new Call("gone", 0.2, 0), new Call("come", 0, 0.2));

    FlameGraph graph =
        FlameGraph.of(
            "title",
            "us/q",
            root,
            Call::callees,
            (call, depth) ->
                new Box(depth, call.name, call.a, Optional.of(new Other(call.b, 0, false))));

    assertThat(graph.text()).isEqualTo("0.000 -> 0.200 come\n0.200 -> 0.000 gone");
  }

  @Test
  void ofTooManyCallsTheWidestAreDrawnWithTheirCallers() {
    List<Box> boxes = new ArrayList<>();
    for (int i = 1; i <= 1_500; i++) {
      boxes.add(new Box(0, "f" + i, 2 * i, Optional.empty()));
      boxes.add(new Box(1, "g" + i, 2 * i - 1, Optional.empty()));
    }

    FlameGraph graph = new FlameGraph("title", "us/q", boxes);

    assertThat(graph.boxes()).hasSize(FlameGraph.MAX_BOXES);
    assertThat(graph.boxes().get(0).name()).isEqualTo("f501");
    assertThat(graph.boxes().get(1).name()).isEqualTo("g501");
  }
}
