package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.Spelling;
import dev.hindsight.trainer.condition.Frame.Num;
import dev.hindsight.trainer.condition.Frame.Test;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks an expression against what there is to ask about, and turns it into something that
/// computes with primitive numbers. Used once.
final class ConditionCompiler {
  private final Vocabulary vocabulary;
  private final List<String> signals = new ArrayList<>();
  private final List<String> variables = new ArrayList<>(List.of(Vocabulary.AGENT));
  private final Indexing indexing;
  private int most = 1;
  private boolean asksAgent;

  ConditionCompiler(Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
    this.indexing = new Indexing(vocabulary);
  }

  /// @throws Fault.Found where the text is none
  Condition compile(String text) {
    Expr expr = ConditionParser.parse(text);
    Term term = term(expr);
    if (!(term instanceof Term.Truth truth)) {
      throw new Fault.Found(
          "a condition is a yes or no, and this is " + whole(expr, term).words(),
          expr.column(),
          "compare it, as in "
              + (term instanceof Term.Numeric ? expr.words() : "value[a]")
              + " > 0");
    }
    return new Condition(text, signals, truth.test(), most, asksAgent);
  }

  private Term term(Expr expr) {
    return switch (expr) {
      case Expr.Name name -> name(name);
      case Expr.Whole whole -> {
        double value = whole.value();
        yield new Term.Whole(_ -> value);
      }
      case Expr.Real real -> {
        double value = real.value();
        yield new Term.Real(_ -> value);
      }
      case Expr.Truth truth -> {
        boolean value = truth.value();
        yield new Term.Truth(_ -> value);
      }
      case Expr.Text text -> new Term.Text(text.value());
      case Expr.Items items ->
          new Term.Items(
              items.elements().stream().map(this::numeric).map(Term.Numeric::number).toList());
      case Expr.Call call -> call(call);
      case Expr.Method method -> method(method);
    };
  }

  private Term name(Expr.Name name) {
    int variable = variables.lastIndexOf(name.name());
    if (variable >= 0) {
      asksAgent |= variable == 0;
      return new Term.Who(variable);
    }
    if (name.name().equals(Vocabulary.AGENTS)) {
      return new Term.Agents(0, Optional.empty());
    }
    SignalSpec spec = vocabulary.signal(name.name()).orElseThrow(() -> unknown(name));
    return indexing.settled(
        new Term.Partial(spec, place(name.name()), Optional.empty(), List.of()));
  }

  private int place(String signal) {
    if (!signals.contains(signal)) {
      signals.add(signal);
    }
    return signals.indexOf(signal);
  }

  private Fault.Found unknown(Expr.Name name) {
    Optional<String> why = Optional.ofNullable(vocabulary.lacking().get(name.name()));
    if (why.isPresent()) {
      return new Fault.Found(
          "there is no " + name.name() + " here: " + why.get(),
          name.column(),
          "ask something else");
    }
    return new Fault.Found(
        "there is nothing called '" + name.name() + "'",
        name.column(),
        "did you mean " + Spelling.near(name.name(), vocabulary.words()) + "?");
  }

