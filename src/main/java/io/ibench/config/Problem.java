package io.ibench.config;

/**
 * One mistake in the settings, for the person who made it.
 *
 * <p>Every part is one printable line: what would steer a terminal is escaped, what is very long is
 * cut, passwords in URLs are masked. {@code where}, {@code key} and {@code value} are empty when
 * there is none.
 */
public record Problem(String where, String key, String value, String message) {

  private static final int MAX_VALUE = 120;
  private static final int MAX_TEXT = 1000;

  public Problem {
    where = Printable.line(where, MAX_TEXT);
    key = Printable.line(key, MAX_VALUE);
    value = Printable.line(Credentials.masked(value), MAX_VALUE);
    message = Printable.line(Credentials.masked(message), MAX_TEXT);
  }

  /** For example {@code x.properties:12: request.threads = abc: is not a count; allowed: ...}. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder();
    if (!where.isEmpty()) {
      line.append(where).append(": ");
    }
    if (!key.isEmpty()) {
      line.append(key).append(value.isEmpty() ? "" : " = ").append(value).append(": ");
    } else if (!value.isEmpty()) {
      line.append(value).append(": ");
    }
    return line.append(message).toString();
  }
}
