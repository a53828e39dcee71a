package io.ibench.config;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the {@code key=value} of -s and --conf into {@link Sources}. Not thread-safe. */
final class Overrides {

  static final String CONF = "--conf";

  private final Sources sources;
  private final Set<String> seen = new HashSet<>();

  Overrides(Sources sources) {
    this.sources = sources;
  }

  void read(List<String> overrides) {
    for (int i = 0; i < overrides.size(); i++) {
      read(overrides.get(i), overrides.size() == 1 ? "" : "number " + (i + 1) + " ");
    }
  }

  /**
   * Reads one.
   *
   * @param which identifies it without its text, which may be a secret
   */
  private void read(String given, String which) {
    boolean conf = given.startsWith(CONF + " ");
    Origin origin = conf ? Origin.CONF : Origin.OVERRIDE;
    String override = conf ? given.substring(CONF.length() + 1) : given;
    int equals = override.indexOf('=');
    String key = Lines.blanksStripped(override.substring(0, Math.max(equals, 0)));
    if (equals < 0) {
      broken(origin, override, "", which + "has no =; allowed: key=value");
    } else if (key.isEmpty()) {
      broken(origin, override, "", which + "has no key before the =; allowed: key=value");
    } else if (!FileParser.keyFlaw(key).isEmpty()) {
      sources.problem(origin, FileParser.keyAtStart(key), FileParser.keyFlaw(key));
    } else if (key.equals(FileParser.INCLUDE)) {
      sources.problem(origin, key, "cannot be given here; allowed: include in a file");
    } else if (!seen.add(key)) {
      broken(origin, override, key, "is given twice; allowed: once");
    } else {
      String value = Lines.blanksStripped(override.substring(equals + 1));
      sources.add(sources.entry(key, value, origin));
    }
  }

  private void broken(Origin origin, String override, String shown, String message) {
    sources.problem(origin, shown, message);
    String key = FileParser.keyAtStart(Lines.blanksStripped(override));
    if (!key.isEmpty()) {
      sources.add(Entry.broken(key, origin));
    }
  }
}
