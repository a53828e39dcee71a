package io.ibench.learn.sql;

import java.nio.charset.StandardCharsets;

/** Hashes of words, in any case of their letters. */
final class Words {

  static final long SEED = 0x9e3779b97f4a7c15L;

  static final long IN = hash("in");
  static final long VALUES = hash("values");
  static final long VALUE = hash("value");
  static final long NULL = hash("null");
  static final long TRUE = hash("true");
  static final long FALSE = hash("false");
  static final long IS = hash("is");
  static final long NOT = hash("not");
  static final long BY = hash("by");
  static final long INTERVAL = hash("interval");
  static final long DATE = hash("date");
  static final long TIME = hash("time");
  static final long TIMESTAMP = hash("timestamp");
  static final long BINARY = hash("_binary");
  static final long X = hash("x");
  static final long B = hash("b");
  static final long N = hash("n");
  static final long E = hash("e");
  static final long DEFAULT = hash("default");
  static final long INTO = hash("into");
  static final long AS = hash("as");
  static final long ANY = hash("any");
  static final long SOME = hash("some");
  static final long ALL = hash("all");
  static final long FROM = hash("from");

  /** Words after which a minus sign belongs to the number. */
  private static final long[] BEFORE_VALUE = {
    hash("between"), hash("and"), hash("or"), hash("then"), hash("else"), hash("select"),
    hash("limit"), hash("offset"), hash("where"), hash("like"), hash("not"), hash("set"),
    hash("by"), hash("returning"), hash("when"), hash("values"), hash("interval"), hash("in"),
    hash("return"), hash("distinct"), hash("case"), hash("on"), hash("having")
  };

  private Words() {}

  static boolean isBeforeValue(long word) {
    for (long each : BEFORE_VALUE) {
      if (each == word) {
        return true;
      }
    }
    return false;
  }

  static long hash(String word) {
    byte[] bytes = word.getBytes(StandardCharsets.US_ASCII);
    return hash(bytes, 0, bytes.length);
  }

  static long hash(byte[] bytes, int from, int to) {
    long hash = SEED;
    for (int i = from; i < to; i++) {
      hash = add(hash, bytes[i]);
    }
    return hash;
  }

  /** Adds a byte, a capital letter as a small one. */
  static long add(long hash, byte next) {
    int lower = next >= 'A' && next <= 'Z' ? next + 32 : next;
    return (hash ^ (lower & 0xff)) * 0x100000001b3L;
  }

  /** Mixes two hashes; order matters. */
  static long mix(long hash, long more) {
    long mixed = (hash ^ more) * 0xff51afd7ed558ccdL;
    return mixed ^ (mixed >>> 32);
  }
}
