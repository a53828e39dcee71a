package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.random.MotifPayload;
import io.ibench.random.Payload;
import io.ibench.random.UniformPayload;
import java.util.List;
import java.util.function.LongFunction;

/**
 * The kinds of data, each with the keys of its generator. By default links deflate to about 0.32
 * and nodes to about 0.61 of their size.
 */
enum DataKind {
  LINK_ADD("link_add", "loaded and new links", "32", "100", "0.225"),
  LINK_UP("link_up", "updated links", "32", "100", "0.225"),
  NODE_ADD("node_add", "loaded and new nodes", "50", "220", "0.63"),
  NODE_UP("node_up", "updated nodes", "50", "220", "0.63");

  /** How data is generated. */
  enum Generator {
    /** Chunks, either random or copied from a motif. */
    MOTIF,
    /** Every byte drawn independently. */
    UNIFORM
  }

  private static final int MAX_MOTIF_BYTES = 1 << 20;

  private final String text;
  private final Key<Generator> generator;
  private final Key<Long> startByte;
  private final Key<Long> endByte;
  private final Key<Double> uniqueness;
  private final Key<Long> motifLength;

  DataKind(String text, String what, String startByte, String endByte, String uniqueness) {
    String prefix = "linkbench." + text + "_datagen";
    this.text = text;
    this.generator =
        Key.choice(prefix, Generator.class, "how the data of " + what + " is made")
            .withDefault("motif");
    this.startByte =
        Key.count(prefix + "_startbyte", 0, 255, "the smallest byte in " + what)
            .withDefault(startByte);
    this.endByte =
        Key.count(prefix + "_endbyte", 0, 255, "the largest byte in " + what).withDefault(endByte);
    this.uniqueness =
        Key.decimal(prefix + "_uniqueness", 0, 1, "share of fresh chunks in " + what)
            .withDefault(uniqueness);
    this.motifLength =
        Key.count(
                prefix + "_motif_length",
                1,
                MAX_MOTIF_BYTES,
                "bytes of the motif that chunks of " + what + " are copied from")
            .withDefault(Integer.toString(MotifPayload.MOTIF_BYTES));
  }

  /** The name in keys, such as {@code link_add}. */
  String text() {
    return text;
  }

  /** Reads the keys; the result creates a generator from the seed of its motif. */
  LongFunction<Payload> read(Config config) {
    int start = Math.toIntExact(config.get(startByte));
    int end = Math.toIntExact(config.get(endByte));
    if (end < start) {
      config.problem(
          "is below " + startByte + " = " + start + "; allowed: " + start + " .. 255",
          endByte,
          startByte);
      end = start;
    }
    int last = end;
    if (config.get(generator) == Generator.UNIFORM) {
      return seed -> new UniformPayload(start, last);
    }
    double fresh = config.get(uniqueness);
    int bytes = Math.toIntExact(config.get(motifLength));
    return seed -> new MotifPayload(start, last, fresh, bytes, seed);
  }

  List<Key<?>> keys() {
    return List.of(generator, startByte, endByte, uniqueness, motifLength);
  }
}
