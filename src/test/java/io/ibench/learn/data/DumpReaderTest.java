package io.ibench.learn.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DumpReaderTest {

  private static final String MYSQL =
      """
      -- MariaDB dump
      /*!40101 SET character_set_client = utf8 */;
      DROP TABLE IF EXISTS `users`;
      CREATE TABLE `users` (
        `id` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
        `email` varchar(60) CHARACTER SET latin1 NOT NULL DEFAULT 'a;b''c' COMMENT 'x (y), z',
        `mood` enum('new','it''s') DEFAULT NULL,
        `price` decimal(10,2) DEFAULT 0.00,
        `upper_email` varchar(60) GENERATED ALWAYS AS (upper(`email`)) VIRTUAL,
        PRIMARY KEY (`id`),
        UNIQUE KEY `email` (`email`),
        KEY `part` (`email`(10),`mood`),
        FULLTEXT KEY `words` (`email`),
        CONSTRAINT `fk` FOREIGN KEY (`id`) REFERENCES `other` (`key`) ON DELETE CASCADE
      ) ENGINE=InnoDB AUTO_INCREMENT=4001 DEFAULT CHARSET=utf8mb4;
      INSERT INTO `users` VALUES (1,'Zx9Canary7731');
      CREATE VIEW v AS SELECT 1;
      """;

  private static final String POSTGRES =
      """
      SET statement_timeout = 0;
      CREATE TYPE public.mood AS ENUM ('new', 'paid');
      CREATE TABLE public."Order" (
          id bigint NOT NULL,
          user_id integer NOT NULL,
          state public.mood DEFAULT 'new'::public.mood NOT NULL,
          at timestamp with time zone DEFAULT now() NOT NULL,
          tags text[]
      );
      CREATE SEQUENCE public.order_id_seq START WITH 1;
      ALTER TABLE ONLY public."Order" ALTER COLUMN id SET DEFAULT nextval('public.order_id_seq'::regclass);
      ALTER TABLE ONLY public."Order" ADD CONSTRAINT order_pkey PRIMARY KEY (id);
      CREATE INDEX order_at ON public."Order" USING btree (user_id, at DESC) WHERE (user_id > 0);
      ALTER TABLE ONLY public."Order"
          ADD CONSTRAINT order_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
      """;

  @TempDir Path folder;

  @Test
  void mysqldumpIsUnderstood() throws Exception {
    Path file = folder.resolve("dump.sql");
    Files.writeString(file, MYSQL);
    Schema schema = SchemaReader.fromDump(file);
    assertThat(schema.isPostgres()).isFalse();
    Table users = schema.tables().get(0);
    assertThat(users.rows()).isEqualTo(4000);
    assertThat(users.columns())
        .extracting(Column::name)
        .containsExactly("id", "email", "mood", "price", "upper_email");
    Column email = users.column("email").orElseThrow();
    assertThat(email.type()).isEqualTo(new ColumnType("varchar(60)", Kind.TEXT, 60, 0, List.of()));
    assertThat(email.isNullable()).isFalse();
    assertThat(email.defaultText()).isEqualTo("'a;b''c'");
    assertThat(users.column("mood").orElseThrow().type().labels()).containsExactly("new", "it's");
    assertThat(users.column("upper_email").orElseThrow().isGenerated()).isTrue();
    assertThat(users.column("id").orElseThrow().counts()).isTrue();
    assertThat(users.indexes()).extracting(Index::name).containsExactly("PRIMARY", "email", "part");
    assertThat(users.indexes().get(2).parts()).isEqualTo("(email(10), mood)");
    assertThat(users.foreignKeys())
        .containsExactly(new ForeignKey(List.of("id"), "other", List.of("key"), false));
    assertThat(schema.unknown())
        .containsExactly(
            "table users: FULLTEXT is left out",
            "line 17 of the schema is not understood",
            "table users: its rows are taken as 4000, from AUTO_INCREMENT");
    assertThat(DataScript.of(schema, DataOptions.of(schema)).text()).doesNotContain("Canary");
  }

  @Test
  void pgDumpIsUnderstood() {
    Schema schema = new DumpReader(POSTGRES).read();
    assertThat(schema.isPostgres()).isTrue();
    assertThat(schema.unknown()).isEmpty();
    Table order = schema.tables().get(0);
    assertThat(order.name()).isEqualTo("Order");
    Column id = order.column("id").orElseThrow();
    assertThat(id.counts()).isTrue();
    assertThat(order.column("state").orElseThrow().type().labels()).containsExactly("new", "paid");
    assertThat(order.column("at").orElseThrow().type().kind()).isEqualTo(Kind.TIME);
    assertThat(order.column("at").orElseThrow().defaultText()).isEqualTo("now()");
    assertThat(order.column("tags").orElseThrow().type().kind()).isEqualTo(Kind.OTHER);
    assertThat(order.primaryKey().orElseThrow().columns()).containsExactly("id");
    assertThat(order.foreignKeys())
        .containsExactly(new ForeignKey(List.of("user_id"), "users", List.of("id"), false));
    assertThat(DataScript.of(schema, DataOptions.of(schema)).text())
        .contains(
            "CREATE INDEX order_at ON \"Order\" USING btree (user_id, at DESC) WHERE (user_id > 0);");
  }

  @ParameterizedTest
  @CsvSource({
    "int(11), INTEGER, -1, 0",
    "bigint unsigned, INTEGER, -1, 0",
    "'decimal(10,2)', DECIMAL, 10, 2",
    "'numeric(12,0)', INTEGER, 12, 0",
    "double precision, DECIMAL, -1, 2",
    "character varying(20), TEXT, 20, 0",
    "char(2), TEXT, 2, 0",
    "text, TEXT, -1, 0",
    "varbinary(16), BYTES, 16, 0",
    "timestamp without time zone, TIME, -1, 0",
    "boolean, BOOLEAN, -1, 0",
    "uuid, UUID, -1, 0",
    "jsonb, OTHER, -1, 0",
    "'integer[]', OTHER, -1, 0"
  })
  void typesAreKnownByTheirNames(String text, Kind kind, int length, int digits) {
    assertThat(ColumnType.of(text))
        .isEqualTo(new ColumnType(text, kind, length, digits, List.of()));
  }
}
