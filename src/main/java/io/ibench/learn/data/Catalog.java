package io.ibench.learn.data;

import java.util.List;

/** A server that answers queries of its catalogue, and of no other kind. */
public interface Catalog {

  /**
   * All rows of a SELECT. A value is null, a Number, a Boolean or something whose {@code toString}
   * is the server's text of it.
   *
   * @throws CatalogException if the server refuses it
   */
  List<Object[]> query(String sql) throws CatalogException;
}
