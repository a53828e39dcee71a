package io.ibench.learn.sql;

import io.ibench.learn.sql.Form.Verb;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What the first words of a statement say. */
final class Verbs {

  private Verbs() {}

  static Verb verb(Tokens tokens) {
    int at = 0;
    while (tokens.isSign(at, '(') || at < tokens.count && tokens.kinds[at] == Tokens.HINT) {
      at++;
    }
    return switch (word(tokens, at)) {
      case "select", "table", "values" -> asksCatalogue(tokens) ? Verb.SESSION : Verb.SELECT;
      case "with" -> afterWith(tokens, at);
      case "insert" -> Verb.INSERT;
      case "replace" -> Verb.REPLACE;
      case "update" -> Verb.UPDATE;
      case "delete" -> Verb.DELETE;
      case "begin" -> word(tokens, at + 1).equals("not") ? Verb.OTHER : Verb.BEGIN;
      case "start" -> word(tokens, at + 1).equals("transaction") ? Verb.BEGIN : Verb.OTHER;
      case "commit", "end" -> Verb.COMMIT;
      case "rollback", "abort" -> isToSavepoint(tokens, at) ? Verb.OTHER : Verb.ROLLBACK;
      case "set" -> set(tokens, at + 1);
      case "show",
          "use",
          "deallocate",
          "discard",
          "reset",
          "prepare",
          "listen",
          "unlisten",
          "explain",
          "describe",
          "desc",
          "kill",
          "flush",
          "checkpoint",
          "help",
          "ping",
          "quit" ->
          Verb.SESSION;
      case "create",
          "alter",
          "drop",
          "grant",
          "revoke",
          "truncate",
          "rename",
          "analyze",
          "optimize",
          "vacuum",
          "reindex",
          "cluster",
          "comment",
          "refresh",
          "check",
          "repair",
          "install",
          "uninstall",
          "change",
          "purge",
          "reassign",
          "security" ->
          Verb.ADMINISTRATION;
      case "copy", "load", "declare", "fetch", "move", "close" -> Verb.STREAM;
      case "call", "do", "execute" -> Verb.CALL;
      default -> Verb.OTHER;
    };
  }

  /** Whether it is a compound statement with a COMMIT in it. */
  static boolean commitsInside(Tokens tokens) {
    if (!word(tokens, 0).equals("begin") || !word(tokens, 1).equals("not")) {
      return false;
    }
    for (int i = 2; i < tokens.count; i++) {
      if (word(tokens, i).equals("commit")) {
        return true;
      }
    }
    return false;
  }

  /** Whether it reads tables about tables, as drivers do. */
  private static boolean asksCatalogue(Tokens tokens) {
    for (int i = 1; i + 1 < tokens.count; i++) {
      String schema = word(tokens, i);
      boolean catalogue = schema.equals("pg_catalog") || schema.equals("information_schema");
      if (catalogue && tokens.isSign(i + 1, '.')) {
        String before = word(tokens, i - 1);
        if (before.equals("from") || before.equals("join")) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isToSavepoint(Tokens tokens, int at) {
    return word(tokens, at + 1).equals("to") || word(tokens, at + 2).equals("to");
  }

  private static Verb afterWith(Tokens tokens, int at) {
    int depth = 0;
    for (int i = at; i < tokens.count; i++) {
      if (tokens.isSign(i, '(')) {
        depth++;
      } else if (tokens.isSign(i, ')')) {
        depth--;
      } else if (depth == 0) {
        switch (word(tokens, i)) {
          case "select" -> {
            return Verb.SELECT;
          }
          case "insert" -> {
            return Verb.INSERT;
          }
          case "update" -> {
            return Verb.UPDATE;
          }
          case "delete" -> {
            return Verb.DELETE;
          }
          default -> {}
        }
      }
    }
    return Verb.OTHER;
  }

  private static Verb set(Tokens tokens, int first) {
    if (tokens.isSign(first, '@') && !tokens.isSign(first + 1, '@')) {
      return Verb.OTHER; // A variable, which later statements may read.
    }
    int at = first;
    while (tokens.isSign(at, '@') || word(tokens, at).equals("session") || tokens.isSign(at, '.')) {
      at++;
    }
    if (!word(tokens, at).equals("autocommit")) {
      return Verb.SESSION;
    }
    int value = at + (tokens.isSign(at + 1, '=') || word(tokens, at + 1).equals("to") ? 2 : 3);
    String word =
        value < tokens.count
            ? new String(
                    tokens.bytes,
                    tokens.from[value],
                    tokens.to[value] - tokens.from[value],
                    StandardCharsets.ISO_8859_1)
                .toLowerCase(Locale.ROOT)
            : "";
    return word.equals("0") || word.equals("off") || word.equals("false")
        ? Verb.AUTOCOMMIT_OFF
        : Verb.AUTOCOMMIT_ON;
  }

  /** A word in small letters; empty if the token is none. */
  static String word(Tokens tokens, int at) {
    if (at < 0 || at >= tokens.count || tokens.kinds[at] != Tokens.WORD) {
      return "";
    }
    return new String(
            tokens.bytes, tokens.from[at], tokens.to[at] - tokens.from[at], StandardCharsets.UTF_8)
        .toLowerCase(Locale.ROOT);
  }
}
