package io.ibench.sampling;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what {@code perf script} prints, line by line, and passes on the samples of some processes
 * and of all that they have forked. Confined to one thread.
 */
final class PerfScript {

  /** The fields that it needs, in the order in which perf prints them. */
  static final String FIELDS = "pid,tid,time,event,ip,sym,dso";

  private static final Pattern HEAD =
      Pattern.compile("\\s*(-?\\d+)/-?\\d+\\s+(\\d+)\\.(\\d{9}):\\s+(\\S.*)");

  private static final Pattern FORK =
      Pattern.compile("PERF_RECORD_FORK\\((\\d+):\\d+\\):\\((\\d+):\\d+\\).*");

  private static final Pattern LOST = Pattern.compile("PERF_RECORD_LOST\\w*\\D+(\\d+).*");
  private static final String RECORD = "PERF_RECORD_";
  private static final String UNKNOWN = "[unknown]";
  private static final long SECOND_NANOS = 1_000_000_000;

  /** Receives what was read. */
  interface Sink {

    /**
     * A sample of one of the processes.
     *
     * @param nanos when, by the clock that perf was told to use
     * @param stack the innermost frame first; may be empty
     */
    void sample(long nanos, List<RawFrame> stack);

    /** Records that perf could not keep up with, of any process. */
    void lost(long count);
  }

  private final Set<Long> processes;
  private final Sink sink;
  private final List<RawFrame> stack = new ArrayList<>();
  private boolean inSample;
  private boolean wanted;
  private long nanos;

  /**
   * @param processes those whose samples count
   */
  PerfScript(Set<Long> processes, Sink sink) {
    this.processes = new HashSet<>(processes);
    this.sink = sink;
  }

  /** Reads all. */
  void read(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      line(line);
    }
    endSample();
  }

  private void line(String line) {
    if (line.isBlank()) {
      endSample();
    } else if (line.charAt(0) == '\t') {
      if (wanted) {
        stack.add(frame(line.strip()));
      }
    } else {
      endSample();
      head(line);
    }
  }

  private void head(String line) {
    Matcher head = HEAD.matcher(line);
    if (!head.matches()) {
      return;
    }
    String what = head.group(4);
    if (what.startsWith(RECORD)) {
      record(what);
      return;
    }
    inSample = true;
    wanted = processes.contains(Long.parseLong(head.group(1)));
    nanos = Long.parseLong(head.group(2)) * SECOND_NANOS + Long.parseLong(head.group(3));
  }

  private void record(String what) {
    Matcher fork = FORK.matcher(what);
    if (fork.matches()) {
      if (processes.contains(Long.parseLong(fork.group(2)))) {
        processes.add(Long.parseLong(fork.group(1)));
      }
      return;
    }
    Matcher lost = LOST.matcher(what);
    if (lost.matches()) {
      sink.lost(Long.parseLong(lost.group(1)));
    }
  }

  private void endSample() {
    if (inSample && wanted) {
      sink.sample(nanos, List.copyOf(stack));
    }
    inSample = false;
    wanted = false;
    stack.clear();
  }

  /** {@code d1af31 handler::close (/usr/sbin/mariadbd)}: names and files may contain brackets. */
  private static RawFrame frame(String text) {
    int blank = text.indexOf(' ');
    int file = Math.max(text.lastIndexOf(" (/"), text.lastIndexOf(" (["));
    int from = file >= 0 ? file : text.lastIndexOf(" (");
    if (blank < 0 || from < blank || !text.endsWith(")")) {
      return new RawFrame(0, "", "");
    }
    String symbol = text.substring(blank, from).strip();
    String dso = text.substring(from + 2, text.length() - 1);
    return new RawFrame(
        address(text.substring(0, blank)),
        symbol.equals(UNKNOWN) ? "" : symbol,
        dso.equals(UNKNOWN) ? "" : dso);
  }

  private static long address(String hex) {
    try {
      return Long.parseUnsignedLong(hex, 16);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
