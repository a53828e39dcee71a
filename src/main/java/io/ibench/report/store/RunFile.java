package io.ibench.report.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.ibench.report.figures.SanitizedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What run.json says of how a run was made. Readers can do without any of it, so what is missing or
 * of another type than expected is left out. Immutable.
 */
public final class RunFile {

  private static final String NAME = "run.json";

  /** No run writes more; what is larger is not read. */
  private static final long MAX_BYTES = 16L << 20;

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /**
   * A setting as it took effect.
   *
   * @param origin where it stands, or {@code default}
   */
  public record Setting(String name, String value, String origin) {}

  private final JsonNode json;
  private final Optional<String> trouble;

  private RunFile(JsonNode json, Optional<String> trouble) {
    this.json = json;
    this.trouble = trouble;
  }

  /** That of a result folder. */
  public static RunFile read(Path folder) {
    Path file = folder.resolve(NAME);
    try {
      if (!Files.isRegularFile(file)) {
        return unknown("is missing");
      }
      if (Files.size(file) > MAX_BYTES) {
        return unknown("is larger than any run writes, and not read");
      }
      JsonNode json = MAPPER.readTree(ReadBudget.ofHeap().read(file));
      return json.isObject() ? new RunFile(json, Optional.empty()) : unknown("is damaged");
    } catch (UnreadableResultException e) {
      return unknown(e.reason());
    } catch (JsonProcessingException e) {
      return unknown("is damaged");
    } catch (IOException e) {
      return unknown("cannot be read");
    }
  }

  private static RunFile unknown(String why) {
    return new RunFile(
        JsonNodeFactory.instance.objectNode(),
        Optional.of(NAME + " " + why + ": settings and host are not known"));
  }

  /** Why nothing is known. */
  public Optional<String> trouble() {
    return trouble;
  }

  /** In the order in which they are listed. */
  public List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    for (JsonNode setting : json.path("settings")) {
      settings.add(
          new Setting(
              setting.path("name").asText(),
              setting.path("value").asText(),
              setting.path("origin").asText()));
    }
    return settings;
  }

  public Optional<String> seed() {
    return Optional.of(json.path("seed").asText()).filter(text -> !text.isEmpty());
  }

  /**
   * All values below a name, by their path with dots. A list of one thing is that thing; of several
   * each has its number, from 1. What is null is left out.
   */
  public Map<String, String> flat(String name) {
    Map<String, String> values = new LinkedHashMap<>();
    flatten("", json.path(name), values);
    return values;
  }

  private static void flatten(String path, JsonNode value, Map<String, String> into) {
    if (value.isObject()) {
      value.properties().forEach(e -> flatten(dotted(path, e.getKey()), e.getValue(), into));
    } else if (value.isArray() && !value.isEmpty() && value.get(0).isContainerNode()) {
      for (int i = 0; i < value.size(); i++) {
        flatten(value.size() == 1 ? path : dotted(path, "" + (i + 1)), value.get(i), into);
      }
    } else if (value.isArray()) {
      into.put(path, value.valueStream().map(JsonNode::asText).collect(Collectors.joining(" ")));
    } else if (!value.isNull() && !value.isMissingNode()) {
      into.put(path, value.asText());
    }
  }

  private static String dotted(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** Whether the figures of the machine are those of another than the client's. */
  public boolean hasServerHost() {
    return json.path("host").path("server_host").isContainerNode();
  }

  /** The client's machine in a few words; empty where nothing is known. */
  public String machine() {
    JsonNode host = json.path("host");
    List<String> words = new ArrayList<>();
    if (host.path("cpus").isNumber()) {
      words.add(host.path("cpus").asText() + " CPUs");
    }
    if (host.path("cpu_model").isTextual()) {
      words.add(host.path("cpu_model").asText());
    }
    if (host.path("memory_bytes").isNumber()) {
      double gigabytes = host.path("memory_bytes").asDouble() / (1L << 30);
      words.add(Math.round(gigabytes * 10) / 10.0 + " GB memory");
    }
    if (host.path("kernel").isTextual()) {
      words.add("kernel " + host.path("kernel").asText());
    }
    return SanitizedText.of(String.join(", ", words));
  }
}
