package io.ibench.report;

import io.ibench.measure.Role;
import java.util.List;
import java.util.OptionalLong;

/** Hand-made heads of results, for tests of other packages. */
public final class ReportSamples {

  private ReportSamples() {}

  /** A run of one step, with intervals of a second and latencies every ten. */
  public static RunInfo run(
      String step,
      List<String> operations,
      List<Role> roles,
      List<String> failureKinds,
      List<String> tallies) {
    RunInfo sample = Samples.run(step);
    return new RunInfo(
        sample.id(),
        sample.workload(),
        sample.seed(),
        sample.startEpochMillis(),
        sample.versions(),
        sample.database(),
        sample.settings(),
        sample.host(),
        sample.steps(),
        operations,
        roles,
        failureKinds,
        tallies,
        Samples.SECOND,
        10 * Samples.SECOND,
        OptionalLong.empty(),
        sample.cpus(),
        sample.data(),
        false);
  }

  public static RunInfo.Books books() {
    return Samples.books();
  }
}
