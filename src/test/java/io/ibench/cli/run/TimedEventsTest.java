package io.ibench.cli.run;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.Cli;
import io.ibench.testing.Slow;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands of the user in the middle of a step. */
@Slow
@StartsProcess
class TimedEventsTest {

  @TempDir private Path temporary;

  private Cli onNoop(String command, String... settings) {
    List<Object> arguments = new ArrayList<>(List.of(command, Cli.LINKBENCH, "-d", Cli.NOOP));
    List<String> all = new ArrayList<>(List.of("linkbench.maxid1=501", "request.repeat=1"));
    all.addAll(List.of(settings));
    for (String setting : all) {
      arguments.addAll(List.of("-s", setting));
    }
    if (command.equals("run")) {
      arguments.addAll(
          List.of("--lenient", "--no-page", "-o", temporary.resolve("result").toString()));
    }
    return ibench(arguments.toArray());
  }

  @Test
  void eachMistakeIsNamed() {
    Cli check =
        onNoop(
            "check",
            "request.until=1m",
            "at.reqest=5s: true",
            "at.request=5x: true",
            "at.request.2=5s:",
            "at.request.3=2m: true",
            "at.create=1s: true");

    assertThat(check.code()).isEqualTo(2);
    assertThat(check.err())
        .contains("no step reqest; did you mean request?")
        .contains("at.request = 5x: true: is no time with a command")
        .contains("at.request.2 = 5s:: is no time with a command")
        .contains("at.request.3 = 2m: true: never happens: the step ends before that time")
        .contains("at.create = 1s: true: needs a step with workers, and create has none");
  }

  @Test
  void aCommandRunsInTheMiddleOfItsStepAndIsKeptWithIt() throws IOException {
    Cli run =
        onNoop(
            "run",
            "steps=drop,create,load,index,request",
            "interval=100ms",
            "request.until=4s",
            "request.rate=500/s",
            "at.request=1500ms: echo $IBENCH_STEP; exit 7",
            "at.load=9h: true");

    assertThat(run.code()).as(run.err()).isZero();
    JsonNode steps =
        new ObjectMapper().readTree(temporary.resolve("result/summary.json").toFile()).get("steps");
    JsonNode event = steps.get(4).get("events").get(0);
    assertThat(event.get("name").asText()).isEqualTo("at.request");
    assertThat(event.get("failure").asText()).contains("exited with 7 during step request");
    assertThat(event.get("rate_ps").asDouble()).isBetween(100.0, 2_000.0);
    assertThat(temporary.resolve("result/hooks/05-request-event1.log")).hasContent("request");
    assertThat(steps.get(2).get("events")).isEmpty();
    assertThat(steps.get(2).get("facts").toString())
        .contains("at.load did not begin: the step ended before its time");
    assertThat(run.out()).contains("EVENT at.request from ");
  }
}
