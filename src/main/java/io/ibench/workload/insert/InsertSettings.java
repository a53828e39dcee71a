package io.ibench.workload.insert;

import io.ibench.config.Config;
import io.ibench.workload.StepKeys;
import io.ibench.workload.insert.InsertKeys.Deletes;
import io.ibench.workload.insert.InsertKeys.Ids;
import io.ibench.workload.insert.InsertKeys.SecondaryAt;
import io.ibench.workload.insert.InsertKeys.Tables;

/**
 * The insert benchmark's settings, checked. Immutable.
 *
 * @param indexes the number of secondary indexes of each table
 */
record InsertSettings(
    long seed,
    int clients,
    Tables tables,
    Ids ids,
    Deletes deletes,
    int indexes,
    SecondaryAt secondaryAt,
    PurchaseColumns columns,
    RowData data,
    Queries queries,
    PublishedSizes sizes) {

  /**
   * What the steps of queries ask for.
   *
   * @param rows the maximum rows of a range query, and the keys of a point query
   * @param seconds how long the writers of a query step take at their target rate
   * @param resyncGetMin deletes between two reads of the lowest key, less one; 0 for never
   */
  record Queries(int rows, long seconds, long resyncGetMin) {}

  int rowsPerQuery() {
    return queries.rows;
  }

  long querySeconds() {
    return queries.seconds;
  }

  long resyncGetMin() {
    return queries.resyncGetMin;
  }

  static InsertSettings from(Config config) {
    PurchaseColumns columns = PurchaseColumns.from(config);
    long seed = config.get(StepKeys.SEED);
    InsertSettings settings =
        new InsertSettings(
            seed,
            Math.toIntExact(config.get(InsertKeys.CLIENTS)),
            config.get(InsertKeys.TABLES),
            config.get(InsertKeys.IDS),
            config.get(InsertKeys.DELETES),
            Math.toIntExact(config.get(InsertKeys.SECONDARY_INDEXES)),
            config.get(InsertKeys.SECONDARY_AT),
            columns,
            RowData.from(config, columns.charFields() > 0, seed),
            new Queries(
                Math.toIntExact(config.get(InsertKeys.ROWS_PER_QUERY)),
                config.get(InsertKeys.QUERY_SECONDS),
                config.get(InsertKeys.RESYNC_GET_MIN)),
            PublishedSizes.of(config));
    settings.check(config);
    return settings;
  }

  private void check(Config config) {
    if (deletes == Deletes.RANGE && ids == Ids.SERVER) {
      config.problem(
          "needs keys that the client knows; give insert.ids = client, or insert.deletes = oldest",
          InsertKeys.DELETES,
          InsertKeys.IDS);
    }
    if (deletes != Deletes.NONE && tables == Tables.SHARED && clients > 1) {
      config.problem(
          "has no deletes, because clients would delete each other's rows; give"
              + " insert.deletes = none (tables grow), or insert.tables = per_client",
          InsertKeys.TABLES,
          InsertKeys.DELETES);
    }
  }

  boolean deletesRows() {
    return deletes != Deletes.NONE;
  }

  int tableCount() {
    return tables == Tables.SHARED ? 1 : clients;
  }

  /** The number of a client's table, from 0. */
  int tableOf(int client) {
    return tables == Tables.SHARED ? 0 : client;
  }
}
