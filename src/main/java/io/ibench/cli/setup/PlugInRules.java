package io.ibench.cli.setup;

import io.ibench.config.Key;
import io.ibench.engine.RunSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rules for plug-ins, which keep their names and keys unique. */
public final class PlugInRules {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

  private PlugInRules() {}

  /** Whether a workload or a database may have this name. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** The mistake of a workload, if any: for instance, its keys must begin with its name. */
  static Optional<String> ofWorkload(String name, String line, List<Key<?>> keys) {
    return common("workload", name, line, keys)
        .or(
            () ->
                keys.stream()
                    .filter(key -> !key.name().startsWith(name + "."))
                    .findFirst()
                    .map(
                        key ->
                            "workload "
                                + name
                                + ": its key "
                                + key
                                + " must begin with "
                                + name
                                + "."));
  }

  /** The mistake of an adapter, if any: for instance, its keys must not be keys of every run. */
  static Optional<String> ofAdapter(String name, String line, List<Key<?>> keys) {
    List<String> taken =
        Stream.concat(Setup.keys().stream(), RunSettings.keys().stream()).map(Key::name).toList();
    return common("database", name, line, keys)
        .or(
            () ->
                keys.stream()
                    .filter(key -> taken.contains(key.name()))
                    .findFirst()
                    .map(key -> "database " + name + ": every run has a key " + key + " already"));
  }

  private static Optional<String> common(String what, String name, String line, List<Key<?>> keys) {
    if (!isName(name)) {
      return Optional.of(
          what + " " + name + ": not a name; allowed: lower case letters, digits and _");
    }
    if (line.isBlank() || line.lines().count() > 1) {
      return Optional.of(what + " " + name + ": its description is not one line");
    }
    Set<String> names = new HashSet<>();
    return keys.stream()
        .filter(key -> !names.add(key.name()))
        .findFirst()
        .map(key -> what + " " + name + ": has the key " + key + " twice");
  }

  /** Why a jar's classes cannot be used. */
  public static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof UnsupportedClassVersionError) {
      return "was compiled for a newer Java than this one, which is Java "
          + Runtime.version().feature()
          + ": "
          + cause.getMessage();
    }
    if (cause instanceof NoClassDefFoundError || cause instanceof ClassNotFoundException) {
      return "needs a class that is not there: "
          + String.valueOf(cause.getMessage()).replace('/', '.')
          + "; the jar that has it belongs in the folder of plug-ins, too";
    }
    String message =
        failure instanceof ServiceConfigurationError ? failure.getMessage() : failure.toString();
    return cause == failure ? String.valueOf(message) : message + ": " + cause;
  }
}
