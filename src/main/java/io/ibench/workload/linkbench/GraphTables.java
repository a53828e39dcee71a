package io.ibench.workload.linkbench;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Condition;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.util.List;

/** LinkBench's three tables, with the names of its README; payloads are binary. */
final class GraphTables {

  static final int MAX_LINK_DATA = 255;
  static final int MAX_NODE_DATA = 1 << 20;

  /** A covering index for GET_LINKS_LIST, which reads the newest links first. */
  static final Index ID1_TYPE =
      new Index(
          "id1_type",
          List.of("id1", "link_type", "visibility", "time", "id2", "version", "data"),
          true);

  static final Table LINKS =
      new Table(
          "linktable",
          List.of(
              Column.number("id1", ColumnType.LONG),
              Column.number("id2", ColumnType.LONG),
              Column.number("link_type", ColumnType.LONG),
              Column.number("visibility", ColumnType.BYTE),
              Column.bytes("data", MAX_LINK_DATA),
              Column.number("time", ColumnType.LONG),
              Column.number("version", ColumnType.INT)),
          List.of("link_type", "id1", "id2"),
          false,
          List.of(ID1_TYPE));

  static final Table COUNTS =
      new Table(
          "counttable",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("link_type", ColumnType.LONG),
              Column.number("count", ColumnType.LONG),
              Column.number("time", ColumnType.LONG),
              Column.number("version", ColumnType.LONG)),
          List.of("id", "link_type"),
          false,
          List.of());

  static final Table NODES =
      new Table(
          "nodetable",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("type", ColumnType.INT),
              Column.number("version", ColumnType.LONG),
              Column.number("time", ColumnType.INT),
              Column.bytes("data", MAX_NODE_DATA)),
          List.of("id"),
          true,
          List.of());

  /** The conditions on a link's primary key. */
  static final List<Condition> LINK_KEY =
      List.of(Condition.eq("link_type"), Condition.eq("id1"), Condition.eq("id2"));

  static final List<Table> ALL = List.of(LINKS, COUNTS, NODES);

  private GraphTables() {}
}
