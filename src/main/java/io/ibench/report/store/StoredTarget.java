package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.ibench.measure.RateTarget;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.report.figures.RunInfo;
import io.ibench.verdict.SustainedRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A target rate of a step, and the rate that the step reached. Immutable.
 *
 * @param counts {@code queries}, {@code inserted_rows} or {@code deleted_rows}
 * @param perSecond the mean rate
 * @param segmentOrNull null for a target that does not change
 * @param share reached share of the target, or of the sum of all targets that count the same
 */
public record StoredTarget(
    String group,
    String counts,
    @JsonProperty("target_ps") double perSecond,
    @JsonProperty("actual_ps") Optional<Number> actualPerSecond,
    Optional<Number> share,
    boolean sustained,
    @JsonProperty("segment") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Segment segmentOrNull) {

  /** A target that does not change. */
  public StoredTarget(
      String group,
      String counts,
      double perSecond,
      Optional<Number> actualPerSecond,
      Optional<Number> share,
      boolean sustained) {
    this(group, counts, perSecond, actualPerSecond, share, sustained, null);
  }

  /** The segment of a load profile; empty for a target that does not change. */
  @JsonIgnore
  public Optional<Segment> segment() {
    return Optional.ofNullable(segmentOrNull);
  }

  /** The rates at the start and at the end of a segment of a load profile. */
  public record Segment(
      @JsonProperty("from_ps") double fromPerSecond, @JsonProperty("to_ps") double toPerSecond) {}

  /** The targets of a step. */
  static List<StoredTarget> of(StepResult step, RunInfo run) {
    List<StoredTarget> targets = new ArrayList<>();
    for (RateTarget target : step.step().targets()) {
      targets.add(
          reached(
              new Group(target.group(), counts(target.role()), target.perSecond()),
              ofAllGroups(step, target.role()),
              count(step, target.role(), run),
              step.whole().seconds(),
              target.segment().map(part -> new Segment(part.fromPerSecond(), part.toPerSecond()))));
    }
    return targets;
  }

  /** The target of a group of workers. */
  public record Group(String name, String counts, double perSecond) {}

  /**
   * A target and what was reached of it.
   *
   * @param ofAll the sum of the targets that count the same, because such operations are not
   *     counted by group
   * @param count what they have counted together
   * @param seconds the length of the step; without one nothing was reached
   */
  public static StoredTarget reached(
      Group group, double ofAll, long count, double seconds, Optional<Segment> segment) {
    Optional<Double> actual = seconds > 0 ? Optional.of(count / seconds) : Optional.empty();
    return new StoredTarget(
        group.name(),
        group.counts(),
        group.perSecond(),
        actual.map(Number.class::cast),
        actual.filter(any -> ofAll > 0).map(rate -> rate / ofAll),
        actual.filter(rate -> SustainedRate.isSustained(ofAll, rate)).isPresent(),
        segment.orElse(null));
  }

  private static String counts(Role role) {
    return switch (role) {
      case QUERY -> "queries";
      case INSERT -> "inserted_rows";
      case DELETE -> "deleted_rows";
      case AUXILIARY ->
          throw new IllegalArgumentException("auxiliary operations have no target rate");
    };
  }

  private static double ofAllGroups(StepResult step, Role role) {
    return step.step().targets().stream()
        .filter(target -> target.role() == role)
        .mapToDouble(RateTarget::perSecond)
        .sum();
  }

  private static long count(StepResult step, Role role, RunInfo run) {
    return role == Role.QUERY
        ? step.whole().queries(run.roles())
        : step.whole().rows(run.roles(), role);
  }
}
