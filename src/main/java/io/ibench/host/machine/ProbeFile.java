package io.ibench.host.machine;

import com.sun.nio.file.ExtendedOpenOption;
import io.ibench.host.HostInfo;
import io.ibench.host.Proc;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A temporary file with random contents, which no layer below can compress. Confined to one thread,
 * except {@link #remove}.
 */
public final class ProbeFile implements MachineProbe.Disk, AutoCloseable {

  public static final long USUAL_BYTES = 256L << 20;

  private static final int PAGE_BYTES = 16 << 10;
  private static final int WRITE_BYTES = 4 << 10;
  private static final int CHUNK_BYTES = 1 << 20;

  private final Proc proc = new Proc();
  private final Path path;
  private final int pages;
  private final ByteBuffer content = ByteBuffer.allocateDirect(CHUNK_BYTES);
  private @Nullable FileChannel buffered;
  private @Nullable FileChannel reading;
  private ByteBuffer page = ByteBuffer.allocateDirect(PAGE_BYTES);
  private boolean direct;

  private ProbeFile(Path path, long bytes) {
    this.path = path;
    this.pages = Math.toIntExact(bytes / PAGE_BYTES);
  }

  /** Creates an empty file in the folder; {@link #fill} writes it. */
  public static ProbeFile create(Path folder, long bytes) throws IOException {
    return new ProbeFile(Files.createTempFile(folder, ".ibench-machine-", ".tmp"), bytes);
  }

  /** Writes the file to the disk. */
  public void fill() throws IOException {
    buffered = FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.READ);
    SplittableRandom random = new SplittableRandom(2);
    long bytes = (long) pages * PAGE_BYTES;
    while (buffered.position() < bytes) {
      content.clear();
      while (content.hasRemaining()) {
        content.putLong(random.nextLong());
      }
      content.flip().limit((int) Math.min(CHUNK_BYTES, bytes - buffered.position()));
      while (content.hasRemaining()) {
        buffered.write(content);
      }
    }
    buffered.force(true);
    openForReads();
  }

  private void openForReads() throws IOException {
    try {
      int block = Math.toIntExact(Files.getFileStore(path).getBlockSize());
      reading = FileChannel.open(path, StandardOpenOption.READ, ExtendedOpenOption.DIRECT);
      page = ByteBuffer.allocateDirect(PAGE_BYTES + block).alignedSlice(block).limit(PAGE_BYTES);
      direct = true;
      read(0);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      // The file system refuses O_DIRECT, at the open or at the first read.
      closeReading();
      reading = buffered;
      page = ByteBuffer.allocateDirect(PAGE_BYTES);
      direct = false;
    }
  }

  @Override
  public int pages() {
    return pages;
  }

  @Override
  public void write(int number) throws IOException {
    content.clear().limit(WRITE_BYTES);
    long position = (long) number * PAGE_BYTES;
    while (content.hasRemaining()) {
      position += Objects.requireNonNull(buffered).write(content, position);
    }
  }

  @Override
  public void fsync() throws IOException {
    Objects.requireNonNull(buffered).force(true);
  }

  @Override
  public void fdatasync() throws IOException {
    Objects.requireNonNull(buffered).force(false);
  }

  @Override
  public void read(int number) throws IOException {
    page.clear().limit(PAGE_BYTES);
    if (Objects.requireNonNull(reading).read(page, (long) number * PAGE_BYTES) != PAGE_BYTES) {
      throw new EOFException("the file of the probe has become shorter");
    }
  }

  @Override
  public boolean isDirect() {
    return direct;
  }

  @Override
  public OptionalLong deviceReadBytes() {
    return HostInfo.number(proc.reader(), "self/io", "read_bytes:");
  }

  /** Removes the file, also while it is in use. Thread-safe. */
  public void remove() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      return; // the folder has become read-only or is gone
    }
  }

  private void closeReading() throws IOException {
    if (reading != null && reading != buffered) {
      reading.close();
    }
  }

  @Override
  public void close() throws IOException {
    remove();
    closeReading();
    if (buffered != null) {
      buffered.close();
    }
  }
}
