package io.ibench.bisect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The answer in words. Immutable. */
final class Sentence {

  private static final double MINUTE = 60;

  /** A smaller part of the step is as good as nothing. */
  private static final double LIKE = 0.1;

  private final Finding finding;
  private final List<Candidate> candidates;

  Sentence(Finding finding, List<Candidate> candidates) {
    this.finding = finding;
    this.candidates = candidates;
  }

  String of(List<Comparison> path) {
    return switch (finding.state()) {
          case FOUND -> found();
          case NO_CHANGE -> noChange(path);
          case GRADUAL -> gradual();
          case UNSURE -> unsure();
          case TOO_SMALL -> tooSmall(path);
        }
        + ". "
        + cost(path);
  }

  private String name(int version) {
    return candidates.get(version).name();
  }

  private String first() {
    return name(0);
  }

  private String last() {
    return name(candidates.size() - 1);
  }

  private String found() {
    List<String> guilty = new ArrayList<>(names(finding.between()));
    guilty.add(name(finding.bad()));
    String who = guilty.size() == 1 ? guilty.get(0) : "one of " + list(guilty, "and");
    StringBuilder text = new StringBuilder(who);
    Effect step = finding.step().orElseThrow();
    text.append(finding.figure() == Figure.TIME ? slower(step) : moreCpu(step));
    text.append(good(step));
    if (!finding.between().isEmpty()) {
      text.append("; ")
          .append(list(names(finding.between()), "and"))
          .append(" could not be judged");
    }
    return text.append(rest(step)).toString();
  }

  private String slower(Effect step) {
    String cpu =
        finding
            .other()
            .map(each -> ", CPU per operation " + sized(each, "more", "less"))
            .orElse("");
    return " makes it " + withInterval(step, "slower", "faster", "") + cpu;
  }

  private String moreCpu(Effect step) {
    String time =
        finding.other().map(each -> ", its time is " + sized(each, "more", "less")).orElse("");
    return " takes " + withInterval(step, "more", "less", " CPU per operation") + time;
  }

  private String good(Effect step) {
    if (finding.good() == 0) {
      return "";
    }
    String name = "; " + name(finding.good()) + " is ";
    return finding
        .before()
        .filter(Effect::excludesZero)
        .filter(each -> Math.abs(each.estimate()) > LIKE * Math.abs(step.estimate()))
        .map(each -> name + "itself " + sized(each, more(), less()) + " than " + first())
        .orElse(name + "like " + first());
  }

  private String more() {
    return finding.figure() == Figure.TIME ? "slower" : "more";
  }

  private String less() {
    return finding.figure() == Figure.TIME ? "faster" : "less";
  }

  /** What the step leaves of the whole change, and where it is. */
  private String rest(Effect step) {
    Effect total = finding.total().orElseThrow();
    boolean isAll = step.low() <= total.estimate() && total.estimate() <= step.high();
    boolean mayBeAll = total.low() <= step.estimate() && step.estimate() <= total.high();
    if (isAll || mayBeAll) {
      return "";
    }
    double before = finding.before().map(Effect::estimate).orElse(0.0);
    double after = total.estimate() - finding.after().map(Effect::estimate).orElse(0.0);
    return format(
        "; %s is %s than %s in all: bisect again with %s for the rest",
        last(),
        sized(total, more(), less()),
        first(),
        Math.abs(before) > Math.abs(after)
            ? "--bad " + name(finding.good())
            : "--good " + name(finding.bad()));
  }

  private String noChange(List<Comparison> path) {
    String between = " between " + first() + " and " + last();
    if (finding.step().isEmpty()) {
      return "too few blocks to tell a change" + between;
    }
    double instances = path.get(0).instances();
    double largest = Math.ceil(1000 * finding.step().get().widest()) / 10 + instances;
    return "no change above "
        + number(largest)
        + " %"
        + (finding.figure() == Figure.CPU ? " of the CPU per operation" : "")
        + between
        + (instances > 0
            ? format(", of which %.1f %% may belong to the two instances", instances)
            : "");
  }

  private String gradual() {
    Effect total = finding.total().orElseThrow();
    String all = format("%s is %s than %s", last(), sized(total, more(), less()), first());
    Optional<Effect> step = finding.step();
    if (step.isPresent()) {
      return format(
          "no single version was found: %s, but %s, where half of that is reached, is %s only than"
              + " %s; many small steps look like this",
          all, name(finding.bad()), sized(step.get(), more(), less()), name(finding.good()));
    }
    return format(
        "%s, and %s %s; so small a part is not searched: bisect again with --bad %s and a smaller"
            + " --within. Many small steps look like this",
        all,
        name(finding.bad()),
        finding.after().map(each -> sized(each, more(), less())).orElse(""),
        name(finding.bad()));
  }

  private String unsure() {
    return format(
        "not sure: %s looked like %s and %s like %s, but the two do not differ",
        name(finding.good()), first(), name(finding.bad()), last());
  }

  private String tooSmall(List<Comparison> path) {
    return format(
        "%s is %s than %s, and two equal instances differ by up to %.1f %%: too much to tell which"
            + " version does it",
        last(),
        sized(finding.total().orElseThrow(), more(), less()),
        first(),
        path.get(0).instances());
  }

  private static String cost(List<Comparison> path) {
    long duets = path.stream().filter(each -> each.skipped().isEmpty()).count();
    double seconds = path.stream().mapToDouble(Comparison::seconds).sum();
    return format("%d duet%s, %s", duets, duets == 1 ? "" : "s", time(seconds));
  }

  private static String time(double seconds) {
    return seconds < 2 * MINUTE ? format("%.0f s", seconds) : format("%.0f min", seconds / MINUTE);
  }

  private List<String> names(List<Integer> versions) {
    return versions.stream().map(this::name).toList();
  }

  /** Such as {@code a, b and c}; many by their ends. */
  private static String list(List<String> names, String and) {
    int size = names.size();
    if (size > 6) {
      return names.get(0) + " to " + names.get(size - 1);
    }
    return size == 1
        ? names.get(0)
        : String.join(", ", names.subList(0, size - 1)) + " " + and + " " + names.get(size - 1);
  }

  /** Such as {@code 2.1 % slower}. */
  static String sized(Effect effect, String more, String less) {
    double percent = 100 * Math.expm1(effect.estimate());
    return number(Math.abs(percent)) + " % " + (percent >= 0 ? more : less);
  }

  /** Such as {@code 2.1 % slower (95 %: 1.6 to 2.5 %)}. */
  static String withInterval(Effect effect, String more, String less, String what) {
    boolean above = effect.estimate() >= 0;
    double low = 100 * (above ? Math.expm1(effect.low()) : -Math.expm1(effect.high()));
    double high = 100 * (above ? Math.expm1(effect.high()) : -Math.expm1(effect.low()));
    return format(
        "%s%s (95 %%: %s to %s %%)", sized(effect, more, less), what, number(low), number(high));
  }

  private static String number(double percent) {
    String text = format(Math.abs(percent) < 10 ? "%.1f" : "%.0f", percent);
    return text.equals("-0.0") ? "0.0" : text;
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
