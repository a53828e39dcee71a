package io.ibench.learn.sql;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Which statements a script cannot have, and why. Stateless. */
public final class Unwritable {

  /** What may stand between BEGIN NOT ATOMIC and END. */
  private static final Set<String> PARTS =
      Set.of("select", "insert", "update", "delete", "replace", "commit", "end", "with", "call");

  /** First words of statements that are none of the common verbs. */
  private static final Set<String> OTHERS =
      Set.of(
          "savepoint",
          "release",
          "rollback",
          "merge",
          "lock",
          "set",
          "start",
          "with",
          "upsert",
          "values",
          "table",
          "assert",
          "return");

  private record Rule(Pattern words, String why) {}

  private static final List<Rule> RULES =
      List.of(
          rule("copy|load", "copies rows from or to the client"),
          rule("declare|fetch|move|close", "uses a cursor"),
          rule("handler", "reads a table without SQL"),
          rule("xa|prepare", "is a part of a distributed transaction"),
          rule("lock tables|unlock tables", "locks tables outside of a transaction"),
          rule("execute", "names a statement whose text the log does not have"),
          rule("notify|signal|resignal|get diagnostics", "takes no values"),
          rule("do \\$|do language|do \\?$", "is a block of code"),
          rule("if|case|while|loop|repeat|for", "is a part of a compound statement"));

  private static final Pattern INTO_FILE = Pattern.compile("(?is)\\bINTO\\s+(OUTFILE|DUMPFILE)\\b");

  private Unwritable() {}

  private static Rule rule(String words, String why) {
    return new Rule(Pattern.compile("(?s)(" + words + ")(?![\\w]).*"), why);
  }

  /** Why a script cannot have the statement, after "it"; empty if it can. */
  public static Optional<String> reason(Form form) {
    if (form.isCompound()) {
      return compound(form);
    }
    String words = form.fingerprint().strip().toLowerCase(Locale.ROOT);
    if (INTO_FILE.matcher(words).find()) {
      return Optional.of("writes a file of the server");
    }
    for (Rule each : RULES) {
      if (each.words().matcher(words).matches()) {
        return Optional.of(each.why());
      }
    }
    String first = words.split("\\W", 2)[0];
    if (form.verb() == Form.Verb.OTHER && !OTHERS.contains(first)) {
      return Optional.of("begins with no word of SQL that is known");
    }
    return form.verb() == Form.Verb.STREAM
        ? Optional.of("is a stream or a cursor")
        : Optional.empty();
  }

  /** Its parts travel one by one, so that none may depend on another one. */
  private static Optional<String> compound(Form form) {
    for (String part : form.compoundParts(slot -> "?")) {
      String first = part.split("\\W", 2)[0].toLowerCase(Locale.ROOT);
      if (!PARTS.contains(first)) {
        return Optional.of("is a compound statement with conditions, loops or variables");
      }
    }
    return Optional.empty();
  }
}
