package io.ibench.db.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * For products with times without zone, which contain UTC here, and 4-byte floating-point numbers,
 * which are bound as such: the 8-byte number nearest to the same hundredths compares as unequal.
 */
public abstract class DateTimeCodec implements ValueCodec {

  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  public static LocalDateTime time(long epochMillis) {
    return LocalDateTime.ofEpochSecond(Math.floorDiv(epochMillis, 1000L), 0, ZoneOffset.UTC);
  }

  /** A time in the form of a literal, without quotes. */
  public static String text(long epochMillis) {
    return SECONDS.format(time(epochMillis));
  }

  @Override
  public final long readTime(ResultSet results, int position) throws SQLException {
    return 1000 * results.getObject(position, LocalDateTime.class).toEpochSecond(ZoneOffset.UTC);
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
