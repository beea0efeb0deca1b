package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.condition.EvaluationFrame.Num;
import dev.hindsight.trainer.condition.EvaluationFrame.Test;
import java.util.List;
import java.util.Optional;

/// A part of a condition, checked, with what computes it.
sealed interface CompiledTerm {
  /// What it is, for messages.
  String words();

  /// Something that can be computed with.
  sealed interface Numeric extends CompiledTerm {
    /// Its value; a flag's is 1 or 0.
    Num number();
  }

  /// A whole number.
  record Whole(Num number) implements Numeric {
    @Override
    public String words() {
      return "a whole number";
    }
  }

  /// Any number.
  record Real(Num number) implements Numeric {
    @Override
    public String words() {
      return "a number";
    }
  }

  /// A yes or no.
  record Truth(Test test) implements Numeric {
    @Override
    public Num number() {
      return evaluationFrame -> test.of(evaluationFrame) ? 1 : 0;
    }

    @Override
    public String words() {
      return "true or false";
    }
  }

  /// An agent by its variable; its number is the agent's.
  record Who(int variable) implements Numeric {
    @Override
    public Num number() {
      return evaluationFrame -> evaluationFrame.agents[variable];
    }

    @Override
    public String words() {
      return "an agent";
    }
  }

  /// All agents, or those that something is true of.
  ///
  /// @param variable where each of them stands while it is asked about
  record Agents(int variable, Optional<Test> which) implements CompiledTerm {
    @Override
    public String words() {
      return "several agents";
    }
  }

  /// A signal of which an index is missing.
  ///
  /// @param place of the signal in [Condition#signals]
  /// @param agent whose; empty for a signal of the tick, and while nobody is named
  /// @param indices given so far
  record Partial(SignalSpec spec, int place, Optional<Num> agent, List<Num> indices)
      implements CompiledTerm {
    public Partial {
      indices = List.copyOf(indices);
    }

    boolean wantsAgent() {
      return spec.scope() == SignalSpec.Scope.AGENT && agent.isEmpty();
    }

    @Override
    public String words() {
      return wantsAgent()
          ? "a number for each agent"
          : spec.sizes().get(indices.size()) + " numbers";
    }
  }

  /// A text in quotes.
  record Text(String value) implements CompiledTerm {
    @Override
    public String words() {
      return "a text";
    }
  }

  /// Numbers to be looked for in.
  record Items(List<Num> numbers) implements CompiledTerm {
    public Items {
      numbers = List.copyOf(numbers);
    }

    @Override
    public String words() {
      return "a list";
    }
  }
}
