package io.ibench.db.mysql;

import io.ibench.db.jdbc.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a server is that works as a node of a Galera cluster. Immutable.
 *
 * @param settings those of the cluster that influence results, in the order to show them; empty for
 *     a server that is no node
 */
record GaleraNode(Map<String, String> settings) {

  private static final String SWITCH = "wsrep_on";
  private static final String NODES = "wsrep_cluster_size";

  private static final List<String> NAMES =
      List.of(
          SWITCH,
          "wsrep_sync_wait",
          "wsrep_slave_threads",
          "wsrep_retry_autocommit",
          "wsrep_trx_fragment_size",
          "auto_increment_increment");

  static GaleraNode of(Connection connection) throws SQLException {
    Map<String, String> variables = TemporaryServerVariables.ofSession(connection, NAMES);
    return isNode(variables)
        ? of(
            variables,
            Connections.value(
                connection,
                "SELECT variable_value FROM information_schema.global_status"
                    + " WHERE variable_name = '"
                    + NODES
                    + "'"))
        : of(variables, "");
  }

  /**
   * @param variables as they are in a session
   * @param nodes how many nodes the cluster has
   */
  static GaleraNode of(Map<String, String> variables, String nodes) {
    Map<String, String> settings = new LinkedHashMap<>();
    if (isNode(variables)) {
      settings.put(SWITCH, variables.get(SWITCH));
      settings.put(NODES, nodes);
      NAMES.stream()
          .filter(variables::containsKey)
          .forEach(name -> settings.put(name, variables.get(name)));
    }
    return new GaleraNode(settings);
  }

  /** A server that could be a node and is none has the variable as well. */
  private static boolean isNode(Map<String, String> variables) {
    return "ON".equals(variables.get(SWITCH));
  }

  /** What else a commit waits for, after a comma; empty for a server that is no node. */
  String durability() {
    return settings.isEmpty() ? "" : ", Galera cluster of " + settings.get(NODES);
  }
}
