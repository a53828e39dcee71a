package io.ibench.db.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Makes a statement that is ready to be executed. */
public interface StatementPreparer {

  PreparedStatement prepare(String text) throws SQLException;
}