  private Term call(Expr.Call call) {
    List<Expr> arguments = call.arguments();
    return switch (call.function()) {
      case "_&&_" -> {
        Test left = test(arguments.get(0), "&&");
        Test right = test(arguments.get(1), "&&");
        yield new Term.Truth(frame -> left.of(frame) && right.of(frame));
      }
      case "_||_" -> {
        Test left = test(arguments.get(0), "||");
        Test right = test(arguments.get(1), "||");
        yield new Term.Truth(frame -> left.of(frame) || right.of(frame));
      }
      case "!_" -> {
        Test negated = test(arguments.getFirst(), "!");
        yield new Term.Truth(frame -> !negated.of(frame));
      }
      case "_?_:_" -> choice(arguments);
      case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_" -> {
        Num left = numeric(arguments.get(0)).number();
        Num right = numeric(arguments.get(1)).number();
        yield new Term.Truth(Operators.compare(call.function(), left, right));
      }
      case "_+_", "_-_", "_*_", "_/_", "_%_" -> arithmetic(call);
      case "-_" -> {
        Term.Numeric negated = numeric(arguments.getFirst());
        Num number = negated.number();
        yield like(negated, negated, frame -> -number.of(frame));
      }
      case "@in" -> among(arguments);
      case "_[_]" -> index(arguments.get(0), arguments.get(1));
      default -> function(call);
    };
  }

  private Term choice(List<Expr> arguments) {
    Test which = test(arguments.get(0), "?");
    Term.Numeric left = numeric(arguments.get(1));
    Term.Numeric right = numeric(arguments.get(2));
    if (left instanceof Term.Truth(Test yes) && right instanceof Term.Truth(Test no)) {
      return new Term.Truth(frame -> which.of(frame) ? yes.of(frame) : no.of(frame));
    }
    Num yes = left.number();
    Num no = right.number();
    return like(left, right, frame -> which.of(frame) ? yes.of(frame) : no.of(frame));
  }

  private Term arithmetic(Expr.Call call) {
    Term.Numeric left = numeric(call.arguments().get(0));
    Term.Numeric right = numeric(call.arguments().get(1));
    boolean whole = !(left instanceof Term.Real) && !(right instanceof Term.Real);
    if (call.function().equals("_/_") && whole) {
      return new Term.Whole(Operators.quotient(left.number(), right.number()));
    }
    if (call.function().equals("_%_") && !whole) {
      throw new Fault.Found(
          "% is for whole numbers", call.column(), "cut them first, as in int(x) % 10");
    }
    return like(left, right, Operators.arithmetic(call.function(), left.number(), right.number()));
  }

  private static Term.Numeric like(Term.Numeric left, Term.Numeric right, Num number) {
    return left instanceof Term.Real || right instanceof Term.Real
        ? new Term.Real(number)
        : new Term.Whole(number);
  }

  private Term among(List<Expr> arguments) {
    Num sought = numeric(arguments.get(0)).number();
    if (!(term(arguments.get(1)) instanceof Term.Items items)) {
      throw new Fault.Found(
          "'in' looks into a list",
          arguments.get(1).column(),
          "write one, as in action[a] in [0, 1, 2]");
    }
    Num[] all = items.numbers().toArray(Num[]::new);
    return new Term.Truth(frame -> {
      double value = sought.of(frame);
      for (Num each : all) {
        if (each.of(frame) == value) {
          return true;
        }
      }
      return false;
    });
  }

  private Term index(Expr target, Expr index) {
    if (!(term(target) instanceof Term.Partial partial)) {
      throw new Fault.Found(
          target.words() + " has no parts to choose from",
          target.column(),
          "take the brackets away: " + target.words());
    }
    return indexing.index(partial, index, term(index), target);
  }

  private Term function(Expr.Call call) {
    List<Expr> arguments = call.arguments();
    return switch (call.function()) {
      case "abs" -> {
        Term.Numeric only = numeric(one(call));
        Num number = only.number();
        yield like(only, only, frame -> Math.abs(number.of(frame)));
      }
      case "double" -> new Term.Real(numeric(one(call)).number());
      case "int" -> {
        Num number = numeric(one(call)).number();
        yield new Term.Whole(frame -> Operators.cut(number.of(frame)));
      }
      case "nan" -> nan(one(call));
      case "min", "max" -> {
        if (arguments.isEmpty()) {
          throw wants(call, "at least one number");
        }
        List<Term.Numeric> all = arguments.stream().map(this::numeric).toList();
        List<Num> numbers = all.stream().map(Term.Numeric::number).toList();
        Num found =
            call.function().equals("min") ? Functions.least(numbers) : Functions.largest(numbers);
        boolean real = all.stream().anyMatch(Term.Real.class::isInstance);
        yield real ? new Term.Real(found) : new Term.Whole(found);
      }
      case "size" -> size(one(call));
      default ->
          throw new Fault.Found(
              "there is no function '" + call.function() + "'",
              call.column(),
              "did you mean " + Spelling.near(call.function(), Functions.NAMES) + "?");
    };
  }

  private static Expr one(Expr.Call call) {
    if (call.arguments().size() != 1) {
      throw wants(call, "one value");
    }
    return call.arguments().getFirst();
  }

  private static Fault.Found wants(Expr.Call call, String what) {
    return new Fault.Found(
        call.function() + " wants " + what, call.column(), Functions.doc(call.function()));
  }

  private Term nan(Expr argument) {
    Term term = term(argument);
    if (term instanceof Term.Who(int variable)) {
      if (vocabulary.signal("nan").isEmpty()) {
        throw new Fault.Found(
            "nothing here can be NaN",
            argument.column(),
            "ask about a number, as in nan(value[a])");
      }
      int place = place("nan");
      return new Term.Truth(
          frame -> frame.signals[place].at(frame.tick, frame.agents[variable], 0) > 0);
    }
    Num number = numeric(argument, term).number();
    return new Term.Truth(frame -> Double.isNaN(number.of(frame)));
  }

  private Term method(Expr.Method method) {
    Term target = term(method.target());
    if (!(target instanceof Term.Agents agents)) {
      throw new Fault.Found(
          "'." + method.function() + "' is for agents",
          method.column(),
          "write agents." + method.function() + "(b, …)");
    }
    return switch (method.function()) {
      case "exists" -> Crowds.exists(vocabulary.agents(), about(method, agents));
      case "all" -> Crowds.all(vocabulary.agents(), agents, about(method, agents));
      case "filter" -> about(method, agents);
      case "size" -> Crowds.size(vocabulary.agents(), agents);
      default ->
          throw new Fault.Found(
              "agents have no '" + method.function() + "'",
              method.column(),
              "did you mean " + Spelling.near(method.function(), Crowds.NAMES) + "?");
    };
  }

  private Term size(Expr argument) {
    if (!(term(argument) instanceof Term.Agents agents)) {
      throw new Fault.Found(
          "size counts agents", argument.column(), "write size(agents.filter(b, …))");
    }
    return Crowds.size(vocabulary.agents(), agents);
  }

  /// The agents of a crowd that something is also true of.
  private Term.Agents about(Expr.Method method, Term.Agents crowd) {
    if (method.arguments().size() != 2
        || !(method.arguments().getFirst() instanceof Expr.Name name)
        || variables.contains(name.name())
        || vocabulary.words().contains(name.name())) {
      throw new Fault.Found(
          "." + method.function() + " wants a new name for an agent and a condition",
          method.column(),
          "write agents." + method.function() + "(b, removed[b])");
    }
    // Of nested crowds each has its own variable: an inner one must not overwrite an outer one.
    int variable = most++;
    while (variables.size() <= variable) {
      variables.add("");
    }
    variables.set(variable, name.name());
    Test own = test(method.arguments().get(1), method.function());
    variables.set(variable, "");
    Optional<Test> both =
        crowd
            .which()
            .map(earlier ->
                (Test)
                    frame -> {
                      frame.agents[crowd.variable()] = frame.agents[variable];
                      return earlier.of(frame) && own.of(frame);
                    })
            .or(() -> Optional.of(own));
    return new Term.Agents(variable, both);
  }

  private Test test(Expr expr, String sign) {
    Term term = term(expr);
    if (term instanceof Term.Truth(Test test)) {
      return test;
    }
    throw new Fault.Found(
        "'"
            + sign
            + "' is about yes or no, and "
            + expr.words()
            + " is "
            + whole(expr, term).words(),
        expr.column(),
        "compare it, as in " + expr.words() + " != 0");
  }

  private Term.Numeric numeric(Expr expr) {
    return numeric(expr, term(expr));
  }

  private Term.Numeric numeric(Expr expr, Term term) {
    Term whole = whole(expr, term);
    if (whole instanceof Term.Numeric numeric) {
      return numeric;
    }
    throw new Fault.Found(
        expr.words() + " is " + whole.words() + ", and a number is wanted",
        expr.column(),
        "write a number or a signal, as in value[a]");
  }

  /// A signal of which nothing is missing.
  private static Term whole(Expr expr, Term term) {
    if (term instanceof Term.Partial partial) {
      throw new Fault.Found(
          expr.words() + " is " + partial.words(),
          expr.column(),
          "choose one: "
              + expr.words()
              + (partial.wantsAgent() ? "[a]" : "")
              + "[0]".repeat(partial.spec().sizes().size() - partial.indices().size()));
    }
    return term;
  }
}
