package io.ibench.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.report.text.TextReport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Stored runs whose verdicts and figures a test chooses, whatever the judge would say. */
public final class Judged {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ObjectNode json;

  private Judged(ObjectNode json) {
    this.json = json;
  }

  /** A valid run that is over, without remarks. */
  public static Judged of(String summary) {
    try {
      Judged run = new Judged((ObjectNode) MAPPER.readTree(summary));
      run.json.put("verdict", "valid");
      run.json.putArray("reasons");
      run.json.withArray("steps").forEach(step -> judge((ObjectNode) step, "valid"));
      return run;
    } catch (java.io.IOException e) {
      throw new AssertionError(summary, e);
    }
  }

  private static void judge(ObjectNode step, String verdict, String... reasons) {
    step.put("verdict", verdict);
    texts(step.putArray("reasons"), reasons);
    step.putArray("remarks");
    step.putArray("drift");
  }

  private static void texts(ArrayNode list, String... texts) {
    List.of(texts).forEach(list::add);
  }

  /** The run's own verdict. */
  public Judged run(String verdict, String... reasons) {
    json.put("verdict", verdict);
    texts(json.putArray("reasons"), reasons);
    return this;
  }

  /** That of a step. */
  public Judged step(int step, String verdict, String... reasons) {
    judge(node(step), verdict, reasons);
    return this;
  }

  /** Lines under {@code remarks} or {@code drift}. */
  public Judged said(int step, String key, String... texts) {
    texts(node(step).putArray(key), texts);
    return this;
  }

  /** As written by a version of ibench without verdicts. */
  public Judged unjudged() {
    json.remove("verdict");
    json.withArray("steps")
        .forEach(
            step -> ((ObjectNode) step).remove(List.of("verdict", "reasons", "remarks", "drift")));
    return this;
  }

  /** Sets a figure of a step as a whole and of all its periods. */
  public Judged figure(String key, double value) {
    json.withArray("steps")
        .forEach(
            step -> {
              ((ObjectNode) step).put(key, value);
              step.withArray("periods").forEach(period -> ((ObjectNode) period).put(key, value));
            });
    return this;
  }

  /** Any other change that a test needs. */
  public Judged change(Consumer<ObjectNode> change) {
    change.accept(json);
    return this;
  }

  public ObjectNode node(int step) {
    JsonNode node = json.withArray("steps").get(step);
    return (ObjectNode) node;
  }

  byte[] bytes() {
    return json.toPrettyString().getBytes(StandardCharsets.UTF_8);
  }

  public RunReport report() {
    try {
      return ResultReader.parse(Path.of("summary.json"), bytes());
    } catch (UnreadableResultException e) {
      throw new AssertionError(json.toString(), e);
    }
  }

  public String text() {
    return TextReport.of(report());
  }
}
