package io.ibench.server;

import java.util.List;
import java.util.Optional;

/** A product whose programs need not be on this machine: they may be in an image. */
interface ProgramProduct extends ServerProduct {

  /** The server's program, and behind it those that make its data. */
  List<String> programs();

  /** The product and its version, from what the server's program prints; empty: another product. */
  Optional<String> version(String printed);
}
