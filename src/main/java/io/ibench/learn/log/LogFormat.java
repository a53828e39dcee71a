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

  /** As a report calls it. */
  public String title() {
    return title;
  }
}
