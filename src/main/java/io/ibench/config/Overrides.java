package io.ibench.config;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the {@code key=value} of -s into {@link Sources}. */
final class Overrides {

  private final Sources sources;
  private final Set<String> seen = new HashSet<>();

  Overrides(Sources sources) {
    this.sources = sources;
  }

  void read(List<String> overrides) {
    overrides.forEach(this::read);
  }

  private void read(String override) {
    int equals = override.indexOf('=');
    String key = Lines.blanksStripped(override.substring(0, Math.max(equals, 0)));
    if (equals < 0) {
      broken(override, "has no =; allowed: key=value");
    } else if (key.isEmpty()) {
      broken(override, "has no key before the =; allowed: key=value");
    } else if (!FileParser.keyFlaw(key).isEmpty()) {
      sources.problem(Origin.OVERRIDE, FileParser.keyAtStart(key), FileParser.keyFlaw(key));
    } else if (key.equals(FileParser.INCLUDE)) {
      sources.problem(Origin.OVERRIDE, key, "cannot be given here; allowed: include in a file");
    } else if (!seen.add(key)) {
      broken(override, "is given twice; allowed: once");
    } else {
      String value = Lines.blanksStripped(override.substring(equals + 1));
      sources.add(sources.entry(key, value, Origin.OVERRIDE));
    }
  }

  private void broken(String override, String message) {
    String key = FileParser.keyAtStart(Lines.blanksStripped(override));
    sources.problem(Origin.OVERRIDE, key, message);
    if (!key.isEmpty()) {
      sources.add(Entry.broken(key, Origin.OVERRIDE));
    }
  }
}
