package io.ibench.learn.data;

/** A server refuses a query of its catalogue. */
public class CatalogException extends Exception {

  private static final long serialVersionUID = 1;

  public CatalogException(String message, Throwable cause) {
    super(message, cause);
  }
}
