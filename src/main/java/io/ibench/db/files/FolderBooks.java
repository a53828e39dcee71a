package io.ibench.db.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.internal.TableLease;
import io.ibench.db.internal.TableRegister;
import io.ibench.db.memory.MemoryDatabase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The file {@code ibench_io.json}: the folder's number, its files, and ibench's own tables, which
 * are few rows in memory. Each change is on the disk before it counts. Thread-safe.
 */
final class FolderBooks {

  static final String NAME = "ibench_io.json";

  private static final int MAX_BYTES = 1 << 16;
  private static final List<Table> TABLES = List.of(TableRegister.TABLE, TableLease.TABLE);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path file;
  private long id;
  private final MemoryDatabase tables = new MemoryDatabase();

  private final Set<String> files = new LinkedHashSet<>();

  private FolderBooks(Path file, long id) {
    this.file = file;
    this.id = id;
  }

  /** The books of a folder without any. */
  static FolderBooks empty(Path folder, long id) {
    return new FolderBooks(folder.resolve(NAME), id);
  }

  static FolderBooks read(Path folder) throws DatabaseException {
    Path file = folder.resolve(NAME);
    try {
      JsonNode root = JSON.readTree(Files.readString(file));
      FolderBooks books = new FolderBooks(file, Long.parseUnsignedLong(text(root, "id"), 16));
      root.path("files").forEach(name -> books.files.add(name.asText()));
      for (Table table : TABLES) {
        if (root.path("tables").has(table.name())) {
          books.tables.create(table);
          books.fill(table, root.path("tables").get(table.name()));
        }
      }
      return books;
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw DatabaseException.invalidSetting(
          file + " cannot be read: " + e.getMessage() + "; name another folder");
    } catch (IOException e) {
      throw FileFailures.of("read of " + file, e);
    }
  }

  private static String text(JsonNode node, String name) {
    if (!node.path(name).isTextual()) {
      throw new IllegalArgumentException("it has no text " + name);
    }
    return node.get(name).textValue();
  }

  private void fill(Table table, JsonNode rows) throws DatabaseException {
    try (Session session = tables.session()) {
      Prepared insert = session.prepare(new Command.Insert(table, table.columnNames(), 1));
      for (JsonNode row : rows) {
        for (int i = 0; i < table.columns().size(); i++) {
          Column column = table.columns().get(i);
          if (column.type().isNumber()) {
            insert.setLong(i, row.path(column.name()).asLong());
          } else {
            byte[] bytes = row.path(column.name()).asText().getBytes(StandardCharsets.UTF_8);
            insert.setBytes(i, bytes, bytes.length);
          }
        }
        insert.execute();
      }
    }
  }

  synchronized long id() {
    return id;
  }

  MemoryDatabase tables() {
    return tables;
  }

  static boolean isOwn(Table table) {
    return TABLES.contains(table);
  }

  synchronized boolean lists(String name) {
    return files.contains(name);
  }

  synchronized List<String> files() {
    return List.copyOf(files);
  }

  synchronized void add(String name) throws DatabaseException {
    files.add(name);
    save();
  }

  synchronized void remove(String name) throws DatabaseException {
    files.remove(name);
    if (files.isEmpty()) {
      id = new SecureRandom().nextLong(); // Pages of removed files are strangers from now on.
    }
    save();
  }

  /** Writes another file, and renames it when it is on the disk. */
  synchronized void save() throws DatabaseException {
    ObjectNode root = JSON.createObjectNode();
    root.put("about", "files of ibench, workload io: other programs must not change them");
    root.put("id", Long.toUnsignedString(id, 16));
    ArrayNode listed = root.putArray("files");
    files.forEach(listed::add);
    ObjectNode all = root.putObject("tables");
    for (Table table : TABLES) {
      if (tables.exists(table.name())) {
        write(table, all);
      }
    }
    Path temporary = file.resolveSibling(NAME + ".tmp");
    try {
      byte[] bytes = JSON.writeValueAsBytes(root);
      try (FileChannel channel =
          FileChannel.open(
              temporary,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer content = ByteBuffer.wrap(bytes);
        while (content.hasRemaining()) {
          channel.write(content);
        }
        channel.force(true);
      }
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw FileFailures.of("write of " + file, e);
    }
  }

  private void write(Table table, ObjectNode all) throws DatabaseException {
    ArrayNode rows = all.putArray(table.name());
    byte[] bytes = new byte[MAX_BYTES];
    try (Session session = tables.session()) {
      Prepared select = session.prepare(Command.Select.of(table, table.columnNames(), List.of()));
      int count = select.execute();
      for (int row = 0; row < count; row++) {
        ObjectNode node = rows.addObject();
        for (int i = 0; i < table.columns().size(); i++) {
          Column column = table.columns().get(i);
          if (column.type().isNumber()) {
            node.put(column.name(), select.getLong(row, i));
          } else {
            int length = select.getBytes(row, i, bytes);
            node.put(column.name(), new String(bytes, 0, length, StandardCharsets.UTF_8));
          }
        }
      }
    }
  }

  DatabaseException keepsNoTables(String table) {
    return new DatabaseException(
        FailureKind.FATAL, "a folder of files keeps no tables, such as " + table);
  }
}
