package io.ibench.sampling;

import io.ibench.sampling.SamplesReader.Span;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/** Reads async-profiler's recording, event by event. */
final class JfrSamples {

  private static final String SAMPLE = "jdk.ExecutionSample";

  /** Of the head of a chunk, and where the times of its begin are in it. */
  private static final int HEAD_BYTES = 64;

  private static final int EPOCH_NANOS = 32;
  private static final int TICKS = 48;
  private static final long SECOND_NANOS = 1_000_000_000;

  private final Path file;

  /**
   * What async-profiler says of all that it has done.
   *
   * @param taken samples; what the recording lacks of them is lost
   * @param nanos CPU time that they stand for
   */
  record All(long taken, long nanos) {}

  JfrSamples(Path file) {
    this.file = file;
  }

  /**
   * The samples of each span.
   *
   * @param how they were taken
   * @param all of the recording
   */
  List<CpuSamples> read(List<Span> spans, String how, All all) throws SamplerException {
    long toNanoTime = toNanoTime();
    JvmStacks stacks = new JvmStacks(MappedPrograms.ofThisProcess());
    List<SamplesReader.Collected> collected = new ArrayList<>();
    spans.forEach(span -> collected.add(new SamplesReader.Collected()));
    long[] seen = {0};
    forEach(
        event -> {
          RecordedStackTrace stack = event.getStackTrace();
          if (!event.getEventType().getName().equals(SAMPLE) || stack == null) {
            return;
          }
          seen[0]++;
          long nanos = epochNanos(event.getStartTime()) + toNanoTime;
          for (int i = 0; i < spans.size(); i++) {
            if (spans.get(i).contains(nanos)) {
              collected
                  .get(i)
                  .add(stacks.fold(stack.getFrames().stream().map(JvmStacks.Raw::of).toList()));
            }
          }
        });
    long lost = Math.max(0, all.taken - seen[0]);
    long periodNanos = Math.max(1, Math.round(all.nanos / (double) Math.max(1, seen[0])));
    return collected.stream()
        .map(each -> each.samples(periodNanos, how, lost, stacks.buildIds()))
        .toList();
  }

  private void forEach(Consumer<RecordedEvent> visitor) throws SamplerException {
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        visitor.accept(recording.readEvent());
      }
    } catch (IOException | RuntimeException e) {
      throw new SamplerException("async-profiler's samples cannot be read: " + e.getMessage());
    }
  }

  private static long epochNanos(Instant time) {
    return Math.addExact(
        Math.multiplyExact(time.getEpochSecond(), SECOND_NANOS), (long) time.getNano());
  }

  /** What makes a {@link System#nanoTime} of a time of the recording, which has one chunk. */
  private long toNanoTime() throws SamplerException {
    ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
    try (FileChannel channel = FileChannel.open(file)) {
      while (head.hasRemaining()) {
        if (channel.read(head) < 0) {
          throw new EOFException("it is empty");
        }
      }
    } catch (IOException e) {
      throw new SamplerException("async-profiler's samples cannot be read: " + e.getMessage());
    }
    return head.getLong(TICKS) - head.getLong(EPOCH_NANOS);
  }
}
