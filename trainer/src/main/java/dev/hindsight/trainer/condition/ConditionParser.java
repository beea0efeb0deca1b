package dev.hindsight.trainer.condition;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.parser.CelParser;
import dev.cel.parser.CelParserFactory;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses text into an expression with a CEL library, without expanding macros. Any thread; the
/// first use in a process loads the library, which takes some tenths of a second.
final class ConditionParser {
  private static final CelParser PARSER = CelParserFactory.standardCelParserBuilder().build();

  private static final Pattern DIGITS = Pattern.compile("-?\\d{1,400}(?![\\d.eE])");

  private final Map<Long, Integer> positions;

  private ConditionParser(Map<Long, Integer> positions) {
    this.positions = positions;
  }

  /// @throws ConditionError.ConditionException if the text is not CEL, or uses CEL that has no
  ///   meaning here
  static Expr parse(String text) {
    CelValidationResult result = PARSER.parse(text);
    if (result.hasError()) {
      CelIssue issue = result.getErrors().getFirst();
      int line = issue.getSourceLocation().getLine();
      int column = offset(text, line) + issue.getSourceLocation().getColumn() + 1;
      throw problem(text, column, issue.getMessage());
    }
    try {
      CelAbstractSyntaxTree tree = result.getAst();
      return new ConditionParser(tree.getSource().getPositionsMap()).expr(tree.getExpr());
    } catch (CelValidationException e) {
      throw problem(text, 1, String.valueOf(e.getMessage()));
    }
  }

  private static int offset(String text, int line) {
    int offset = 0;
    for (int i = 1; i < line; i++) {
      offset = text.indexOf('\n', offset) + 1;
    }
    return offset;
  }

  private Expr expr(CelExpr cel) {
    int column = positions.getOrDefault(cel.id(), 0) + 1;
    return switch (cel.exprKind().getKind()) {
      case IDENT -> new Expr.Name(column, cel.ident().name());
      case CONSTANT -> constant(column, cel.constant());
      case CALL -> call(column, cel.call());
      case LIST -> new Expr.Items(column, all(cel.list().elements()));
      case SELECT ->
          throw new ConditionError.ConditionException(
              wording("ConditionParser.is_not_part_of_anything", cel.select().field()),
              column,
              wording("ConditionParser.index_with_brackets_as_in_observation"));
      case STRUCT, MAP, COMPREHENSION, NOT_SET ->
          throw new ConditionError.ConditionException(
              wording("ConditionParser.maps_and_messages_are_not_supported"),
              column,
              wording("ConditionParser.compare_numbers_and_flags"));
    };
  }

  private Expr call(int column, CelExpr.CelCall call) {
    List<Expr> arguments = all(call.args());
    if (call.function().equals("_[_]")) {
      // The parser's position is the bracket; users expect the start of the name.
      return new Expr.Call(arguments.getFirst().column(), call.function(), arguments);
    }
    return call.target().isPresent()
        ? new Expr.Method(column, expr(call.target().get()), call.function(), arguments)
        : new Expr.Call(column, call.function(), arguments);
  }

  private List<Expr> all(List<CelExpr> several) {
    return several.stream().map(this::expr).toList();
  }

  private static Expr constant(int column, CelConstant constant) {
    return switch (constant.getKind()) {
      case INT64_VALUE -> new Expr.Whole(column, constant.int64Value());
      case UINT64_VALUE -> new Expr.Whole(column, constant.uint64Value().longValue());
      case DOUBLE_VALUE -> new Expr.Real(column, constant.doubleValue());
      case BOOLEAN_VALUE -> new Expr.Truth(column, constant.booleanValue());
      case STRING_VALUE -> new Expr.Text(column, constant.stringValue());
      case NULL_VALUE, BYTES_VALUE, DURATION_VALUE, TIMESTAMP_VALUE, NOT_SET ->
          throw new ConditionError.ConditionException(
              wording("ConditionParser.this_kind_of_constant_is_not"),
              column,
              wording("ConditionParser.write_a_number"));
    };
  }

  /// Translates a parser's message for the user.
  ///
  /// @param column from 1, where the parser stopped
  /// @param complaint the parser's message
  private static ConditionError.ConditionException problem(
      String text, int column, String complaint) {
    if (text.isBlank()) {
      return new ConditionError.ConditionException(
          wording("ConditionParser.the_condition_is_empty"),
          1,
          wording("ConditionParser.write_one_as_in_removed_a"));
    }
    int at = Math.clamp(column - 1L, 0, text.length());
    String rest = text.substring(at).strip();
    if (rest.isEmpty()) {
      return new ConditionError.ConditionException(
          wording("ConditionParser.it_ends_too_early"),
          text.length() + 1,
          wording("ConditionParser.finish_the_expression"));
    }
    String word = rest.split("[^A-Za-z0-9_]", 2)[0];
    return switch (word) {
      case "and" ->
          new ConditionError.ConditionException(
              wording("ConditionParser.and_is_not_an_operator"), column, "write &&");
      case "or" ->
          new ConditionError.ConditionException(
              wording("ConditionParser.or_is_not_an_operator"), column, "write ||");
      case "not" ->
          new ConditionError.ConditionException(
              wording("ConditionParser.not_is_not_an_operator"), column, "write !");
      default -> sign(rest, column, complaint);
    };
  }

  private static ConditionError.ConditionException sign(String rest, int column, String complaint) {
    if (isBeyondWhole(rest)) {
      return new ConditionError.ConditionException(
          wording("ConditionParser.the_number_is_too_large", first(rest)),
          column,
          wording("ConditionParser.write_it_with_a_point"));
    }
    if (rest.codePointAt(0) >= 128) {
      return new ConditionError.ConditionException(
          wording("ConditionParser.does_not_fit_here", Character.toString(rest.codePointAt(0))),
          column,
          wording("ConditionParser.remove_it"));
    }
    return switch (rest.charAt(0)) {
      case '=' ->
          new ConditionError.ConditionException(
              wording("ConditionParser.is_not_an_operator"),
              column,
              wording("ConditionParser.write_to_compare"));
      case '&' ->
          new ConditionError.ConditionException(
              wording("ConditionParser.is_not_an_operator_2"), column, "write &&");
      case '|' ->
          new ConditionError.ConditionException(
              wording("ConditionParser.is_not_an_operator_3"), column, "write ||");
      case ')' ->
          new ConditionError.ConditionException(
              wording("ConditionParser.closes_nothing"),
              column,
              wording("ConditionParser.remove_it_or_add_the_opening"));
      case ']' ->
          new ConditionError.ConditionException(
              wording("ConditionParser.closes_nothing_2"),
              column,
              wording("ConditionParser.remove_it_or_add_the_opening"));
      default ->
          new ConditionError.ConditionException(
              complaint.startsWith("missing")
                  ? complaint
                  : wording("ConditionParser.does_not_fit_here", first(rest)),
              column,
              wording("ConditionParser.join_comparisons_by_and_as_in"));
    };
  }

  /// Whether a text begins with a whole number of more than 63 bits.
  private static boolean isBeyondWhole(String rest) {
    Matcher digits = DIGITS.matcher(rest);
    return digits.lookingAt() && new BigInteger(digits.group()).bitLength() >= Long.SIZE;
  }

  private static String first(String rest) {
    String word = rest.split("\\s", 2)[0];
    return word.length() > 20 ? word.substring(0, 20) + "…" : word;
  }
}
