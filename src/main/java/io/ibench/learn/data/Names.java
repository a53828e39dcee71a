package io.ibench.learn.data;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Names of tables and columns in statements: as the server has them, quoted where needed. */
public final class Names {

  private static final Pattern PLAIN_POSTGRES = Pattern.compile("[a-z_][a-z0-9_]*");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** Words that are names nowhere without quotes, or not everywhere. */
  private static final Set<String> RESERVED =
      Set.copyOf(
          Arrays.asList(
              ("all alter analyze and any array as asc authorization between both by call case change char check"
                      + " collate column condition constraint create cross cube current current_date current_time"
                      + " current_user cursor database databases date day default delete desc describe distinct div"
                      + " double drop each else end except exists explain false fetch float for foreign from full"
                      + " function grant group groups having if ignore in index inner insert int integer intersect"
                      + " interval into is join key keys kill lateral leading left like limit lines load lock long"
                      + " match mod natural not null numeric of offset on only option or order outer over overlaps"
                      + " partition placing position primary procedure range rank read recursive references rename"
                      + " repeat replace require restrict return returning revoke right row row_number rows schema"
                      + " select session_user set show some sql starting symmetric system table then to trailing"
                      + " trigger true undo union unique unlock unsigned update usage use user using values varchar"
                      + " verbose virtual when where while window with write xor year_month")
                  .split(" ")));

  private Names() {}

  /** A name in a statement. */
  public static String quoted(String name, boolean isPostgres) {
    boolean plain = (isPostgres ? PLAIN_POSTGRES : PLAIN).matcher(name).matches();
    if (plain && !RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
      return name;
    }
    return isPostgres
        ? '"' + name.replace("\"", "\"\"") + '"'
        : '`' + name.replace("`", "``") + '`';
  }

  /** A name that a variable of a script can have. */
  static String variable(String name) {
    String made = name.replaceAll("[^A-Za-z0-9_]", "_");
    return made.isEmpty() || Character.isDigit(made.charAt(0)) ? "c" + made : made;
  }
}
