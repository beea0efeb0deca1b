package dev.hindsight.trainer.condition;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.util.List;

/// The syntax tree of a condition, independent of any library.
sealed interface Expr {
  /// Column of the text, from 1; for an operator, that of its sign.
  int column();

  /// A short description for messages.
  String words();

  /// A name.
  record Name(int column, String name) implements Expr {
    @Override
    public String words() {
      return name;
    }
  }

  /// A number without a decimal point.
  record Whole(int column, long value) implements Expr {
    @Override
    public String words() {
      return Long.toString(value);
    }
  }

  /// A number with a decimal point.
  record Real(int column, double value) implements Expr {
    @Override
    public String words() {
      return Double.toString(value);
    }
  }

  /// `true` or `false`.
  record Truth(int column, boolean value) implements Expr {
    @Override
    public String words() {
      return Boolean.toString(value);
    }
  }

  /// A text in quotes.
  record Text(int column, String value) implements Expr {
    @Override
    public String words() {
      return '"' + value + '"';
    }
  }

  /// `[1, 2, 3]`.
  record Items(int column, List<Expr> elements) implements Expr {
    public Items {
      elements = List.copyOf(elements);
    }

    @Override
    public String words() {
      return wording("Expr.the_list");
    }
  }

  /// An operator by CEL's name for it (`_&&_`, `_[_]`), or a function.
  record Call(int column, String function, List<Expr> arguments) implements Expr {
    public Call {
      arguments = List.copyOf(arguments);
    }

    @Override
    public String words() {
      return switch (function) {
        case "_[_]" -> arguments.get(0).words() + "[" + arguments.get(1).words() + "]";
        case "-_", "!_" -> function.charAt(0) + arguments.getFirst().words();
        default -> function.startsWith("_") || function.startsWith("@") ? "this" : function + "(…)";
      };
    }
  }

  /// `target.function(arguments)`.
  record Method(int column, Expr target, String function, List<Expr> arguments) implements Expr {
    public Method {
      arguments = List.copyOf(arguments);
    }

    @Override
    public String words() {
      return target.words() + "." + function + "(…)";
    }
  }
}
