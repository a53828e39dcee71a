package io.ibench.sampling;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Stacks in the form that {@code go tool pprof} and others read: gzip of the message Profile of
 * pprof's profile.proto. Stateless.
 *
 * <p>A function with a name has no address there; one without has that of its begin.
 */
public final class PprofFile {

  /** Twenty times that of a usual profile. */
  static final int MAX_BYTES = 1 << 20;

  /** Fields of the message Profile. */
  private static final int SAMPLE_TYPE = 1;

  private static final int SAMPLE = 2;
  private static final int MAPPING = 3;
  private static final int LOCATION = 4;
  private static final int FUNCTION = 5;
  private static final int STRING = 6;
  private static final int TIME = 9;
  private static final int DURATION = 10;
  private static final int PERIOD_TYPE = 11;
  private static final int PERIOD = 12;
  private static final int COMMENT = 13;

  private PprofFile() {}

  /**
   * What a file says beside its stacks.
   *
   * @param epochMillis when the sampling began
   * @param nanos how long it took
   * @param comments for readers
   */
  public record About(long epochMillis, long nanos, List<String> comments) {}

  /**
   * Writes the samples: all of them, but the rarest calls of a file that would be too large are
   * {@link Frame#OTHERS} of their callers.
   *
   * @return how many bytes it has
   */
  public static long write(Path file, CpuSamples samples, About about) throws IOException {
    byte[] bytes = packed(message(samples, about));
    for (long fewer = 2; bytes.length > MAX_BYTES; fewer *= 2) {
      bytes = packed(message(samples.with(samples.tree().without(fewer)), about));
    }
    Files.write(file, bytes);
    return bytes.length;
  }

