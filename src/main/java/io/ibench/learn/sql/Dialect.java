package io.ibench.learn.sql;

/** How a product writes texts, names and comments. */
public enum Dialect {
  /** MariaDB and MySQL: backslashes in texts, names in backticks, comments after #. */
  MYSQL,
  /** PostgreSQL: names in double quotes, dollar quotes, casts by {@code ::}. */
  POSTGRES
}
