package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.Condition;

/** The statement that a command is, with a list as long as it may be. */
final class StatementText implements Command.Compiler<String> {

  private final Sql sql;

  StatementText(Sql sql) {
    this.sql = sql;
  }

  @Override
  public String insert(Command.Insert insert) {
    return sql.insert(insert, 1);
  }

  @Override
  public String upsert(Command.Upsert upsert) {
    return sql.upsert(upsert);
  }

  @Override
  public String update(Command.Update update) {
    return sql.update(update);
  }

  @Override
  public String delete(Command.Delete delete) {
    return sql.delete(delete);
  }

  @Override
  public String select(Command.Select select) {
    int listed =
        select.where().stream()
            .filter(condition -> condition.op() == Condition.Op.IN)
            .mapToInt(Condition::max)
            .findFirst()
            .orElse(0);
    return sql.select(select, listed);
  }
}
