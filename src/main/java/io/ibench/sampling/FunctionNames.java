package io.ibench.sampling;

import java.util.regex.Pattern;

/**
 * Names of functions and modules that are equal in two builds of a program. Stateless.
 *
 * <p>What a compiler adds to a name ({@code .isra.0}), argument types and template arguments differ
 * from build to build, and so do the versions in the names of libraries.
 */
final class FunctionNames {

  private static final Pattern SUFFIXES =
      Pattern.compile("(\\.(isra|constprop|part|cold|lto_priv|llvm|clone)(\\.\\d+)?)+$");

  /** Of a library's interface: {@code pthread_mutex_lock@@GLIBC_2.2.5}. */
  private static final Pattern SYMBOL_VERSION = Pattern.compile("@@?\\w[\\w.]*$");

  private static final Pattern RUST_HASH = Pattern.compile("::h[0-9a-f]{16}$");
  private static final Pattern VERSION = Pattern.compile("(-[0-9][0-9.]*)?\\.so([.0-9]*)$");

  /** What Java libraries add to the name of the copy that they load. */
  private static final Pattern COPY =
      Pattern.compile("^.*-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-|[0-9]{6,}$");

  private static final Pattern QUALIFIERS = Pattern.compile("( (const|volatile|&&?))+$");
  private static final String ANONYMOUS = "(anonymous namespace)";
  private static final String OPERATOR = "operator";
  private static final String OPERATOR_SIGNS = "<>=!+-*/%^&|~,[]";

  private FunctionNames() {}

  /** The file's name without folder, version and what perf says of deleted files. */
  static String module(String file) {
    String path = file.endsWith(" (deleted)") ? file.substring(0, file.length() - 10) : file;
    String name = VERSION.matcher(path.substring(path.lastIndexOf('/') + 1)).replaceFirst("");
    return COPY.matcher(name).replaceAll("");
  }

  /** A demangled name without suffixes, arguments and template arguments. */
  static String clean(String symbol) {
    String plain = SYMBOL_VERSION.matcher(symbol).replaceFirst("");
    String text = RUST_HASH.matcher(SUFFIXES.matcher(plain).replaceFirst("")).replaceFirst("");
    if (text.startsWith("<")) {
      return text; // Rust: the type is part of the name
    }
    StringBuilder kept = new StringBuilder();
    int depth = 0;
    int i = 0;
    while (i < text.length()) {
      int whole = depth == 0 ? wholeAt(text, i) : 0;
      if (whole > 0) {
        kept.append(text, i, i + whole);
        i += whole;
        continue;
      }
      char c = text.charAt(i);
      if (c == '<' || c == '(') {
        depth++;
      } else if (c == '>' || c == ')') {
        depth = Math.max(0, depth - 1);
      } else if (depth == 0) {
        kept.append(c);
      }
      i++;
    }
    return withoutType(QUALIFIERS.matcher(kept.toString().strip()).replaceFirst(""));
  }

  /** The length of a part that is a name although it has brackets; 0 if there is none here. */
  private static int wholeAt(String text, int at) {
    if (text.startsWith(ANONYMOUS, at)) {
      return ANONYMOUS.length();
    }
    if (text.startsWith("(*", at) && at > 0 && text.charAt(at - 1) == '.') {
      return text.indexOf(')', at) - at + 1; // Go: a method of a pointer
    }
    boolean begins = at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1));
    if (!begins || !text.startsWith(OPERATOR, at)) {
      return 0;
    }
    int end = at + OPERATOR.length();
    if (text.startsWith("()", end)) {
      return OPERATOR.length() + 2;
    }
    while (end < text.length() && OPERATOR_SIGNS.indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    return end > at + OPERATOR.length() ? end - at : 0;
  }

  /** A function made from a template is demangled with the type that it returns. */
  private static String withoutType(String name) {
    int blank = name.lastIndexOf(' ');
    boolean part = name.contains(ANONYMOUS) || name.contains(OPERATOR + " ");
    return blank < 0 || part ? name : name.substring(blank + 1);
  }
}
