package dev.hindsight.trainer.condition;

/// What a parser's complaint means to who wrote the text.
final class SyntaxWords {
  private SyntaxWords() {}

  /// @param column from 1, where the parser stopped
  /// @param complaint the parser's
  static ConditionError.ConditionException of(String text, int column, String complaint) {
    if (text.isBlank()) {
      return new ConditionError.ConditionException(
          "the condition is empty", 1, "write one, as in removed[a]");
    }
    int at = Math.clamp(column - 1L, 0, text.length());
    String rest = text.substring(at).strip();
    if (rest.isEmpty()) {
      return new ConditionError.ConditionException(
          "it ends too early", text.length() + 1, "finish the expression");
    }
    String word = rest.split("[^A-Za-z0-9_]", 2)[0];
    return switch (word) {
      case "and" ->
          new ConditionError.ConditionException("'and' is not an operator", column, "write &&");
      case "or" ->
          new ConditionError.ConditionException("'or' is not an operator", column, "write ||");
      case "not" ->
          new ConditionError.ConditionException("'not' is not an operator", column, "write !");
      default -> sign(rest, column, complaint);
    };
  }

  private static ConditionError.ConditionException sign(String rest, int column, String complaint) {
    return switch (rest.charAt(0)) {
      case '=' ->
          new ConditionError.ConditionException(
              "'=' is not an operator", column, "write == to compare");
      case '&' ->
          new ConditionError.ConditionException("'&' is not an operator", column, "write &&");
      case '|' ->
          new ConditionError.ConditionException("'|' is not an operator", column, "write ||");
      case ')' ->
          new ConditionError.ConditionException(
              "')' closes nothing", column, "remove it, or add the opening one");
      case ']' ->
          new ConditionError.ConditionException(
              "']' closes nothing", column, "remove it, or add the opening one");
      default ->
          new ConditionError.ConditionException(
              complaint.startsWith("missing")
                  ? complaint
                  : "'" + first(rest) + "' does not fit here",
              column,
              "join comparisons by && and ||, as in value[a] > 1 && removed[a]");
    };
  }

  private static String first(String rest) {
    String word = rest.split("\\s", 2)[0];
    return word.length() > 20 ? word.substring(0, 20) + "…" : word;
  }
}
