package io.ibench.learn.log;

/** What writes a log. */
public enum LogFormat {
  SLOW_LOG("slow log"),
  CSVLOG("csvlog"),
  JSONLOG("jsonlog"),
  STDERR("stderr log"),
  GENERAL_LOG("general log");

  private final String title;

  LogFormat(String title) {
    this.title = title;
  }

  /** Whether a server that begins again gives its sessions the same numbers as before. */
  boolean reusesNumbers() {
    return this == SLOW_LOG || this == GENERAL_LOG;
  }

  /** As a report calls it. */
  public String title() {
    return title;
  }
}
