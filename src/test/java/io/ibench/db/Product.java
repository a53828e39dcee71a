package io.ibench.db;

/** The products, and ways to reach them, for which every contract is tested. */
public enum Product {
  MEMORY("memory"),
  SQLITE("sqlite"),
  MARIADB("mariadb"),
  /** The adapter for MySQL on a MariaDB server, as there is no other. */
  MYSQL("mysql"),
  /** MariaDB's storage engine. */
  MYROCKS("mariadb"),
  /** The adapter for MySQL whose sessions borrow each connection from a pool. */
  POOLED("mysql");

  private final String adapter;

  Product(String adapter) {
    this.adapter = adapter;
  }

  /** What {@code database =} says. */
  public String adapter() {
    return adapter;
  }

  /** Whether it is a server's, with connections and row locks. */
  public boolean isServer() {
    return this == MARIADB || this == MYSQL || this == MYROCKS || this == POOLED;
  }
}
