package io.ibench.db.rocksdb.engine;

/**
 * The values of a table's columns: numbers, and where the bytes of the others are. Not thread-safe;
 * reused for one row after the other.
 */
final class Row {

  final long[] numbers;
  final byte[][] sources;
  final int[] offsets;
  final int[] lengths;

  /** Values that had to be decoded. */
  final Bytes decoded = new Bytes();

  Row(int columns) {
    numbers = new long[columns];
    sources = new byte[columns][];
    offsets = new int[columns];
    lengths = new int[columns];
  }

  void bytes(int column, byte[] source, int offset, int length) {
    sources[column] = source;
    offsets[column] = offset;
    lengths[column] = length;
  }

  /** The other row's bytes stay where they are. */
  void copyOf(Row other) {
    System.arraycopy(other.numbers, 0, numbers, 0, numbers.length);
    System.arraycopy(other.sources, 0, sources, 0, sources.length);
    System.arraycopy(other.offsets, 0, offsets, 0, offsets.length);
    System.arraycopy(other.lengths, 0, lengths, 0, lengths.length);
  }
}
