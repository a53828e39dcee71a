package io.ibench.learn.write;

import io.ibench.learn.model.LearnedType;
import java.util.List;

/** The transactions of a script, and what is in them. Immutable. */
public record WrittenScript(String text, List<WrittenTransaction> transactions) {

  /** A transaction, and its variables. */
  public record WrittenTransaction(LearnedType learned, List<WrittenValue> values) {}

  public WrittenScript {
    transactions = List.copyOf(transactions);
  }
}
