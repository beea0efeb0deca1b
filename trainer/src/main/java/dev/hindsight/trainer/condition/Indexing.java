package dev.hindsight.trainer.condition;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NameSuggestions;
import dev.hindsight.trainer.condition.EvaluationFrame.Num;
import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The meaning of brackets: first the agent, then which of several numbers. A constant index out of
/// range is rejected; a computed one gives NaN.
final class Indexing {
  private static final String OBSERVATION = "observation";

  private final Vocabulary vocabulary;

  Indexing(Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
  }

  /// A signal with one more index.
  ///
  /// @param written the index as written
  /// @param index the same, checked
  /// @param target what is indexed, as written
  CompiledTerm index(CompiledTerm.Partial partial, Expr written, CompiledTerm index, Expr target) {
    if (partial.wantsAgent()) {
      Num agent = agent(written, index, target);
      return settled(
          new CompiledTerm.Partial(partial.spec(), partial.place(), Optional.of(agent), List.of()));
    }
    List<Num> indices = new ArrayList<>(partial.indices());
    indices.add(component(partial, written, index, target));
    return settled(
        new CompiledTerm.Partial(partial.spec(), partial.place(), partial.agent(), indices));
  }

  private Num agent(Expr written, CompiledTerm index, Expr target) {
    if (index instanceof CompiledTerm.Who who) {
      return who.number();
    }
    if (!(index instanceof CompiledTerm.Whole whole)) {
      throw new ConditionError.ConditionException(
          wording("Indexing.needs_an_agent_and_is", target.words(), written.words(), index.words()),
          written.column(),
          wording("Indexing.write_a_or_the_agents_number", target.words()));
    }
    within(written, vocabulary.agents(), wording("Indexing.agents", vocabulary.agents()), target);
    return whole.number();
  }

  private Num component(
      CompiledTerm.Partial partial, Expr written, CompiledTerm index, Expr target) {
    int size = partial.spec().sizes().get(partial.indices().size());
    if (index instanceof CompiledTerm.Text(String name)
        && partial.spec().name().equals(OBSERVATION)) {
      int dimension = dimension(name, written);
      return _ -> dimension;
    }
    if (!(index instanceof CompiledTerm.Whole whole)) {
      throw new ConditionError.ConditionException(
          wording("Indexing.a_part_is_chosen_by_number", written.words(), index.words()),
          written.column(),
          wording("Indexing.write_0_to", target.words(), size - 1));
    }
    within(written, size, wording("Indexing.numbers", size), target);
    return whole.number();
  }

  private static void within(Expr written, int size, String what, Expr target) {
    if (written instanceof Expr.Whole whole && (whole.value() < 0 || whole.value() >= size)) {
      throw new ConditionError.ConditionException(
          wording("Indexing.has_none_is_number", target.words(), what, whole.value()),
          written.column(),
          size == 0
              ? wording("Indexing.use_another_signal")
              : wording("Indexing.count_from_0_to", size - 1));
    }
  }

  private int dimension(String name, Expr written) {
    ObservationLayout layout = vocabulary.observation();
    List<String> names = IntStream.range(0, layout.size()).mapToObj(layout::nameOf).toList();
    int found = names.indexOf(name);
    if (found < 0) {
      throw new ConditionError.ConditionException(
          wording("Indexing.no_number_of_the_observation_is", name),
          written.column(),
          wording("Indexing.did_you_mean", NameSuggestions.closest(name, names)));
    }
    return found;
  }

  /// The value itself, once no index is missing.
  CompiledTerm settled(CompiledTerm.Partial partial) {
    SignalSpec spec = partial.spec();
    if (partial.wantsAgent() || partial.indices().size() < spec.sizes().size()) {
      return partial;
    }
    Num value = value(partial);
    return switch (spec.kind()) {
      case FLAG -> new CompiledTerm.Truth(evaluationFrame -> value.of(evaluationFrame) > 0);
      case WHOLE -> new CompiledTerm.Whole(value);
      case REAL -> new CompiledTerm.Real(value);
    };
  }

  private Num value(CompiledTerm.Partial partial) {
    int place = partial.place();
    Num index = flat(partial);
    if (partial.agent().isEmpty()) {
      return evaluationFrame -> read(evaluationFrame, place, 0, index.of(evaluationFrame));
    }
    Num agent = partial.agent().get();
    int agents = vocabulary.agents();
    return evaluationFrame -> {
      double who = agent.of(evaluationFrame);
      return who >= 0 && who < agents
          ? read(evaluationFrame, place, (int) who, index.of(evaluationFrame))
          : Double.NaN;
    };
  }

  private static double read(EvaluationFrame evaluationFrame, int place, int agent, double index) {
    return index >= 0
        ? evaluationFrame.signals[place].at(evaluationFrame.tick, agent, (int) index)
        : Double.NaN;
  }

  /// The place in C order; NaN if an index is out of range.
  private static Num flat(CompiledTerm.Partial partial) {
    Num flat = _ -> 0;
    for (int axis = 0; axis < partial.indices().size(); axis++) {
      Num before = flat;
      Num index = partial.indices().get(axis);
      int size = partial.spec().sizes().get(axis);
      flat =
          axis == 0
              ? evaluationFrame -> checked(index.of(evaluationFrame), size)
              : evaluationFrame ->
                  before.of(evaluationFrame) * size + checked(index.of(evaluationFrame), size);
    }
    return flat;
  }

  private static double checked(double index, int size) {
    return index >= 0 && index < size ? index : Double.NaN;
  }
}
