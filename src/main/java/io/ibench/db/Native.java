package io.ibench.db;

/**
 * A statement in the product's own language. ibench does not read it: the user wrote it. Immutable.
 *
 * @param text one statement. In SQL each parameter is a {@code ?}; in a document it is a string
 *     {@code :0}, {@code :1}, ... that is the value as a whole, and {@code ::x} is the string
 *     {@code :x}. Empty for a control: the product's usual way
 * @param parameters the number of parameters
 * @param control what it does with the session's transaction
 * @param keptRows how many of the first rows {@link NativePrepared} keeps, or {@link #LAST_ROW}
 */
public record Native(String text, int parameters, Control control, int keptRows) {

  /** Keeps the last row. */
  public static final int LAST_ROW = -1;

  /** What a statement does with the transaction of its session. */
  public enum Control {
    NONE,
    BEGIN,
    COMMIT,
    ROLLBACK
  }

  /** A statement that keeps no row. */
  public static Native of(String text, int parameters) {
    return new Native(text, parameters, Control.NONE, 0);
  }

  /** A control in the product's usual way; a transaction that it begins may write. */
  public static Native of(Control control) {
    return new Native("", 0, control, 0);
  }
}
