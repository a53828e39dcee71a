package io.ibench.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** A run of ibench with a command of a page, in this process. */
record IbenchRun(Path folder, JsonNode summary) {

  /**
   * Runs it into a new folder, without a page.
   *
   * @param command begins with {@code bin/ibench run}
   * @param codes the exit codes that are right
   */
  static IbenchRun of(Words command, Map<String, String> environment, Path folder, Integer... codes)
      throws IOException {
    List<Object> arguments = new ArrayList<>(List.of(command.toArray()));
    assertThat(arguments.remove(0)).isEqualTo("bin/ibench");
    arguments.addAll(List.of("-o", folder, "--no-page", "--lenient"));
    Cli run = Cli.ibench(environment, arguments.toArray());
    assertThat(run.code())
        .as("%s%n%s%n%s", command, run.out(), run.err())
        .isIn(codes.length == 0 ? new Object[] {0} : codes);
    return new IbenchRun(
        folder, new ObjectMapper().readTree(Files.readString(folder.resolve("summary.json"))));
  }

  /** A step by its name. */
  JsonNode step(String name) {
    return StreamSupport.stream(summary.path("steps").spliterator(), false)
        .filter(step -> step.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** An operation of a step by its name. */
  JsonNode operation(String step, String name) {
    return StreamSupport.stream(step(step).path("operations").spliterator(), false)
        .filter(operation -> operation.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  long count(String step, String operation) {
    return operation(step, operation).path("count").asLong();
  }
}
