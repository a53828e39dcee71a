package io.ibench.cli.bisect;

import io.ibench.bisect.Candidate;
import io.ibench.bisect.StoredBisect.Plan;
import io.ibench.cli.setup.Arguments.Given;
import io.ibench.config.OptionSetting;
import io.ibench.config.Secrets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of a version: those of all, then its own. Immutable. */
record Sides(Plan plan, List<String> common) {

  private static final String SECRET = "IBENCH_SECRET_";

  /**
   * What has secrets besides what a plan may keep.
   *
   * @param common settings of all versions with their secrets
   */
  Sides {
    common = List.copyOf(common);
  }

  /** Each name once. */
  List<String> settings(List<String> own) {
    List<String> all = new ArrayList<>();
    for (String setting : common) {
      add(all, setting);
    }
    own.forEach(setting -> add(all, setting));
    return all;
  }

  private static void add(List<String> all, String setting) {
    all.removeIf(other -> name(other).equals(name(setting)));
    all.add(setting);
  }

  static String name(String setting) {
    return setting.substring(0, setting.indexOf('=')).strip();
  }

  static String value(String setting) {
    return setting.substring(setting.indexOf('=') + 1).strip();
  }

  /** As a user would give it; a secret that a variable has is none of the command line. */
  Given given(List<String> own) {
    List<String> settings = new ArrayList<>();
    List<OptionSetting> secrets = new ArrayList<>();
    for (String setting : settings(own)) {
      if (isVariable(value(setting)) && !isOpen(name(setting), "any")) {
        secrets.add(new OptionSetting("a version", name(setting), value(setting)));
      } else {
        settings.add(setting);
      }
    }
    return new Given(
        Path.of(plan.workload()), Optional.of(Path.of(plan.database())), settings, secrets);
  }

  /** A version as a database's file; secrets are variables of the environment. */
  String text(Candidate candidate, List<String> own, Map<String, String> environment) {
    StringBuilder text = new StringBuilder("# " + candidate.name() + "\n");
    text.append("include = ").append(plan.database()).append('\n');
    for (String setting : settings(own)) {
      String value = value(setting);
      text.append(name(setting)).append(" = ");
      if (isOpen(name(setting), value)) {
        text.append(value);
      } else {
        String variable = SECRET + (environment.size() + 1);
        environment.put(variable, value);
        text.append("${").append(variable).append('}');
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** Whether files may contain a value: it is no secret, or the name of a variable. */
  static boolean isOpen(String name, String value) {
    return isVariable(value) || Secrets.maskedValue(name, value).equals(value);
  }

  private static boolean isVariable(String value) {
    return value.matches("\\$\\{\\w+}");
  }

  /** A setting as results may contain it. */
  static String masked(String setting) {
    String name = name(setting);
    String value = value(setting);
    return isOpen(name, value) ? setting : name + "=" + Secrets.maskedValue(name, value);
  }
}
