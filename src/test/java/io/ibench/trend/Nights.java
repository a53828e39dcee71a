package io.ibench.trend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;

/** Result folders of one run each, as of nights, with the values that a test chooses. Stateless. */
public final class Nights {

  private static final Instant FIRST = Instant.parse("2026-01-01T02:00:00Z");

  private Nights() {}

  /** A run that began so many days after the first one; done, valid, without steps. */
  public static Night night(int day) {
    return new Night(day);
  }

  /** Nights of one step, request, of queries per second; each has a folder. */
  public static void write(Path root, int nights, IntToDoubleFunction qps) throws IOException {
    for (int day = 0; day < nights; day++) {
      night(day).step("request", qps(qps.applyAsDouble(day))).write(root);
    }
  }

  /** From one night on all values are another one's multiple, with noise of half a percent. */
  public static IntToDoubleFunction turn(double value, int day, double ratio) {
    return at -> noisy(at, value) * (at < day ? 1 : ratio);
  }

  /** The same for the same night; half a percent of noise. */
  public static double noisy(int night, double value) {
    return value * (1 + 0.005 * new Random(7919L * night + 17).nextGaussian());
  }

  public static String qps(double value) {
    return "\"qps\": " + value;
  }

  /** One run. Not thread-safe. */
  public static final class Night {

    private final Map<String, String> versions = new LinkedHashMap<>();
    private final Map<String, String> tags = new LinkedHashMap<>();
    private final Map<String, String> shape = new LinkedHashMap<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, Double> machine = new LinkedHashMap<>();
    private final List<String> steps = new ArrayList<>();
    private Instant started;
    private String folder;
    private String workload = "linkbench";
    private String product = "SQLite";
    private String version = "3.45.1";
    private String state = "done";
    private String verdict = "valid";

    private Night(int day) {
      started = FIRST.plus(day, ChronoUnit.DAYS);
      folder = String.format(Locale.ROOT, "night-%04d", day);
      versions.put("ibench", "1");
    }

    public Night in(String name) {
      folder = name;
      return this;
    }

    public Night at(String time) {
      started = Instant.parse(time);
      return this;
    }

    public Night workload(String name) {
      workload = name;
      return this;
    }

    public Night product(String name) {
      product = name;
      return this;
    }

    /** What the server says, in both places. */
    public Night version(String of) {
      version = of;
      versions.put("server", product + " " + of);
      return this;
    }

    public Night tag(String name, String value) {
      tags.put(name, value);
      return this;
    }

    /** A setting that shapes the data. */
    public Night shape(String name, String value) {
      shape.put(name, value);
      return this;
    }

    public Night setting(String name, String value) {
      settings.put(name, value);
      return this;
    }

    /** What was measured of the machine before the run, such as {@code fsync}. */
    public Night machine(String name, double value) {
      machine.put(name, value);
      return this;
    }

    public Night state(String of) {
      state = of;
      return this;
    }

    public Night verdict(String of) {
      verdict = of;
      return this;
    }

    /**
     * A step of queries.
     *
     * @param more keys of the step, as JSON
     */
    public Night step(String name, String... more) {
      steps.add(
          String.format(
              Locale.ROOT,
              "{\"name\": %s, \"repeat\": 1, \"repeats\": 1, \"unit\": \"queries\","
                  + " \"state\": \"done\", \"verdict\": \"valid\", %s}",
              quoted(name),
              String.join(", ", more)));
      return this;
    }

    /** In a folder of the root; the folder. */
    public Path write(Path root) throws IOException {
      Path run = Files.createDirectories(root.resolve(folder));
      String names = "\"id\": " + quoted(folder) + ", \"started\": \"" + started + "\"";
      Files.writeString(
          run.resolve("summary.json"),
          "{\"schema\": 1, \"workload\": "
              + quoted(workload)
              + ", \"verdict\": \""
              + verdict
              + "\", \"database\": {\"name\": \"any\", \"product\": "
              + quoted(product)
              + ", \"version\": "
              + quoted(version)
              + ", \"engine\": \"\", \"driver\": \"\", \"batch\": \"\", \"durability\": \"\","
              + " \"isolation\": \"\"}, \"run\": {"
              + names
              + ", \"state\": \""
              + state
              + "\", \"versions\": "
              + object(versions)
              + ", \"steps\": [], \"absent\": {}, \"tags\": "
              + object(tags)
              + "}, \"data\": {\"ordinal\": 0, \"settings\": "
              + object(shape)
              + "}, \"steps\": ["
              + String.join(",\n", steps)
              + "]}");
      Files.writeString(
          run.resolve("run.json"),
          "{\"schema\": 1, "
              + names
              + ", \"settings\": ["
              + settings.entrySet().stream()
                  .map(
                      each ->
                          "{\"name\": "
                              + quoted(each.getKey())
                              + ", \"value\": "
                              + quoted(each.getValue())
                              + ", \"origin\": \"default\"}")
                  .collect(Collectors.joining(", "))
              + "], \"host\": {\"machine_probe\": {\"figures\": ["
              + machine.entrySet().stream()
                  .map(
                      each ->
                          "{\"name\": "
                              + quoted(each.getKey())
                              + ", \"unit\": \"us\", \"rounds\": ["
                              + each.getValue()
                              + "]}")
                  .collect(Collectors.joining(", "))
              + "]}}}");
      return run;
    }

    private static String object(Map<String, String> of) {
      return of.entrySet().stream()
          .map(each -> quoted(each.getKey()) + ": " + quoted(each.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String quoted(String text) {
      StringBuilder json = new StringBuilder("\"");
      for (char c : text.toCharArray()) {
        if (c == '"' || c == '\\') {
          json.append('\\').append(c);
        } else if (c < ' ') {
          json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        } else {
          json.append(c);
        }
      }
      return json.append('"').toString();
    }
  }
}
