package dev.hindsight.trainer.condition;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NameSuggestions;
import dev.hindsight.trainer.condition.EvaluationFrame.Num;
import dev.hindsight.trainer.condition.EvaluationFrame.Test;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks an expression against the available signals and compiles it to code on primitive numbers.
/// Used once.
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

  /// @throws ConditionError.ConditionException if the text is not a condition
  Condition compile(String text) {
    Expr expr = ConditionParser.parse(text);
    CompiledTerm compiledTerm = term(expr);
    if (!(compiledTerm instanceof CompiledTerm.Truth truth)) {
      throw new ConditionError.ConditionException(
          wording(
              "ConditionCompiler.a_condition_must_be_true_or", whole(expr, compiledTerm).words()),
          expr.column(),
          wording(
              "ConditionCompiler.compare_it_as_in_0",
              compiledTerm instanceof CompiledTerm.Numeric ? expr.words() : "value[a]"));
    }
    return new Condition(text, signals, truth.test(), most, asksAgent);
  }

  private CompiledTerm term(Expr expr) {
    return switch (expr) {
      case Expr.Name name -> name(name);
      case Expr.Whole whole -> {
        double value = whole.value();
        yield new CompiledTerm.Whole(_ -> value);
      }
      case Expr.Real real -> {
        double value = real.value();
        yield new CompiledTerm.Real(_ -> value);
      }
      case Expr.Truth truth -> {
        boolean value = truth.value();
        yield new CompiledTerm.Truth(_ -> value);
      }
      case Expr.Text text -> new CompiledTerm.Text(text.value());
      case Expr.Items items ->
          new CompiledTerm.Items(
              items.elements().stream()
                  .map(this::numeric)
                  .map(CompiledTerm.Numeric::number)
                  .toList());
      case Expr.Call call -> call(call);
      case Expr.Method method -> method(method);
    };
  }

  private CompiledTerm name(Expr.Name name) {
    int variable = variables.lastIndexOf(name.name());
    if (variable >= 0) {
      asksAgent |= variable == 0;
      return new CompiledTerm.Who(variable);
    }
    if (name.name().equals(Vocabulary.AGENTS)) {
      return new CompiledTerm.Agents(0, Optional.empty());
    }
    SignalSpec spec = vocabulary.signal(name.name()).orElseThrow(() -> unknown(name));
    return indexing.settled(
        new CompiledTerm.Partial(spec, place(name.name()), Optional.empty(), List.of()));
  }

  private int place(String signal) {
    if (!signals.contains(signal)) {
      signals.add(signal);
    }
    return signals.indexOf(signal);
  }

  private ConditionError.ConditionException unknown(Expr.Name name) {
    Optional<String> why = Optional.ofNullable(vocabulary.lacking().get(name.name()));
    if (why.isPresent()) {
      return new ConditionError.ConditionException(
          wording("ConditionCompiler.there_is_no_here", name.name(), why.get()),
          name.column(),
          wording("ConditionCompiler.use_another_signal"));
    }
    return new ConditionError.ConditionException(
        wording("ConditionCompiler.there_is_no_name", name.name()),
        name.column(),
        wording(
            "ConditionCompiler.did_you_mean",
            NameSuggestions.closest(name.name(), vocabulary.words())));
  }

  private CompiledTerm call(Expr.Call call) {
    List<Expr> arguments = call.arguments();
    return switch (call.function()) {
      case "_&&_" -> {
        Test left = test(arguments.get(0), "&&");
        Test right = test(arguments.get(1), "&&");
        yield new CompiledTerm.Truth(
            evaluationFrame -> left.of(evaluationFrame) && right.of(evaluationFrame));
      }
      case "_||_" -> {
        Test left = test(arguments.get(0), "||");
        Test right = test(arguments.get(1), "||");
        yield new CompiledTerm.Truth(
            evaluationFrame -> left.of(evaluationFrame) || right.of(evaluationFrame));
      }
      case "!_" -> {
        Test negated = test(arguments.getFirst(), "!");
        yield new CompiledTerm.Truth(evaluationFrame -> !negated.of(evaluationFrame));
      }
      case "_?_:_" -> choice(arguments);
      case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_" -> {
        Num left = numeric(arguments.get(0)).number();
        Num right = numeric(arguments.get(1)).number();
        yield new CompiledTerm.Truth(Operators.compare(call.function(), left, right));
      }
      case "_+_", "_-_", "_*_", "_/_", "_%_" -> arithmetic(call);
      case "-_" -> {
        CompiledTerm.Numeric negated = numeric(arguments.getFirst());
        Num number = negated.number();
        yield like(negated, negated, evaluationFrame -> -number.of(evaluationFrame));
      }
      case "@in" -> among(arguments);
      case "_[_]" -> index(arguments.get(0), arguments.get(1));
      default -> function(call);
    };
  }

  private CompiledTerm choice(List<Expr> arguments) {
    Test which = test(arguments.get(0), "?");
    CompiledTerm.Numeric left = numeric(arguments.get(1));
    CompiledTerm.Numeric right = numeric(arguments.get(2));
    if (left instanceof CompiledTerm.Truth(Test yes)
        && right instanceof CompiledTerm.Truth(Test no)) {
      return new CompiledTerm.Truth(evaluationFrame ->
          which.of(evaluationFrame) ? yes.of(evaluationFrame) : no.of(evaluationFrame));
    }
    Num yes = left.number();
    Num no = right.number();
    return like(
        left,
        right,
        evaluationFrame ->
            which.of(evaluationFrame) ? yes.of(evaluationFrame) : no.of(evaluationFrame));
  }

  private CompiledTerm arithmetic(Expr.Call call) {
    CompiledTerm.Numeric left = numeric(call.arguments().get(0));
    CompiledTerm.Numeric right = numeric(call.arguments().get(1));
    boolean whole = !(left instanceof CompiledTerm.Real) && !(right instanceof CompiledTerm.Real);
    if (call.function().equals("_/_") && whole) {
      return new CompiledTerm.Whole(Operators.quotient(left.number(), right.number()));
    }
    if (call.function().equals("_%_") && !whole) {
      throw new ConditionError.ConditionException(
          wording("ConditionCompiler.needs_whole_numbers"),
          call.column(),
          wording("ConditionCompiler.convert_them_first_as_in_int"));
    }
    return like(left, right, Operators.arithmetic(call.function(), left.number(), right.number()));
  }

  private static CompiledTerm.Numeric like(
      CompiledTerm.Numeric left, CompiledTerm.Numeric right, Num number) {
    return left instanceof CompiledTerm.Real || right instanceof CompiledTerm.Real
        ? new CompiledTerm.Real(number)
        : new CompiledTerm.Whole(number);
  }

  private CompiledTerm among(List<Expr> arguments) {
    Num sought = numeric(arguments.get(0)).number();
    if (!(term(arguments.get(1)) instanceof CompiledTerm.Items items)) {
      throw new ConditionError.ConditionException(
          wording("ConditionCompiler.in_looks_into_a_list"),
          arguments.get(1).column(),
          wording("ConditionCompiler.write_one_as_in_action_a"));
    }
    Num[] all = items.numbers().toArray(Num[]::new);
    return new CompiledTerm.Truth(evaluationFrame -> {
      double value = sought.of(evaluationFrame);
      for (Num each : all) {
        if (each.of(evaluationFrame) == value) {
          return true;
        }
      }
      return false;
    });
  }

  private CompiledTerm index(Expr target, Expr index) {
    if (!(term(target) instanceof CompiledTerm.Partial partial)) {
      throw new ConditionError.ConditionException(
          wording("ConditionCompiler.has_no_parts_to_choose_from", target.words()),
          target.column(),
          wording("ConditionCompiler.remove_the_brackets", target.words()));
    }
    return indexing.index(partial, index, term(index), target);
  }

  private CompiledTerm function(Expr.Call call) {
    List<Expr> arguments = call.arguments();
    return switch (call.function()) {
      case "abs" -> {
        CompiledTerm.Numeric only = numeric(one(call));
        Num number = only.number();
        yield like(only, only, evaluationFrame -> Math.abs(number.of(evaluationFrame)));
      }
      case "double" -> new CompiledTerm.Real(numeric(one(call)).number());
      case "int" -> {
        Num number = numeric(one(call)).number();
        yield new CompiledTerm.Whole(evaluationFrame -> Operators.cut(number.of(evaluationFrame)));
      }
      case "nan" -> nan(one(call));
      case "min", "max" -> {
        if (arguments.isEmpty()) {
          throw wants(call, wording("ConditionCompiler.at_least_one_number"));
        }
        List<CompiledTerm.Numeric> all = arguments.stream().map(this::numeric).toList();
        List<Num> numbers = all.stream().map(CompiledTerm.Numeric::number).toList();
        Num found =
            call.function().equals("min") ? Functions.least(numbers) : Functions.largest(numbers);
        boolean real = all.stream().anyMatch(CompiledTerm.Real.class::isInstance);
        yield real ? new CompiledTerm.Real(found) : new CompiledTerm.Whole(found);
      }
      case "size" -> size(one(call));
      default ->
          throw new ConditionError.ConditionException(
              wording("ConditionCompiler.there_is_no_function", call.function()),
              call.column(),
              wording(
                  "ConditionCompiler.did_you_mean",
                  NameSuggestions.closest(call.function(), Functions.NAMES)));
    };
  }

  private static Expr one(Expr.Call call) {
    if (call.arguments().size() != 1) {
      throw wants(call, wording("ConditionCompiler.one_value"));
    }
    return call.arguments().getFirst();
  }

  private static ConditionError.ConditionException wants(Expr.Call call, String what) {
    return new ConditionError.ConditionException(
        wording("ConditionCompiler.needs", call.function(), what),
        call.column(),
        Functions.doc(call.function()));
  }

  private CompiledTerm nan(Expr argument) {
    CompiledTerm compiledTerm = term(argument);
    if (compiledTerm instanceof CompiledTerm.Who(int variable)) {
      if (vocabulary.signal("nan").isEmpty()) {
        throw new ConditionError.ConditionException(
            wording("ConditionCompiler.nothing_here_can_be_nan"),
            argument.column(),
            wording("ConditionCompiler.use_it_with_a_number_as"));
      }
      int place = place("nan");
      return new CompiledTerm.Truth(evaluationFrame ->
          evaluationFrame.signals[place].at(
                  evaluationFrame.tick, evaluationFrame.agents[variable], 0)
              > 0);
    }
    Num number = numeric(argument, compiledTerm).number();
    return new CompiledTerm.Truth(evaluationFrame -> Double.isNaN(number.of(evaluationFrame)));
  }

  private CompiledTerm method(Expr.Method method) {
    CompiledTerm target = term(method.target());
    if (!(target instanceof CompiledTerm.Agents agents)) {
      throw new ConditionError.ConditionException(
          wording("ConditionCompiler.is_for_agents", method.function()),
          method.column(),
          wording("ConditionCompiler.write_agents_b", method.function()));
    }
    return switch (method.function()) {
      case "exists" -> AgentQuantifiers.exists(vocabulary.agents(), about(method, agents));
      case "all" -> AgentQuantifiers.all(vocabulary.agents(), agents, about(method, agents));
      case "filter" -> about(method, agents);
      case "size" -> AgentQuantifiers.size(vocabulary.agents(), agents);
      default ->
          throw new ConditionError.ConditionException(
              wording("ConditionCompiler.agents_have_no", method.function()),
              method.column(),
              wording(
                  "ConditionCompiler.did_you_mean",
                  NameSuggestions.closest(method.function(), AgentQuantifiers.NAMES)));
    };
  }

  private CompiledTerm size(Expr argument) {
    if (!(term(argument) instanceof CompiledTerm.Agents agents)) {
      throw new ConditionError.ConditionException(
          wording("ConditionCompiler.size_counts_agents"),
          argument.column(),
          wording("ConditionCompiler.write_size_agents_filter_b"));
    }
    return AgentQuantifiers.size(vocabulary.agents(), agents);
  }

  /// The agents of a set that also satisfy a test.
  private CompiledTerm.Agents about(Expr.Method method, CompiledTerm.Agents group) {
    if (method.arguments().size() != 2
        || !(method.arguments().getFirst() instanceof Expr.Name name)
        || variables.contains(name.name())
        || vocabulary.words().contains(name.name())) {
      throw new ConditionError.ConditionException(
          wording("ConditionCompiler.needs_a_new_name_for_an", method.function()),
          method.column(),
          wording("ConditionCompiler.write_agents_b_removed_b", method.function()));
    }
    // Nested sets have a variable each, so that an inner one does not overwrite an outer one.
    int variable = most++;
    while (variables.size() <= variable) {
      variables.add("");
    }
    variables.set(variable, name.name());
    Test own = test(method.arguments().get(1), method.function());
    variables.set(variable, "");
    Optional<Test> both =
        group
            .which()
            .map(earlier ->
                (Test)
                    evaluationFrame -> {
                      evaluationFrame.agents[group.variable()] = evaluationFrame.agents[variable];
                      return earlier.of(evaluationFrame) && own.of(evaluationFrame);
                    })
            .or(() -> Optional.of(own));
    return new CompiledTerm.Agents(variable, both);
  }

  private Test test(Expr expr, String sign) {
    CompiledTerm compiledTerm = term(expr);
    if (compiledTerm instanceof CompiledTerm.Truth(Test test)) {
      return test;
    }
    throw new ConditionError.ConditionException(
        wording(
            "ConditionCompiler.needs_true_or_false_and_is",
            sign,
            expr.words(),
            whole(expr, compiledTerm).words()),
        expr.column(),
        wording("ConditionCompiler.compare_it_as_in_0_2", expr.words()));
  }

  private CompiledTerm.Numeric numeric(Expr expr) {
    return numeric(expr, term(expr));
  }

  private CompiledTerm.Numeric numeric(Expr expr, CompiledTerm compiledTerm) {
    CompiledTerm whole = whole(expr, compiledTerm);
    if (whole instanceof CompiledTerm.Numeric numeric) {
      return numeric;
    }
    throw new ConditionError.ConditionException(
        wording("ConditionCompiler.is_but_a_number_is_needed", expr.words(), whole.words()),
        expr.column(),
        wording("ConditionCompiler.write_a_number_or_a_signal"));
  }

  /// Checks that a signal has all its indices.
  private static CompiledTerm whole(Expr expr, CompiledTerm compiledTerm) {
    if (compiledTerm instanceof CompiledTerm.Partial partial) {
      throw new ConditionError.ConditionException(
          wording("ConditionCompiler.is", expr.words(), partial.words()),
          expr.column(),
          wording(
              "ConditionCompiler.choose_one",
              expr.words(),
              partial.wantsAgent() ? "[a]" : "",
              "[0]".repeat(partial.spec().sizes().size() - partial.indices().size())));
    }
    return compiledTerm;
  }
}
