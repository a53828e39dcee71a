package io.ibench.db.jdbc;

record PostgresStorage(String engine, String tableOptions, boolean unlogged) {}
