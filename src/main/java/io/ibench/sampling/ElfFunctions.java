package io.ibench.sampling;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.OptionalLong;

/**
 * Where the functions of a 64-bit ELF program begin, also of a stripped one: its table for
 * exceptions ({@code .eh_frame_hdr}) lists them all. Immutable.
 *
 * <p>The format is that of the Linux Standard Base, "Exception Frames", and of the System V ABI.
 */
final class ElfFunctions {

  /** A program without a table, or none that can be read. */
  static final ElfFunctions NONE = new ElfFunctions(new long[0], new long[0], "");

  private static final int MAGIC = 0x7f454c46;
  private static final int LOAD = 1;
  private static final int NOTE = 4;
  private static final int EH_FRAME = 0x6474e550;
  private static final int BUILD_ID = 3;
  private static final int SEGMENT_HEADER = 56;

  /** The table's addresses are 4 bytes each, relative to the table. */
  private static final int RELATIVE_INTS = 0x3b;

  private final long[] starts;

  /** File offset, length and address of each segment. */
  private final long[] segments;

  private final String buildId;

  private ElfFunctions(long[] starts, long[] segments, String buildId) {
    this.starts = starts;
    this.segments = segments;
    this.buildId = buildId;
  }

  /** Reads them; {@link #NONE} of a file that is no such program, or that cannot be read. */
  static ElfFunctions read(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = Math.min(channel.size(), Integer.MAX_VALUE);
      return of(channel.map(FileChannel.MapMode.READ_ONLY, 0, size));
    } catch (IOException | BufferUnderflowException | IllegalArgumentException e) {
      return NONE;
    } catch (IndexOutOfBoundsException e) {
      return NONE;
    }
  }

  private static ElfFunctions of(ByteBuffer file) {
    if (file.capacity() < 64 || file.getInt(0) != MAGIC || file.get(4) != 2) {
      return NONE;
    }
    file.order(file.get(5) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    int headers = Math.toIntExact(file.getLong(32));
    int count = Short.toUnsignedInt(file.getShort(56));
    long[] segments = new long[3 * count];
    long[] starts = new long[0];
    String buildId = "";
    for (int i = 0; i < count; i++) {
      int at = headers + i * SEGMENT_HEADER;
      int type = file.getInt(at);
      long offset = file.getLong(at + 8);
      long address = file.getLong(at + 16);
      long length = file.getLong(at + 32);
      if (type == LOAD) {
        segments[3 * i] = offset;
        segments[3 * i + 1] = length;
        segments[3 * i + 2] = address;
      } else if (type == EH_FRAME) {
        starts = starts(file, Math.toIntExact(offset), address);
      } else if (type == NOTE && buildId.isEmpty()) {
        buildId = buildId(file, Math.toIntExact(offset), Math.toIntExact(length));
      }
    }
    return new ElfFunctions(starts, segments, buildId.isEmpty() ? fingerprint(starts) : buildId);
  }

  /** Tells builds without an id apart: their functions begin elsewhere. */
  private static String fingerprint(long[] starts) {
    return starts.length == 0 ? "" : "starts-" + Integer.toHexString(Arrays.hashCode(starts));
  }

  private static long[] starts(ByteBuffer file, int at, long address) {
    // Version, and how the pointer, the count and the table are encoded.
    if (file.get(at) != 1 || file.get(at + 2) != 3 || file.get(at + 3) != RELATIVE_INTS) {
      return new long[0];
    }
    int count = file.getInt(at + 8);
    long[] starts = new long[count];
    for (int i = 0; i < count; i++) {
      starts[i] = address + file.getInt(at + 12 + 8 * i);
    }
    Arrays.sort(starts);
    return starts;
  }

  private static String buildId(ByteBuffer file, int from, int length) {
    int at = from;
    while (at + 12 <= from + length) {
      int name = file.getInt(at);
      int size = file.getInt(at + 4);
      int content = at + 12 + (name + 3) / 4 * 4;
      if (file.getInt(at + 8) == BUILD_ID && size <= 64) {
        byte[] id = new byte[size];
        file.get(content, id);
        return HexFormat.of().formatHex(id);
      }
      at = content + (size + 3) / 4 * 4;
    }
    return "";
  }

  /** One of the same form in all copies of a build; empty if the program says nothing. */
  String buildId() {
    return buildId;
  }

  /**
   * Where the function with an instruction begins, as an address of the program; empty if unknown.
   *
   * @param offset of the instruction in the file
   */
  OptionalLong startAt(long offset) {
    for (int i = 0; i < segments.length; i += 3) {
      if (offset >= segments[i] && offset < segments[i] + segments[i + 1]) {
        return start(offset - segments[i] + segments[i + 2]);
      }
    }
    return OptionalLong.empty();
  }

  private OptionalLong start(long address) {
    int found = Arrays.binarySearch(starts, address);
    int before = found >= 0 ? found : -found - 2;
    return before < 0 ? OptionalLong.empty() : OptionalLong.of(starts[before]);
  }
}
