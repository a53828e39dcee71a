package io.ibench.cli.setup;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.report.figures.RunLabel;
import io.ibench.report.figures.SanitizedText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of a run's label and tags. Stateless. */
public final class LabelKeys {

  /** What precedes the name of a tag. */
  public static final String TAG = "tag";

  /** Longer texts would hide the figures of their row. */
  private static final int LONGEST_LABEL = 60;

  private static final int LONGEST_TAG = 40;

  public static final Key<String> LABEL =
      Key.text(RunLabel.LABEL, "what you call the run, in tables, comparisons and pages")
          .optional();

  private LabelKeys() {}

  static List<Key<?>> keys() {
    return List.of(LABEL, tag("NAME"));
  }

  private static Key<String> tag(String name) {
    return Key.text(
            TAG + "." + name, "the value of tag NAME: what distinguishes the run, such as 32G")
        .optional();
  }

  /** Marks the keys as known where no run begins. */
  static void declare(Config config) {
    config.declare(LABEL);
    config.namesUnder(TAG).forEach(name -> config.declare(tag(name)));
  }

  /** An empty value removes the label or tag of an included file. */
  static RunLabel read(Config config) {
    Optional<String> label = text(config, LABEL, LONGEST_LABEL);
    Map<String, String> tags = new LinkedHashMap<>();
    for (String name : config.namesUnder(TAG)) {
      Key<String> key = tag(name);
      if (name.equals(RunLabel.LABEL)) {
        config.problem("is a name that reports use for the run's label; name it differently", key);
      } else if (name.length() > LONGEST_TAG) {
        config.problem(
            "has a name of " + name.length() + " characters; allowed: at most " + LONGEST_TAG, key);
      }
      text(config, key, LONGEST_TAG).ifPresent(value -> tags.put(name, value));
    }
    return new RunLabel(label, tags);
  }

  private static Optional<String> text(Config config, Key<String> key, int longest) {
    Optional<String> text = config.find(key).filter(given -> !given.isBlank());
    if (text.isPresent() && !SanitizedText.of(text.get()).equals(text.get())) {
      config.problem("has an invisible character; allowed: text in one line", key);
    } else if (text.isPresent() && text.get().length() > longest) {
      config.problem(
          "has " + text.get().length() + " characters; allowed: at most " + longest, key);
    }
    return text;
  }
}
