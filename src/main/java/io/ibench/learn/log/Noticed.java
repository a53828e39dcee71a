package io.ibench.learn.log;

/** What a reader notices and counts. All but the first few were not given to the sink. */
public enum Noticed {
  FAILED("statements that the server refused"),
  PARAMETERS_LOST("statements whose parameters are not in the log"),
  TRUNCATED("values of parameters that the log cuts short"),
  ODD_TIMES("statements whose time the application had set"),
  RESTARTS("times that the server began again"),
  OUTSIDE("statements outside of --from and --to"),
  OTHER_USER("statements of other users"),
  ADMINISTRATOR("commands that are no statements, such as Ping"),
  INNER("statements inside of stored routines"),
  PARTS("lines of parsing and binding"),
  NO_TEXT("durations without a statement"),
  OTHER_LINES("messages that are no statements"),
  UNREADABLE("lines or records that cannot be read"),
  TOO_LONG("statements above 64 MB"),
  UNFINISHED("records that the end of a file cuts");

  private final String title;

  Noticed(String title) {
    this.title = title;
  }

  /** As a report calls it, in the plural. */
  public String title() {
    return title;
  }
}
