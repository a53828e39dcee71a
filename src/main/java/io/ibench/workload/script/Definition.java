package io.ibench.workload.script;

import io.ibench.db.Table;
import io.ibench.workload.Plan.LoadedTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A script, completely checked. Immutable.
 *
 * @param tables that its schema creates, with the rows that it loads
 * @param loadedRows what the load inserts; empty when the text does not tell
 * @param schema its statements, in order
 * @param cleanup its statements; empty: the tables are dropped in the opposite order
 * @param session the statements for each new connection
 */
record Definition(
    List<LoadedTable> tables,
    OptionalLong loadedRows,
    List<Ddl> schema,
    List<LoadSection> loads,
    List<Ddl> index,
    List<Ddl> cleanup,
    List<String> session,
    List<TransactionCode> transactions,
    List<Code> verify,
    Texts texts,
    List<String> warnings) {

  /**
   * What it is made of, for results and to know the data again.
   *
   * @param files the texts, by file name
   * @param dataSettings the settings that shape the data
   * @param dataTexts the parts of the files that shape the data
   */
  record Texts(
      Map<String, String> files, Map<String, String> dataSettings, Map<String, String> dataTexts) {}

  /**
   * A statement that changes the schema.
   *
   * @param table that it creates or drops; empty: none
   */
  record Ddl(Place place, String text, Optional<Table> table) {}

  Definition {
    tables = List.copyOf(tables);
    schema = List.copyOf(schema);
    loads = List.copyOf(loads);
    index = List.copyOf(index);
    cleanup = List.copyOf(cleanup);
    session = List.copyOf(session);
    transactions = List.copyOf(transactions);
    verify = List.copyOf(verify);
    warnings = List.copyOf(warnings);
  }

  Map<String, String> files() {
    return texts.files;
  }

  Map<String, String> dataSettings() {
    return texts.dataSettings;
  }

  Map<String, String> dataTexts() {
    return texts.dataTexts;
  }

  /** The tables without their rows. */
  List<Table> plainTables() {
    return tables.stream().map(LoadedTable::table).toList();
  }
}
