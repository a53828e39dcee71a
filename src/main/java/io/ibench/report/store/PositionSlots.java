package io.ibench.report.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.ibench.report.store.ResultJson.DamageException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The files {@code position-0.bin} to {@code position-3.bin}: a position each, with the counts of
 * the step under way. They are overwritten in turn, and not forced to the disk unless position.json
 * names them: after the death of the process alone the newest one is whole, after a crash of the
 * machine the one that position.json names. Thread-safe for different slots.
 */
final class PositionSlots {

  /** One is on the disk, one is being forced there, one is the newest, and one is free. */
  static final int COUNT = 4;

  private static final long MAX_BYTES = 64L << 20;
  private static final int FORMAT = 0x69625031;

  private final Path folder;

  PositionSlots(Path folder) {
    this.folder = folder;
  }

  /** The content of a slot. */
  record Saved(Position position, StepCounts counts) {}

  private Path file(int slot) {
    return folder.resolve("position-" + slot + ".bin");
  }

  /**
   * Replaces the content of a slot.
   *
   * @throws UncheckedIOException with the file's name
   */
  void write(int slot, Position position, StepCounts counts) {
    try (FileChannel channel =
        FileChannel.open(file(slot), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(bytes(position, counts));
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.truncate(channel.position());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file(slot), e);
    }
  }

  private static byte[] bytes(Position position, StepCounts counts) throws IOException {
    byte[] json = ResultJson.bytes(position);
    byte[][] parts = {json, counts.whole(), counts.period(), counts.minute()};
    int length = Stream.of(parts).mapToInt(part -> part.length).sum();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(length + 4 * Integer.BYTES + 16);
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(FORMAT);
    for (byte[] part : parts) {
      out.writeInt(part.length);
      out.write(part);
    }
    CRC32 sum = new CRC32();
    sum.update(bytes.toByteArray());
    out.writeLong(sum.getValue());
    return bytes.toByteArray();
  }

  /** Makes the content of a slot survive a crash of the machine. */
  void force(int slot) {
    try (FileChannel channel = FileChannel.open(file(slot), StandardOpenOption.WRITE)) {
      channel.force(true);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file(slot), e);
    }
  }

  /** The content of a slot; empty when there is none, or it is not whole. */
  Optional<Saved> read(int slot) throws IOException {
    Path file = file(slot);
    if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
      return Optional.empty();
    }
    byte[] all = Files.readAllBytes(file);
    int length = all.length - Long.BYTES;
    if (length <= 0 || ByteBuffer.wrap(all).getLong(length) != checksum(all, length)) {
      return Optional.empty();
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(all, 0, length));
    if (in.readInt() != FORMAT) {
      return Optional.empty();
    }
    try {
      Position position = ResultJson.read(ResultJson.tree(part(in)), Position.class);
      StepCounts counts = new StepCounts(part(in), part(in), part(in));
      return position.impossible().isPresent()
          ? Optional.empty()
          : Optional.of(new Saved(position, counts));
    } catch (DamageException | JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static long checksum(byte[] all, int length) {
    CRC32 sum = new CRC32();
    sum.update(all, 0, length);
    return sum.getValue();
  }

  private static byte[] part(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  /** Removes the files: no step is under way any more. */
  void remove() {
    for (int slot = 0; slot < COUNT; slot++) {
      try {
        Files.deleteIfExists(file(slot));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot remove " + file(slot), e);
      }
    }
  }
}
