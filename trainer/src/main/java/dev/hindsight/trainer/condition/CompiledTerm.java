package dev.hindsight.trainer.condition;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.condition.EvaluationFrame.Num;
import dev.hindsight.trainer.condition.EvaluationFrame.Test;
import java.util.List;
import java.util.Optional;

/// A checked part of a condition, with the code that computes it.
sealed interface CompiledTerm {
  /// Its description in messages.
  String words();

  /// A term with a numeric value.
  sealed interface Numeric extends CompiledTerm {
    /// The value; 1 or 0 for a flag.
    Num number();
  }

  /// A whole number.
  record Whole(Num number) implements Numeric {
    @Override
    public String words() {
      return wording("CompiledTerm.a_whole_number");
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
      return wording("CompiledTerm.true_or_false");
    }
  }

  /// A variable for an agent; its value is the agent's index.
  record Who(int variable) implements Numeric {
    @Override
    public Num number() {
      return evaluationFrame -> evaluationFrame.agents[variable];
    }

    @Override
    public String words() {
      return wording("CompiledTerm.an_agent");
    }
  }

  /// All agents, or those that satisfy a test.
  ///
  /// @param variable that stands for each agent while it is tested
  record Agents(int variable, Optional<Test> which) implements CompiledTerm {
    @Override
    public String words() {
      return wording("CompiledTerm.several_agents");
    }
  }

  /// A signal with missing indices.
  ///
  /// @param place of the signal in [Condition#signals]
  /// @param agent empty for a signal of the tick, and as long as no agent is named
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
          ? wording("CompiledTerm.a_number_for_each_agent")
          : wording("CompiledTerm.numbers", spec.sizes().get(indices.size()));
    }
  }

  /// A text in quotes.
  record Text(String value) implements CompiledTerm {
    @Override
    public String words() {
      return "a text";
    }
  }

  /// A list of numbers.
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
