package io.ibench.db;

/** The products for which every contract is tested. */
public enum Product {
  MEMORY,
  SQLITE,
  MARIADB
}
