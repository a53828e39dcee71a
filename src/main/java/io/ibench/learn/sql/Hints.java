package io.ibench.learn.sql;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Hints for an optimizer, {@code /*+ ... *}{@code /}. One is kept if its words are names of hints,
 * or names in the statement; any other is a comment, and may say anything.
 */
final class Hints {

  private static final Set<String> NAMES =
      Set.of(
          "bka",
          "no_bka",
          "bnl",
          "no_bnl",
          "derived_condition_pushdown",
          "group_index",
          "hash_join",
          "index",
          "no_index",
          "index_merge",
          "no_index_merge",
          "join_fixed_order",
          "join_index",
          "join_order",
          "join_prefix",
          "join_suffix",
          "max_execution_time",
          "merge",
          "no_merge",
          "mrr",
          "no_mrr",
          "no_icp",
          "no_range_optimization",
          "order_index",
          "semijoin",
          "no_semijoin",
          "skip_scan",
          "subquery",
          "materialization",
          "firstmatch",
          "loosescan",
          "dupsweedout",
          "seqscan",
          "tidscan",
          "indexscan",
          "indexonlyscan",
          "bitmapscan",
          "noseqscan",
          "noindexscan",
          "noindexonlyscan",
          "nobitmapscan",
          "nestloop",
          "hashjoin",
          "mergejoin",
          "nonestloop",
          "nohashjoin",
          "nomergejoin",
          "leading",
          "rows",
          "parallel",
          "hard",
          "soft",
          "primary");

  private Hints() {}

  static boolean isHint(Tokens tokens, int at) {
    Set<String> known = new HashSet<>(NAMES);
    for (int i = 0; i < tokens.count; i++) {
      if (tokens.isName(i)) {
        known.add(text(tokens, i));
      }
    }
    String hint = text(tokens, at);
    for (String word : hint.split("[^\\p{L}\\p{N}_$]+")) {
      if (!word.isEmpty() && !word.matches("\\d{1,9}") && !known.contains(word)) {
        return false;
      }
    }
    return true;
  }

  private static String text(Tokens tokens, int at) {
    return new String(
            tokens.bytes, tokens.from[at], tokens.to[at] - tokens.from[at], StandardCharsets.UTF_8)
        .toLowerCase(Locale.ROOT);
  }
}
