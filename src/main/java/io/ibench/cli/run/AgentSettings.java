package io.ibench.cli.run;

import io.ibench.cli.ground.Version;
import io.ibench.cli.setup.LabelKeys;
import io.ibench.cli.setup.ServerHost;
import io.ibench.cli.setup.Setup;
import io.ibench.monitor.HttpAddress;
import io.ibench.report.figures.RunInfo;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The settings that must be equal on all agents of a run: all but those that name this machine or
 * the way to the server. Immutable; without secrets.
 */
final class AgentSettings {

  private static final int MAX_VALUE = 200;
  private static final int MAX_TEXT = 60_000;
  private static final int SHOWN = 10;
  private static final int HASH_DIGITS = 16;

  /** They may differ from machine to machine. */
  private static final Set<String> OWN =
      Set.of(
          "host",
          "port",
          "socket",
          ServerHost.COMMAND.name(),
          ServerHost.URL.name(),
          Setup.HOST_DEVICE.name(),
          Setup.MACHINE_PROBE.name(),
          HttpAddress.HTTP.name(),
          LabelKeys.LABEL.name());

  private static final List<String> OWN_PREFIXES = List.of("results.", LabelKeys.TAG + ".");

  private final TreeMap<String, String> values = new TreeMap<>();

  private AgentSettings() {}

  static AgentSettings of(Setup setup) {
    AgentSettings settings = new AgentSettings();
    for (RunInfo.Setting setting : RunInfos.settings(setup)) {
      if (!OWN.contains(setting.name())
          && OWN_PREFIXES.stream().noneMatch(setting.name()::startsWith)) {
        boolean url = setting.name().equals("url");
        settings.values.put(setting.name(), url ? withoutHost(setting.value()) : setting.value());
      }
    }
    settings.values.put("ibench", Version.number());
    settings.values.putAll(setup.plan().dataSettings());
    setup
        .plan()
        .files()
        .forEach((name, text) -> settings.values.put("file " + name, "sha256 " + sum(text)));
    return settings;
  }

  /** Machines may know the server by different addresses; that they meet shows that it is one. */
  private static String withoutHost(String url) {
    return url.replaceFirst("//[^/?;]*", "//");
  }

  /** Of all settings, in hexadecimal digits. */
  String hash() {
    return sum(values.toString());
  }

  private static String sum(String text) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** A line for each setting, for {@link #differences}; long values are cut. */
  String text() {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) -> {
          String line = name + "=" + shortened(value) + "\n";
          if (text.length() + line.length() < MAX_TEXT) {
            text.append(line);
          }
        });
    return text.toString();
  }

  private static String shortened(String value) {
    String line = value.replaceAll("\\R", " ");
    return line.length() <= MAX_VALUE
        ? line
        : line.substring(0, MAX_VALUE) + "... (" + sum(value) + ")";
  }

  /** The settings that differ from those of another agent, with both values. */
  String differences(String othersText) {
    Map<String, String> others = new TreeMap<>();
    othersText
        .lines()
        .forEach(
            line -> {
              int equals = line.indexOf('=');
              others.put(line.substring(0, equals), line.substring(equals + 1));
            });
    TreeSet<String> names = new TreeSet<>(values.keySet());
    names.addAll(others.keySet());
    List<String> different = new ArrayList<>();
    for (String name : names) {
      String own = values.containsKey(name) ? shortened(values.get(name)) : "not set";
      String other = others.getOrDefault(name, "not set");
      if (!own.equals(other)) {
        different.add(name + " = " + other + ", here " + own);
      }
    }
    String shown = String.join("; ", different.subList(0, Math.min(SHOWN, different.size())));
    return different.size() <= SHOWN
        ? shown
        : shown + "; and " + (different.size() - SHOWN) + " others";
  }
}
