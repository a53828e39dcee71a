package io.ibench.workload.custom;

import io.ibench.config.Suggestion;
import io.ibench.workload.custom.Statement.Execution;
import io.ibench.workload.custom.Token.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads one operation: {@code 50: read orders where id = any(orders)}. Used once; not thread-safe.
 */
final class OperationParser {

  private static final BigDecimal LARGEST_SHARE = BigDecimal.valueOf(1_000_000_000);
  private static final List<String> WORDS =
      List.of("read", "insert", "upsert", "update", "delete", "begin", "commit");

  private final OperationContext context;
  private final TokenReader tokens;
  private final Mistakes mistakes;
  private final List<Statement> statements = new ArrayList<>();
  private int executions;

  OperationParser(OperationContext context) {
    this.context = context;
    this.tokens = context.tokens();
    this.mistakes = context.mistakes();
  }

  /** The operation; meaningless when there are mistakes. */
  CustomOperation parse(String name) throws SyntaxException {
    double share = share();
    tokens.expect(":", "after the share, as in: 50: read ...");
    Optional<Token> begin = Optional.empty();
    boolean committed = false;
    do {
      Token word = tokens.peek();
      if (word.is("begin")) {
        tokens.take();
        begin(word, begin);
        begin = Optional.of(word);
      } else if (word.is("commit")) {
        committed = true;
        tokens.take();
        if (begin.isEmpty()) {
          mistakes.at(word, "begin is missing before the first statement");
        }
        break;
      } else {
        part(word, begin.isPresent());
      }
    } while (tokens.skip(";"));
    tokens.end(committed ? "nothing after commit" : "a ; before the next statement");
    check(begin, committed);
    return new CustomOperation(name, share, begin.isPresent(), statements);
  }

  private double share() throws SyntaxException {
    Token token = tokens.take(Kind.NUMBER, "the share of the operation, as in: 50: read ...");
    BigDecimal share = Amounts.number(token);
    if (share.signum() <= 0 || share.compareTo(LARGEST_SHARE) > 0) {
      mistakes.at(token, "this share is out of range; allowed: above 0, at most 1B");
    }
    return share.doubleValue();
  }

  private void begin(Token word, Optional<Token> first) {
    if (first.isPresent()) {
      mistakes.at(word, "an operation has one transaction");
    } else if (executions > 0) {
      mistakes.at(word, "begin belongs before the first statement");
    }
  }

  private void check(Optional<Token> begin, boolean committed) {
    if (begin.isPresent() && !committed) {
      mistakes.add("at the end: commit is missing, for the begin of character " + begin.get().at());
    }
    if (executions == 0) {
      mistakes.add("it has no statement; allowed: read, insert, upsert, update, delete");
    } else if (begin.isEmpty() && executions > 1) {
      mistakes.add("several statements are a transaction: write begin; ...; commit");
    }
  }

  /** A statement, or a variable that gets its value. */
  private void part(Token word, boolean inTransaction) throws SyntaxException {
    if (word.kind() != Kind.VARIABLE) {
      statement(List.of(), inTransaction);
      return;
    }
    List<Token> names = new ArrayList<>();
    do {
      names.add(tokens.take(Kind.VARIABLE, "a variable"));
    } while (tokens.skip(","));
    tokens.expect("=", "after " + names.get(names.size() - 1).shown());
    if (tokens.peek().is("read")) {
      statement(names, inTransaction);
    } else if (names.size() > 1) {
      throw new SyntaxException(names.get(1), "several variables get their values from a read");
    } else {
      context
          .values()
          .kept(names.get(0))
          .ifPresent(value -> statements.add(new Statement.Variable(value.source())));
    }
  }

  private void statement(List<Token> into, boolean inTransaction) throws SyntaxException {
    Token word = tokens.peek();
    if (!WORDS.contains(word.text()) || word.kind() != Kind.NAME) {
      throw new SyntaxException(word, unknown(word));
    }
    executions++;
    tokens.take();
    Optional<Execution> execution =
        switch (word.text()) {
          case "begin", "commit" -> throw new SyntaxException(word, "this ends no statement");
          case "read" -> new ReadParser(context, into).parse(word);
          default -> new WriteParser(context).parse(word);
        };
    boolean needsTransaction =
        !into.isEmpty() || execution.isPresent() && execution.get().orRollback();
    if (needsTransaction && !inTransaction) {
      mistakes.at(
          word,
          (into.isEmpty() ? "or rollback" : "a read into variables")
              + " is for transactions: write begin; ...; commit");
    }
    execution.ifPresent(statements::add);
  }

  private static String unknown(Token word) {
    if (word.kind() == Kind.NAME) {
      String lower = word.text().toLowerCase(Locale.ROOT);
      if (lower.equals("select") || lower.equals("find")) {
        return "this is no statement; did you mean read?";
      }
      return Suggestion.question(lower, WORDS)
          .map(question -> "this is no statement; " + question)
          .orElse("this is no statement; allowed: " + String.join(", ", WORDS));
    }
    return "a statement is missing; allowed: " + String.join(", ", WORDS);
  }
}
