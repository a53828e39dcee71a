package io.ibench.db.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * For products with times without zone, which contain UTC here, and 4-byte floating-point numbers,
 * which are bound as such: the 8-byte number nearest to the same hundredths compares as unequal.
 */
public abstract class DateTimeCodec implements ValueCodec {

  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  private static final TimeZone UTC = TimeZone.getTimeZone(ZoneOffset.UTC);

  /** Null until the driver refuses a {@link LocalDateTime}. */
  private @Nullable Calendar utc;

  public static LocalDateTime time(long epochMillis) {
    return LocalDateTime.ofEpochSecond(Math.floorDiv(epochMillis, 1000L), 0, ZoneOffset.UTC);
  }

  /** A time in the form of a literal, without quotes. */
  public static String text(long epochMillis) {
    return SECONDS.format(time(epochMillis));
  }

  /** Whether the driver has refused a {@link LocalDateTime}, and taken a {@link Timestamp}. */
  final boolean takesTimestampsOnly() {
    return utc != null;
  }

  /** Binds what older drivers take, after the driver has refused a {@link LocalDateTime}. */
  final void bindTimestamp(PreparedStatement statement, int position, Timestamp time)
      throws SQLException {
    Calendar calendar = utc == null ? Calendar.getInstance(UTC, Locale.ROOT) : utc;
    statement.setTimestamp(position, time, calendar);
    utc = calendar;
  }

  @Override
  public final long readTime(ResultSet results, int position) throws SQLException {
    if (utc != null) {
      return results.getTimestamp(position, utc).getTime();
    }
    try {
      return 1000 * results.getObject(position, LocalDateTime.class).toEpochSecond(ZoneOffset.UTC);
    } catch (SQLException e) {
      return readTimestamp(results, position, e);
    }
  }

  private long readTimestamp(ResultSet results, int position, SQLException refusal)
      throws SQLException {
    Calendar calendar = Calendar.getInstance(UTC, Locale.ROOT);
    try {
      long time = results.getTimestamp(position, calendar).getTime();
      utc = calendar;
      return time;
    } catch (SQLException e) {
      refusal.addSuppressed(e);
      throw refusal;
    }
  }

  @Override
  public void bindFloat(PreparedStatement statement, int position, long hundredths)
      throws SQLException {
    statement.setFloat(position, hundredths / 100f);
  }

  @Override
  public long readFloat(ResultSet results, int position) throws SQLException {
    return Math.round(results.getFloat(position) * 100.0);
  }
}
