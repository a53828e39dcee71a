package io.ibench.db;

/** The products, and ways to reach them, for which every contract is tested. */
public enum Product {
  MEMORY("memory"),
  SQLITE("sqlite"),
  /** H2 inside the tests, which has no adapter: portable SQL by settings alone. */
  JDBC("jdbc"),
  ROCKSDB("rocksdb"),
  MARIADB("mariadb"),
  /** The adapter for MySQL on a MariaDB server, because there is no MySQL server. */
  MYSQL("mysql"),
  /** MariaDB's storage engine. */
  MYROCKS("mariadb"),
  /** The adapter for MySQL whose sessions borrow each connection from a pool. */
  POOLED("mysql"),
  /** The same with MariaDB's own driver. */
  POOLED_MARIADB("mariadb"),
  POSTGRES("postgres"),
  /** The same with sessions that borrow each connection from a pool. */
  POOLED_POSTGRES("postgres"),
  /** PostgreSQL through pgbouncer, which gives a client the same connection until it leaves. */
  PGBOUNCER_SESSION("postgres"),
  /** PostgreSQL through pgbouncer, which gives a client a connection for one transaction. */
  PGBOUNCER_TRANSACTION("postgres"),
  /** On a server inside the tests' process, which has no transactions. */
  MONGODB("mongodb"),
  /** A replica set of the tests' own inside their process, on which transactions are required. */
  MONGODB_SET("mongodb"),
  /** The adapter for MongoDB on a FerretDB server; only if the environment names one. */
  FERRETDB("mongodb");

  private final String adapter;

  Product(String adapter) {
    this.adapter = adapter;
  }

  /** The value of {@code database =}. */
  public String adapter() {
    return adapter;
  }

  /** Whether each operation borrows its connection. */
  public boolean isPooled() {
    return this == POOLED || this == POOLED_MARIADB || this == POOLED_POSTGRES;
  }

  /** Whether it is on a server, with connections and row locks. */
  public boolean isServer() {
    return isPostgres() || isMysqlFamily();
  }

  /** Whether it is an adapter for PostgreSQL. */
  public boolean isPostgres() {
    return adapter.equals("postgres");
  }

  /** Whether its server is MariaDB. */
  public boolean isMysqlFamily() {
    return adapter.equals("mariadb") || adapter.equals("mysql");
  }

  /** Whether several commands can be undone together. */
  public boolean hasTransactions() {
    return !keepsDocuments() || this == MONGODB_SET;
  }

  /** Whether rows are documents, which may have further fields and a key of bytes. */
  public boolean keepsDocuments() {
    return adapter.equals("mongodb");
  }

  /** Whether a server of the tests looks at every document of a collection for most reads. */
  public boolean readsWholeCollections() {
    return this == MONGODB || this == MONGODB_SET;
  }

  /**
   * Whether only one of two upserts that add the same row is told that it was missing. FerretDB
   * tells both.
   */
  public boolean hasExactUpserts() {
    return this != FERRETDB;
  }

  /** Whether tests create partitioned tables on it. */
  public boolean dividesTables() {
    return isServer();
  }

  /** Whether ibench sees the engine inside its own process. */
  public boolean isEmbedded() {
    return this == MEMORY || this == SQLITE || this == JDBC || this == ROCKSDB;
  }

  /** Whether writers that meet may have to retry, instead of waiting for each other. */
  public boolean mayRetry() {
    return isServer() || this == JDBC || this == ROCKSDB || this == MONGODB_SET;
  }
}
