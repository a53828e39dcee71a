package io.ibench.db.mongo;

import io.ibench.db.DatabaseException;
import java.util.List;

/** The states that LinkBench's link writes can find, and the commands that they send then. */
enum LinkWrite {
  ADD_NEW(1, "findAndModify", "update", "commitTransaction") {
    @Override
    void prepare(GraphCommands graph) {}

    @Override
    void write(GraphCommands graph) throws DatabaseException {
      graph.putLink(ID2, PAYLOAD, TIME);
    }
  },
  ADD_EXISTING(1, "findAndModify", "commitTransaction") {
    @Override
    void prepare(GraphCommands graph) throws DatabaseException {
      graph.putLink(ID2, PAYLOAD, TIME - 1);
    }

    @Override
    void write(GraphCommands graph) throws DatabaseException {
      graph.putLink(ID2, PAYLOAD, TIME);
    }
  },
  UN_HIDE(1, "findAndModify", "update", "commitTransaction") {
    @Override
    void prepare(GraphCommands graph) throws DatabaseException {
      graph.putLink(ID2, PAYLOAD, TIME - 1);
      graph.hideLink(ID2);
    }

    @Override
    void write(GraphCommands graph) throws DatabaseException {
      graph.putLink(ID2, PAYLOAD, TIME);
    }
  },
  DELETE_VISIBLE(0, "findAndModify", "update", "commitTransaction") {
    @Override
    void prepare(GraphCommands graph) throws DatabaseException {
      graph.putLink(ID2, PAYLOAD, TIME - 1);
    }

    @Override
    void write(GraphCommands graph) throws DatabaseException {
      graph.hideLink(ID2);
    }
  },
  DELETE_MISSING(0, "findAndModify", "commitTransaction") {
    @Override
    void prepare(GraphCommands graph) {}

    @Override
    void write(GraphCommands graph) throws DatabaseException {
      graph.hideLink(ID2);
    }
  };

  static final long ID2 = 11;
  private static final long TIME = 1000;
  private static final byte[] PAYLOAD = {1, 2, 3};

  private final long countAfter;
  private final List<String> commands;

  LinkWrite(long countAfter, String... commands) {
    this.countAfter = countAfter;
    this.commands = List.of(commands);
  }

  /** Creates the state that it will find. */
  abstract void prepare(GraphCommands graph) throws DatabaseException;

  abstract void write(GraphCommands graph) throws DatabaseException;

  /** The stored count, which equals the number of visible links. */
  long countAfter() {
    return countAfter;
  }

  /** Names of its commands, the commit included. */
  List<String> commands() {
    return commands;
  }
}
