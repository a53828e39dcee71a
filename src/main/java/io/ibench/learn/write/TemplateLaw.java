package io.ibench.learn.write;

import io.ibench.learn.law.Grade;
import io.ibench.learn.law.Law;
import io.ibench.learn.law.Laws;
import io.ibench.learn.law.ValueSketch;
import io.ibench.learn.model.TextKinds;
import io.ibench.learn.sql.Literal;
import io.ibench.learn.sql.TextKind;
import java.util.Locale;

/**
 * Of texts that a server takes only if they are of one kind, such as uuids: a random text of this
 * kind, about as long as those of the log.
 */
record TemplateLaw(String expression, String words) implements Law {

  /** A longer text is made shorter: a line of the script has it. */
  private static final int LONGEST = 1_000;

  static TemplateLaw of(TextKinds texts, ValueSketch sketch) {
    String template = "string('" + template(texts.kind(), Math.min(LONGEST, texts.length())) + "')";
    double missing = (double) sketch.count(Literal.NULL) / sketch.count();
    String words = words(texts.kind()) + ", random: says nothing about which rows have it";
    if (missing < 0.0005) {
      return new TemplateLaw(template, words);
    }
    return new TemplateLaw(
        Laws.withNulls(missing, template),
        String.format(Locale.ROOT, "%.0f %% NULL, else %s", 100 * missing, words));
  }

  private static String template(TextKind kind, int length) {
    return switch (kind) {
      case BEGINNING -> letters(length - 1) + "%";
      case END -> "%" + letters(length - 1);
      case PART -> "%" + letters(length - 2) + "%";
      case NUMBERS -> "{" + items("###", length - 2) + "}";
      case WORDS -> "{" + items("@@@@@", length - 2) + "}";
      case DOCUMENT -> "{\"a\": \"" + letters(length - 9) + "\"}";
      case UUID -> "########-####-4###-8###-############";
      case INTERVAL -> "# days";
      case PLAIN -> letters(length);
    };
  }

  private static String letters(int count) {
    return "@".repeat(Math.max(1, count));
  }

  private static String items(String item, int length) {
    StringBuilder text = new StringBuilder(item);
    while (text.length() + item.length() < length) {
      text.append(',').append(item);
    }
    return text.toString();
  }

  private static String words(TextKind kind) {
    return switch (kind) {
      case BEGINNING -> "a pattern x%";
      case END -> "a pattern %x";
      case PART -> "a pattern %x%";
      case NUMBERS, WORDS -> "an array";
      case DOCUMENT -> "a JSON document";
      case UUID -> "a uuid";
      case INTERVAL -> "an interval";
      case PLAIN -> "a text";
    };
  }

  @Override
  public Grade grade() {
    return Grade.ROUGH;
  }
}
