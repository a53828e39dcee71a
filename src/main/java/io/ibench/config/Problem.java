package io.ibench.config;

/**
 * One mistake in the settings, for the user. Immutable.
 *
 * <p>Every part is one printable line: control characters are escaped, long text is cut, a password
 * in a URL is masked. {@code where}, {@code key} and {@code value} may be empty.
 */
public record Problem(String where, String key, String value, String message) {

  private static final int MAX_VALUE = 120;
  private static final int MAX_TEXT = 1000;

  public Problem {
    where = Printable.line(where, MAX_TEXT);
    key = Printable.line(key, MAX_VALUE);
    value = Printable.line(Secrets.mask(value), MAX_VALUE);
    message = Printable.line(Secrets.mask(message), MAX_TEXT);
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