  private static byte[] packed(byte[] message) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(message);
    }
    return bytes.toByteArray();
  }

  private static byte[] message(CpuSamples samples, About about) {
    Strings strings = new Strings();
    ProtoWriter profile = new ProtoWriter();
    profile.message(SAMPLE_TYPE, type(strings, "samples", "count"));
    profile.message(SAMPLE_TYPE, type(strings, "cpu", "nanoseconds"));
    Places places = new Places(strings, samples.buildIds());
    samples
        .tree()
        .forEach(
            (stack, count) -> {
              List<Long> locations = new ArrayList<>();
              stack.forEach(frame -> locations.add(places.location(frame)));
              Collections.reverse(locations); // pprof has the innermost one first
              profile.message(
                  SAMPLE,
                  new ProtoWriter()
                      .packed(1, locations)
                      .packed(2, List.of(count, count * samples.periodNanos())));
            });
    places.modules.values().forEach(module -> profile.message(MAPPING, module.message));
    places.locations.forEach(location -> profile.message(LOCATION, location));
    places.functions.forEach(function -> profile.message(FUNCTION, function));
    List<Long> comments = about.comments.stream().map(strings::index).toList();
    ProtoWriter period = type(strings, "cpu", "nanoseconds");
    strings.all.keySet().forEach(text -> profile.text(STRING, text));
    profile
        .number(TIME, about.epochMillis * 1_000_000)
        .number(DURATION, about.nanos)
        .message(PERIOD_TYPE, period)
        .number(PERIOD, samples.periodNanos())
        .packed(COMMENT, comments);
    return profile.bytes();
  }

  private static ProtoWriter type(Strings strings, String type, String unit) {
    return new ProtoWriter().number(1, strings.index(type)).number(2, strings.index(unit));
  }

  /** The table of strings; the first one is empty. */
  private static final class Strings {
    private final Map<String, Long> all = new LinkedHashMap<>(Map.of("", 0L));

    long index(String text) {
      return all.computeIfAbsent(text, added -> (long) all.size());
    }
  }

  private record Module(long id, ProtoWriter message) {}

  /** Numbers modules, functions and locations from 1. */
  private static final class Places {
    private final Strings strings;
    private final Map<String, String> buildIds;
    private final Map<String, Module> modules = new LinkedHashMap<>();
    private final Map<Frame, Long> known = new HashMap<>();
    private final List<ProtoWriter> locations = new ArrayList<>();
    private final List<ProtoWriter> functions = new ArrayList<>();

    Places(Strings strings, Map<String, String> buildIds) {
      this.strings = strings;
      this.buildIds = buildIds;
    }

    long location(Frame frame) {
      Long old = known.get(frame);
      if (old != null) {
        return old;
      }
      long id = known.size() + 1L;
      known.put(frame, id);
      long name = strings.index(frame.text());
      functions.add(
          new ProtoWriter()
              .number(1, id)
              .number(2, name)
              .number(3, strings.index(frame.name()))
              .number(4, strings.index(frame.module())));
      locations.add(
          new ProtoWriter()
              .number(1, id)
              .number(2, frame.module().isEmpty() ? 0 : module(frame.module()))
              .number(3, frame.address())
              .message(4, new ProtoWriter().number(1, id)));
      return id;
    }

    private long module(String name) {
      return modules.computeIfAbsent(
              name,
              added -> {
                long id = modules.size() + 1L;
                ProtoWriter message =
                    new ProtoWriter()
                        .number(1, id)
                        .number(5, strings.index(added))
                        .number(6, strings.index(buildIds.getOrDefault(added, "")))
                        .number(7, 1);
                return new Module(id, message);
              })
          .id;
    }
  }

  /**
   * Reads the stacks of a file that this class has written.
   *
   * @throws IOException also for a damaged file; the message names it
   */
  public static CallTree read(Path file) throws IOException {
    byte[] message;
    try (GZIPInputStream in =
        new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      in.transferTo(all);
      message = all.toByteArray();
    }
    try {
      return tree(message);
    } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException e) {
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    }
  }

  private static CallTree tree(byte[] message) {
    List<String> strings = new ArrayList<>();
    Map<Long, long[]> functions = new HashMap<>();
    Map<Long, long[]> locations = new HashMap<>();
    List<long[][]> samples = new ArrayList<>();
    ProtoReader profile = new ProtoReader(message);
    while (profile.next()) {
      switch (profile.field()) {
        case STRING -> strings.add(new String(profile.content(), StandardCharsets.UTF_8));
        case FUNCTION -> {
          long[] fields = numbers(profile.content(), 5);
          functions.put(fields[1], new long[] {fields[3], fields[4]});
        }
        case LOCATION -> locations.put(numbers(profile.content(), 4)[1], location(profile));
        case SAMPLE -> samples.add(sample(profile.content()));
        default -> {
          // Nothing that a tree needs.
        }
      }
    }
    CallTree tree = new CallTree();
    for (long[][] sample : samples) {
      List<Frame> stack = new ArrayList<>();
      for (long id : sample[0]) {
        long[] location = locations.getOrDefault(id, new long[2]);
        long[] names = functions.getOrDefault(location[1], new long[2]);
        stack.add(
            new Frame(
                strings.get(Math.toIntExact(names[1])),
                strings.get(Math.toIntExact(names[0])),
                location[0]));
      }
      Collections.reverse(stack);
      tree.add(stack, sample[1][0]);
    }
    return tree;
  }

  /** Address and function of a location. */
  private static long[] location(ProtoReader profile) {
    long address = numbers(profile.content(), 4)[3];
    long function = 0;
    ProtoReader fields = new ProtoReader(profile.content());
    while (fields.next()) {
      if (fields.field() == 4) {
        function = numbers(fields.content(), 2)[1];
      }
    }
    return new long[] {address, function};
  }

  /** The numbers of a message by their fields. */
  private static long[] numbers(byte[] message, int highest) {
    long[] numbers = new long[highest + 1];
    ProtoReader fields = new ProtoReader(message);
    while (fields.next()) {
      if (fields.field() <= highest) {
        numbers[fields.field()] = fields.number();
      }
    }
    return numbers;
  }

  /** Locations and values. */
  private static long[][] sample(byte[] message) {
    long[][] sample = new long[2][0];
    ProtoReader fields = new ProtoReader(message);
    while (fields.next()) {
      if (fields.field() <= 2) {
        sample[fields.field() - 1] = ProtoReader.packed(fields.content());
      }
    }
    return sample;
  }
}
