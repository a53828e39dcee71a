package io.ibench.workload.io;

import io.ibench.measure.Role;
import io.ibench.workload.Plan;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What workers do. The number of an operation is its ordinal. */
enum IoOperation {
  READ(Role.QUERY),
  WRITE(Role.INSERT),
  /** A write that is followed by a sync each time: a log. */
  WRITE_SYNC(Role.INSERT),
  SYNC(Role.AUXILIARY),
  /** One write of up to 64 pages. */
  DOUBLEWRITE(Role.AUXILIARY),
  /** Redo log and binlog. */
  COMMIT(Role.AUXILIARY);

  /** The parts of a commit; the number of a part is its ordinal. */
  enum Part {
    REDO_WAIT,
    REDO_WRITE,
    REDO_SYNC,
    BINLOG_WAIT,
    BINLOG_WRITE,
    BINLOG_SYNC;

    static List<Plan.Part> all() {
      return Arrays.stream(values())
          .map(part -> new Plan.Part(COMMIT.ordinal(), part.name().toLowerCase(Locale.ROOT)))
          .toList();
    }
  }

  private final Role role;

  IoOperation(Role role) {
    this.role = role;
  }

  Role role() {
    return role;
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(each -> each.name().toLowerCase(Locale.ROOT)).toList();
  }
}
