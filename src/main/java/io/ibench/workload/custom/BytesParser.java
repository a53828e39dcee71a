package io.ibench.workload.custom;

import io.ibench.random.MotifPayload;
import io.ibench.random.Payload;
import io.ibench.random.UniformPayload;
import io.ibench.workload.custom.Token.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads bytes: {@code letters}, {@code letters(10..100) fresh 50%}, {@code random_bytes(16)},
 * {@code "a text"}. Stateless.
 */
final class BytesParser {

  /** All payloads with fresh parts share the other parts. */
  private static final long MOTIF_SEED = 13;

  private BytesParser() {}

  static boolean begins(Token token) {
    return token.kind() == Kind.TEXT || token.is("letters") || token.is("random_bytes");
  }

  /**
   * The bytes; empty after a mistake.
   *
   * @param usual their length when none is given
   */
  static Optional<BytesSource> parse(TokenReader tokens, Mistakes mistakes, long usual)
      throws SyntaxException {
    Token first = tokens.take();
    if (first.kind() == Kind.TEXT) {
      return Optional.of(new BytesSource.Text(first.text().getBytes(StandardCharsets.UTF_8)));
    }
    long least = usual;
    long most = usual;
    Token open = tokens.peek();
    if (tokens.skip("(")) {
      least = Amounts.whole(tokens.take(Kind.NUMBER, "a number of bytes"));
      most =
          tokens.skip("..") ? Amounts.whole(tokens.take(Kind.NUMBER, "a number of bytes")) : least;
      tokens.close(open);
    }
    boolean letters = first.is("letters");
    Payload payload = payload(tokens, letters ? 'a' : 0, letters ? 'z' : 255);
    if (least > most) {
      mistakes.at(open, "a range goes from the smaller number to the larger one");
      return Optional.empty();
    }
    return Optional.of(new BytesSource.Random(payload, least, most));
  }

  private static Payload payload(TokenReader tokens, int first, int last) throws SyntaxException {
    if (!tokens.skip("fresh")) {
      return new UniformPayload(first, last);
    }
    double share = Amounts.share(tokens.take(Kind.NUMBER, "a share, such as fresh 50%"));
    return new MotifPayload(first, last, share, MotifPayload.MOTIF_BYTES, MOTIF_SEED);
  }
}
