package example.h2;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Command;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.ServerLocation;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.Dialect;
import io.ibench.db.jdbc.JdbcAdapter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The database {@code h2}: H2 inside the client, in a file. */
public final class H2Adapter extends JdbcAdapter {

  private static final Key<String> FILE =
      Key.text("file", "the database's file, without .mv.db").withDefault("./ibench-h2");

  public H2Adapter() {
    super("h2", "H2 in a file, inside the client: no server needed", FILE);
  }

  @Override
  protected Dialect dialect(Config config) {
    Path file = Path.of(config.get(FILE)).toAbsolutePath().normalize();
    return new H2(file, opener(config, FILE, "jdbc:h2:file:" + file));
  }

  /** Where H2 does more than standard SQL, or says it in another way. */
  private static final class H2 extends Dialect {

    private final Path file;
    private final Connections.Opener opener;

    H2(Path file, Connections.Opener opener) {
      this.file = file;
      this.opener = opener;
    }

    @Override
    public Connection connect() throws SQLException {
      return opener.open();
    }

    @Override
    public String upsert(Command.Upsert upsert) {
      return upsertByMerge(upsert);
    }

    @Override
    public String reportingOld(String change, String column) {
      return "SELECT " + quoted(column) + " FROM OLD TABLE (" + change + ")";
    }

    @Override
    public String indexHint(Index index) {
      return " USE INDEX (" + quoted(index.name()) + ")";
    }

    @Override
    public FailureKind classify(SQLException failure) {
      return switch (failure.getErrorCode()) {
        case 90131 -> FailureKind.DEADLOCK; // another transaction has changed the row
        case 90098, 90121 -> FailureKind.SERVER_SHUTDOWN; // the database is closed
        default -> super.classify(failure);
      };
    }

    @Override
    public String explainVerb() {
      return "EXPLAIN";
    }

    @Override
    public String durability() {
      return "none: written within 500 ms";
    }

    @Override
    public Size size(Connection connection, List<Table> tables) {
      return Size.of(Path.of(file + ".mv.db").toFile().length(), "file");
    }

    @Override
    public ServerLocation location() {
      return ServerLocation.embedded(List.of(file.getParent()));
    }
  }
}
