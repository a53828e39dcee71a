package io.ibench.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the commands of pages again, and writes their new output into the pages.
 *
 * <p>A command is a line of an indented block that begins with {@code $}. The lines below it, up to
 * the next command or the end of the block, are its output. A comment in the line before a block,
 * at the margin, changes that:
 *
 * <pre>
 * &lt;!-- last 12 lines -->   only the end of the output is shown, behind a line of three dots
 * &lt;!-- not run -->         the block stays as it is
 * </pre>
 *
 * <p>All commands of a page run one after the other in the same folder.
 */
final class ConsoleBlocks {

  private static final String INDENT = "    ";
  private static final String PROMPT = INDENT + "$ ";
  private static final String NOT_RUN = "<!-- not run -->";
  private static final Pattern LAST = Pattern.compile("<!-- last (\\d+) lines -->");

  /** Executes a command and returns what it prints. */
  interface Shell {
    String run(String command) throws IOException;
  }

  private final List<String> lines;
  private final Shell shell;
  private final List<String> result = new ArrayList<>();
  private int at;

  private ConsoleBlocks(String page, Shell shell) {
    this.lines = page.lines().toList();
    this.shell = shell;
  }

  static String regenerate(String page, Shell shell) throws IOException {
    ConsoleBlocks blocks = new ConsoleBlocks(page, shell);
    while (blocks.at < blocks.lines.size()) {
      blocks.next();
    }
    return String.join("\n", blocks.result) + "\n";
  }

  private void next() throws IOException {
    String line = lines.get(at);
    if (!line.startsWith(PROMPT) || comment().equals(NOT_RUN)) {
      result.add(line);
      at++;
      if (line.startsWith(PROMPT)) {
        copyBlock();
      }
      return;
    }
    Matcher last = LAST.matcher(comment());
    int kept = last.matches() ? Integer.parseInt(last.group(1)) : Integer.MAX_VALUE;
    runBlock(kept);
  }

  /** The line before the block that begins here, without a blank line between. */
  private String comment() {
    int before = at - 1;
    while (before >= 0 && lines.get(before).isBlank()) {
      before--;
    }
    return before < 0 ? "" : lines.get(before).strip();
  }

  private boolean inBlock() {
    if (at == lines.size()) {
      return false;
    }
    if (!lines.get(at).isBlank()) {
      return lines.get(at).startsWith(INDENT);
    }
    int next = at;
    while (next < lines.size() && lines.get(next).isBlank()) {
      next++;
    }
    return next < lines.size() && lines.get(next).startsWith(INDENT);
  }

  private void copyBlock() {
    while (inBlock()) {
      result.add(lines.get(at++));
    }
  }

  private void runBlock(int kept) throws IOException {
    while (inBlock()) {
      String command = takeCommand();
      while (inBlock() && !lines.get(at).startsWith(PROMPT)) {
        at++;
      }
      addOutput(shell.run(command).stripTrailing().lines().toList(), kept);
      if (inBlock()) {
        result.add("");
      }
    }
  }

  /**
   * Also copies the command, which goes on behind a backslash, and up to END of {@code <<'END'}.
   */
  private String takeCommand() {
    StringBuilder command = new StringBuilder();
    boolean here = false;
    boolean more = true;
    while (more && at < lines.size()) {
      String line = lines.get(at++);
      result.add(line);
      String text = line.replaceFirst("^ {4}(\\$ )?", "");
      boolean goesOn = !here && text.endsWith("\\");
      command.append(goesOn ? text.substring(0, text.length() - 1) : text + "\n");
      here = text.contains("<<'END'") || here && !text.equals("END");
      more = goesOn || here;
    }
    return command.toString().strip();
  }

  private void addOutput(List<String> output, int kept) {
    int from = Math.max(0, output.size() - kept);
    if (from > 0) {
      result.add(INDENT + "...");
    }
    for (String line : output.subList(from, output.size())) {
      result.add(line.isBlank() ? "" : INDENT + line.stripTrailing());
    }
  }
}
