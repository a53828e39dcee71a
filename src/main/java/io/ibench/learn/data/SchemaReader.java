package io.ibench.learn.data;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Reads schemas: of a server, or of a file of CREATE statements. */
public final class SchemaReader {

  private SchemaReader() {}

  /**
   * Reads the catalogue of the current database, and the ends of its indexes. It writes nothing.
   *
   * @param scan whether tables may be read as a whole, to count rows and values
   * @throws CatalogException if the server refuses a query that nothing can be said without
   */
  public static Schema fromServer(Catalog catalog, boolean scan) throws CatalogException {
    List<Object[]> version = catalog.query("SELECT version()");
    String text = version.isEmpty() ? "" : Rows.text(version.get(0)[0]);
    boolean isPostgres = text.toLowerCase(Locale.ROOT).contains("postgresql");
    return isPostgres
        ? new PostgresReader(catalog, scan).read()
        : new MysqlReader(catalog, scan).read();
  }

  /** Reads what mysqldump and pg_dump write without rows, or other CREATE statements. */
  public static Schema fromDump(Path file) throws IOException {
    return new DumpReader(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)).read();
  }
}
