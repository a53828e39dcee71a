package io.ibench.workload.script;

import io.ibench.config.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses an expression with pgbench's operators and precedence, and computes what is constant. Not
 * thread-safe.
 */
final class ExpressionParser {

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(?<double>\\d+\\.\\d*(?:[eE][+-]?\\d+)?|\\.\\d+(?:[eE][+-]?\\d+)?|\\d+[eE][+-]?\\d+)"
              + "|(?<integer>\\d+)"
              + "|:(?<variable>[A-Za-z_]\\w*)"
              + "|(?<word>[A-Za-z_]\\w*)"
              + "|'(?<text>(?:[^']|'')*)'"
              + "|(?<sign><=|>=|<>|!=|<<|>>|[-+*/%()=<>,|#&~]))");

  private static final Set<String> RESERVED =
      Set.of(
          "and", "or", "not", "is", "isnull", "notnull", "case", "when", "then", "else", "end",
          "true", "false", "null");

  private static final Pattern SEQUENCE_NAME = Pattern.compile("|[A-Za-z_]\\w{0,59}");

  /** The longest number that only a minus sign makes an integer of 64 bits. */
  private static final String LOWEST = "9223372036854775808";

  /** What names mean. */
  interface Scope {

    /** The variable or constant of this name. */
    Node variable(String name) throws SyntaxException;

    /** Whether the variable is known to be a text. */
    boolean isText(int slot);

    /**
     * A sequence is used.
     *
     * @param draws whether a number of it is drawn
     */
    default void sequence(String name, boolean draws) {}

    /** The number of the list of this name. */
    default int list(String name) throws SyntaxException {
      throw new SyntaxException("has " + name + ", which is no list");
    }
  }

  private final String text;
  private final Scope scope;
  private final long defaultSeed;
  private final Matcher matcher;
  private String kind = "";
  private String token = "";
  private int after;

  private ExpressionParser(String text, Scope scope, long defaultSeed) throws SyntaxException {
    this.text = text;
    this.scope = scope;
    this.defaultSeed = defaultSeed;
    this.matcher = TOKEN.matcher(text);
    advance();
  }

  /** Parses a whole text. */
  static Node parse(String text, Scope scope, long defaultSeed) throws SyntaxException {
    if (text.isBlank()) {
      throw new SyntaxException("has no expression");
    }
    ExpressionParser parser = new ExpressionParser(text, scope, defaultSeed);
    Node node = parser.or();
    if (!parser.kind.isEmpty()) {
      throw parser.unexpected();
    }
    return node;
  }

  /** Parses a whole text that is a condition: a text in it must be a word for true or false. */
  static Node parseCondition(String text, Scope scope, long defaultSeed) throws SyntaxException {
    Node node = parse(text, scope, defaultSeed);
    requireCondition(node, scope);
    return node;
  }

  /** Parses a count, then a number, then an expression, with blanks between. */
  static List<Node> parseList(String text, Scope scope, long defaultSeed) throws SyntaxException {
    ExpressionParser parser = new ExpressionParser(text, scope, defaultSeed);
    List<Node> nodes = List.of(parser.or(), parser.primary(), parser.or());
    if (!parser.kind.isEmpty()) {
      throw parser.unexpected();
    }
    return nodes;
  }

  private void advance() throws SyntaxException {
    matcher.region(after, text.length());
    if (text.substring(after).isBlank()) {
      kind = "";
      token = "";
      return;
    }
    if (!matcher.lookingAt()) {
      throw new SyntaxException("has a mistake at " + text.substring(after).strip());
    }
    after = matcher.end();
    for (String each : List.of("double", "integer", "variable", "word", "text", "sign")) {
      if (matcher.group(each) != null) {
        kind = each;
        token = matcher.group(each);
      }
    }
  }

  private SyntaxException unexpected() {
    return new SyntaxException(
        kind.isEmpty() ? "ends too early" : "has " + token + " where it cannot be");
  }

  private boolean is(String sign) {
    return kind.equals("sign") && token.equals(sign);
  }

  private boolean isWord(String word) {
    return kind.equals("word") && token.toLowerCase(Locale.ROOT).equals(word);
  }

  private boolean accept(String sign) throws SyntaxException {
    if (is(sign)) {
      advance();
      return true;
    }
    return false;
  }

  private boolean acceptWord(String word) throws SyntaxException {
    if (isWord(word)) {
      advance();
      return true;
    }
    return false;
  }

  private void require(String sign) throws SyntaxException {
    if (!accept(sign)) {
      throw new SyntaxException(
          kind.isEmpty() ? "ends before " + sign : "has " + token + " in place of " + sign);
    }
  }

  private void requireWord(String word) throws SyntaxException {
    if (!acceptWord(word)) {
      throw new SyntaxException(
          kind.isEmpty()
              ? "ends before " + word.toUpperCase(Locale.ROOT)
              : "has " + token + " in place of " + word.toUpperCase(Locale.ROOT));
    }
  }

  private Node or() throws SyntaxException {
    Node left = and();
    while (acceptWord("or")) {
      left = operation(Op.OR, left, and());
    }
    return left;
  }

  private Node and() throws SyntaxException {
    Node left = not();
    while (acceptWord("and")) {
      left = operation(Op.AND, left, not());
    }
    return left;
  }

  private Node not() throws SyntaxException {
    return acceptWord("not") ? operation(Op.NOT, not()) : is();
  }

  private Node is() throws SyntaxException {
    Node left = comparison();
    if (acceptWord("isnull")) {
      return operation(Op.IS, left, new Node.Constant(Value.NOTHING));
    }
    if (acceptWord("notnull")) {
      return operation(Op.NOT, operation(Op.IS, left, new Node.Constant(Value.NOTHING)));
    }
    if (!acceptWord("is")) {
      return left;
    }
    boolean negated = acceptWord("not");
    Value value;
    if (acceptWord("null")) {
      value = Value.NOTHING;
    } else if (acceptWord("true")) {
      value = Value.of(true);
    } else {
      requireWord("false");
      value = Value.of(false);
    }
    Node is = operation(Op.IS, left, new Node.Constant(value));
    return negated ? operation(Op.NOT, is) : is;
  }

  private Node comparison() throws SyntaxException {
    Node left = bits();
    if (accept("=")) {
      return operation(Op.EQUAL, left, bits());
    } else if (accept("<>") || accept("!=")) {
      return operation(Op.UNEQUAL, left, bits());
    } else if (accept("<")) {
      return operation(Op.LESS, left, bits());
    } else if (accept("<=")) {
      return operation(Op.AT_MOST, left, bits());
    } else if (accept(">")) {
      return operation(Op.LESS, bits(), left);
    } else if (accept(">=")) {
      return operation(Op.AT_MOST, bits(), left);
    }
    return left;
  }

  private Node bits() throws SyntaxException {
    Node left = sum();
    while (true) {
      if (accept("|")) {
        left = operation(Op.BIT_OR, left, sum());
      } else if (accept("#")) {
        left = operation(Op.BIT_XOR, left, sum());
      } else if (accept("&")) {
        left = operation(Op.BIT_AND, left, sum());
      } else if (accept("<<")) {
        left = operation(Op.SHIFT_LEFT, left, sum());
      } else if (accept(">>")) {
        left = operation(Op.SHIFT_RIGHT, left, sum());
      } else {
        return left;
      }
    }
  }

  private Node sum() throws SyntaxException {
    Node left = product();
    while (true) {
      if (accept("+")) {
        left = operation(Op.ADD, left, product());
      } else if (accept("-")) {
        left = operation(Op.SUBTRACT, left, product());
      } else {
        return left;
      }
    }
  }

  private Node product() throws SyntaxException {
    Node left = unary();
    while (true) {
      if (accept("*")) {
        left = operation(Op.MULTIPLY, left, unary());
      } else if (accept("/")) {
        left = operation(Op.DIVIDE, left, unary());
      } else if (accept("%")) {
        left = operation(Op.MODULO, left, unary());
      } else {
        return left;
      }
    }
  }

  private Node unary() throws SyntaxException {
    if (accept("+")) {
      return unary();
    }
    if (accept("-")) {
      if (kind.equals("integer") && token.equals(LOWEST)) {
        advance();
        return new Node.Constant(Value.of(Long.MIN_VALUE));
      }
      return operation(Op.SUBTRACT, new Node.Constant(Value.of(0)), unary());
    }
    if (accept("~")) {
      return operation(Op.BIT_XOR, new Node.Constant(Value.of(-1)), sum());
    }
    return isWord("not") ? not() : primary();
  }

  private Node primary() throws SyntaxException {
    String read = token;
    switch (kind) {
      case "integer" -> {
        advance();
        try {
          return new Node.Constant(Value.of(Long.parseLong(read)));
        } catch (NumberFormatException e) {
          throw new SyntaxException("overflow: " + read + " is no integer of 64 bits");
        }
      }
      case "double" -> {
        advance();
        double value = Double.parseDouble(read);
        if (Double.isInfinite(value)) {
          throw new SyntaxException("overflow: " + read + " is no double");
        }
        return new Node.Constant(Value.of(value));
      }
      case "variable" -> {
        Node variable = scope.variable(read);
        advance();
        return variable;
      }
      case "text" -> {
        advance();
        return new Node.Constant(Value.of(read.replace("''", "'")));
      }
      case "word" -> {
        return word(read.toLowerCase(Locale.ROOT));
      }
      default -> {
        if (!accept("(")) {
          throw unexpected();
        }
        Node inner = or();
        require(")");
        return inner;
      }
    }
  }

  private Node word(String word) throws SyntaxException {
    if (acceptWord("true")) {
      return new Node.Constant(Value.of(true));
    } else if (acceptWord("false")) {
      return new Node.Constant(Value.of(false));
    } else if (acceptWord("null")) {
      return new Node.Constant(Value.NOTHING);
    } else if (acceptWord("case")) {
      return cases();
    } else if (RESERVED.contains(word)) {
      throw unexpected();
    }
    return function(word);
  }

  private Node cases() throws SyntaxException {
    List<Node> operands = new ArrayList<>();
    requireWord("when");
    do {
      Node condition = or();
      requireCondition(condition, scope);
      operands.add(condition);
      requireWord("then");
      operands.add(or());
    } while (acceptWord("when"));
    operands.add(acceptWord("else") ? or() : new Node.Constant(Value.NOTHING));
    requireWord("end");
    return operation(Op.CASE, operands);
  }

  private Node function(String name) throws SyntaxException {
    if (name.equals("debug")) {
      throw new SyntaxException("debug() would print from the hot loop; leave it out");
    }
    Set<String> known = new TreeSet<>();
    Op.functions().forEach(known::add);
    Op op =
        Op.function(name)
            .orElseThrow(
                () ->
                    new SyntaxException(
                        name
                            + " is no function; "
                            + Suggestion.question(name, known).map(q -> q + " ").orElse("")
                            + "allowed: "
                            + String.join(", ", known)));
    advance();
    require("(");
    List<Node> arguments = new ArrayList<>();
    if (!is(")")) {
      do {
        arguments.add(arguments.isEmpty() && op.takesList() ? list(name) : or());
      } while (accept(","));
    }
    require(")");
    if (arguments.size() < op.least() || arguments.size() > op.most()) {
      String allowed = op.least() == op.most() ? "" + op.least() : op.least() + " to " + op.most();
      throw new SyntaxException(
          name + "() has " + arguments.size() + " arguments; allowed: " + allowed);
    }
    return operation(op, arguments);
  }

  private Node list(String function) throws SyntaxException {
    if (!kind.equals("word")) {
      throw new SyntaxException(
          function + "() needs the name of a list first, without a colon, as in size(ids)");
    }
    Node list = new Node.Constant(Value.of(scope.list(token)));
    advance();
    return list;
  }

  private Node operation(Op op, Node... operands) throws SyntaxException {
    return operation(op, List.of(operands));
  }

  private Node operation(Op op, List<Node> operands) throws SyntaxException {
    if (op == Op.STRING) {
      requireTemplate(operands.get(0));
    } else if (op == Op.RANDOM_LIST || op == Op.RANDOM_HISTOGRAM) {
      RandomList.require(op, operands);
    } else if (op.namesSequence()) {
      scope.sequence(sequenceName(op, operands), op == Op.SEQUENCE);
    }
    if (op == Op.AND || op == Op.OR || op == Op.NOT) {
      for (Node operand : operands) {
        requireCondition(operand, scope);
      }
    } else if (isArithmetic(op) && operands.stream().anyMatch(each -> isText(each, scope))) {
      throw new SyntaxException("has a text in arithmetic; allowed: numbers");
    }
    Node.Operation made = new Node.Operation(op, operands);
    if (op.takesList()) {
      return made;
    }
    boolean constant = operands.stream().allMatch(Node.Constant.class::isInstance);
    if (constant && op.isPure()) {
      return new Node.Constant(evaluate(made));
    }
    if (constant) {
      evaluate(made); // A draw from constants fails always or never.
    } else if (op.drawsBetween()
        && operands.size() == 3
        && operands.get(2) instanceof Node.Constant) {
      Node one = new Node.Constant(Value.of(1));
      Node ten = new Node.Constant(Value.of(10));
      evaluate(new Node.Operation(op, List.of(one, ten, operands.get(2))));
    } else if (op == Op.RANDOM_HOT || op == Op.RANDOM_MIXED || op == Op.RANDOM_HISTOGRAM) {
      for (List<Node> each : RandomList.trials(op, operands)) {
        evaluate(new Node.Operation(op, each));
      }
    } else if ((op == Op.TEXT || op == Op.TEXT_OF || op == Op.BYTES) && hasKnownLength(operands)) {
      evaluate(new Node.Operation(Op.TEXT, operands.subList(operands.size() - 2, operands.size())));
    } else if (op == Op.RECENT) {
      evaluate(new Node.Operation(op, RandomList.recentTrial(operands)));
    } else if (op == Op.PERMUTE && operands.get(1) instanceof Node.Constant) {
      Node one = new Node.Constant(Value.of(1));
      evaluate(new Node.Operation(op, List.of(one, operands.get(1))));
    }
    return made;
  }

  /** Whether the two last operands are constants. */
  private static boolean hasKnownLength(List<Node> operands) {
    return operands.subList(operands.size() - 2, operands.size()).stream()
        .allMatch(Node.Constant.class::isInstance);
  }

  /** Empty for the sequence without a name. */
  private static String sequenceName(Op op, List<Node> operands) throws SyntaxException {
    if (operands.isEmpty()) {
      return "";
    }
    Value name =
        operands.get(0) instanceof Node.Constant constant ? constant.value() : Value.NOTHING;
    if (name.kind() != Value.TEXT || !SEQUENCE_NAME.matcher(name.text()).matches()) {
      throw new SyntaxException(
          (op == Op.SEQUENCE ? "sequence()" : "recent()")
              + " needs the name of a sequence first, in quotes: letters, digits and _, such as"
              + " 'orders'");
    }
    return name.text();
  }

  private Value evaluate(Node node) throws SyntaxException {
    try {
      return Machine.constant(CodeWriter.program(node, () -> 0), defaultSeed);
    } catch (ScriptException e) {
      throw new SyntaxException(String.valueOf(e.getMessage()));
    }
  }

  private static boolean isArithmetic(Op op) {
    return switch (op) {
      case EQUAL,
          UNEQUAL,
          LESS,
          AT_MOST,
          IS,
          CASE,
          STRING,
          RANDOM_LIST,
          EPOCH_MS,
          SEQUENCE,
          RECENT,
          SIZE,
          ITEM,
          PI ->
          false;
      default -> true;
    };
  }

  private static void requireCondition(Node node, Scope scope) throws SyntaxException {
    if (isText(node, scope)) {
      String which =
          node instanceof Node.Constant constant
              ? "the text \"" + constant.value().text() + "\""
              : "a text";
      throw new SyntaxException("has " + which + " as a condition; allowed: " + TextValue.ALLOWED);
    }
  }

  /** Whether it is a text that is no number and no boolean, as far as is known before the run. */
  private static boolean isText(Node node, Scope scope) {
    if (node instanceof Node.Variable variable) {
      return scope.isText(variable.slot());
    }
    return isTextual(node);
  }

  /** Whether an expression is a text whatever its variables are. */
  static boolean isTextual(Node node) {
    return node instanceof Node.Operation operation
        ? isTextual(operation)
        : node instanceof Node.Constant constant
            && constant.value().kind() == Value.TEXT
            && !TextValue.isValue(constant.value().text());
  }

  private static boolean isTextual(Node.Operation operation) {
    return switch (operation.op()) {
      case STRING, TEXT, TEXT_OF, BYTES, TIMESTAMP -> true;
      case RANDOM_LIST ->
          RandomList.values(operation.operands()).stream().allMatch(ExpressionParser::isTextual);
      default -> false;
    };
  }

  private static void requireTemplate(Node node) throws SyntaxException {
    if (!(node instanceof Node.Constant constant) || constant.value().kind() != Value.TEXT) {
      throw new SyntaxException("string() takes a template in quotes, such as '##-@@'");
    }
    if (constant.value().text().chars().anyMatch(c -> c > 0x7f)) {
      throw new SyntaxException("string() has a template that is not ASCII");
    }
  }
}
