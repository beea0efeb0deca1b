package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.Spelling;
import dev.hindsight.trainer.condition.Frame.Num;
import dev.hindsight.trainer.env.ObservationLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// What brackets mean: first whose, then which of several numbers. What is out of range is refused
/// where it is written down, and NaN where it is computed.
final class Indexing {
  private static final String OBSERVATION = "observation";

  private final Vocabulary vocabulary;

  Indexing(Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
  }

  /// A signal with one more index.
  ///
  /// @param written the index as it is written
  /// @param index the same, checked
  /// @param target what is indexed, as it is written
  Term index(Term.Partial partial, Expr written, Term index, Expr target) {
    if (partial.wantsAgent()) {
      Num agent = agent(written, index, target);
      return settled(
          new Term.Partial(partial.spec(), partial.place(), Optional.of(agent), List.of()));
    }
    List<Num> indices = new ArrayList<>(partial.indices());
    indices.add(component(partial, written, index, target));
    return settled(new Term.Partial(partial.spec(), partial.place(), partial.agent(), indices));
  }

  private Num agent(Expr written, Term index, Expr target) {
    if (index instanceof Term.Who who) {
      return who.number();
    }
    if (!(index instanceof Term.Whole whole)) {
      throw new Fault.Found(
          target.words() + " wants an agent, and " + written.words() + " is " + index.words(),
          written.column(),
          "write " + target.words() + "[a], or the agent's number");
    }
    within(written, vocabulary.agents(), "agents", target);
    return whole.number();
  }

  private Num component(Term.Partial partial, Expr written, Term index, Expr target) {
    int size = partial.spec().sizes().get(partial.indices().size());
    if (index instanceof Term.Text(String name) && partial.spec().name().equals(OBSERVATION)) {
      int dimension = dimension(name, written);
      return _ -> dimension;
    }
    if (!(index instanceof Term.Whole whole)) {
      throw new Fault.Found(
          "the number of a part is wanted, and " + written.words() + " is " + index.words(),
          written.column(),
          "write " + target.words() + "[0] to [" + (size - 1) + "]");
    }
    within(written, size, "numbers", target);
    return whole.number();
  }

  private static void within(Expr written, int size, String what, Expr target) {
    if (written instanceof Expr.Whole whole && (whole.value() < 0 || whole.value() >= size)) {
      throw new Fault.Found(
          target.words() + " has " + size + " " + what + ", none is number " + whole.value(),
          written.column(),
          size == 0 ? "ask something else" : "count from 0 to " + (size - 1));
    }
  }

  private int dimension(String name, Expr written) {
    ObservationLayout layout = vocabulary.observation();
    List<String> names = IntStream.range(0, layout.size()).mapToObj(layout::nameOf).toList();
    int found = names.indexOf(name);
    if (found < 0) {
      throw new Fault.Found(
          "no number of the observation is called \"" + name + "\"",
          written.column(),
          "did you mean " + Spelling.near(name, names) + "?");
    }
    return found;
  }

  /// The value itself, as soon as no index is missing.
  Term settled(Term.Partial partial) {
    SignalSpec spec = partial.spec();
    if (partial.wantsAgent() || partial.indices().size() < spec.sizes().size()) {
      return partial;
    }
    Num value = value(partial);
    return switch (spec.kind()) {
      case FLAG -> new Term.Truth(frame -> value.of(frame) > 0);
      case WHOLE -> new Term.Whole(value);
      case REAL -> new Term.Real(value);
    };
  }

  private Num value(Term.Partial partial) {
    int place = partial.place();
    Num index = flat(partial);
    if (partial.agent().isEmpty()) {
      return frame -> read(frame, place, 0, index.of(frame));
    }
    Num agent = partial.agent().get();
    int agents = vocabulary.agents();
    return frame -> {
      double who = agent.of(frame);
      return who >= 0 && who < agents ? read(frame, place, (int) who, index.of(frame)) : Double.NaN;
    };
  }

  private static double read(Frame frame, int place, int agent, double index) {
    return index >= 0 ? frame.signals[place].at(frame.tick, agent, (int) index) : Double.NaN;
  }

  /// The place in C order; NaN where an index is out of range.
  private static Num flat(Term.Partial partial) {
    Num flat = _ -> 0;
    for (int axis = 0; axis < partial.indices().size(); axis++) {
      Num before = flat;
      Num index = partial.indices().get(axis);
      int size = partial.spec().sizes().get(axis);
      flat =
          axis == 0
              ? frame -> checked(index.of(frame), size)
              : frame -> before.of(frame) * size + checked(index.of(frame), size);
    }
    return flat;
  }

  private static double checked(double index, int size) {
    return index >= 0 && index < size ? index : Double.NaN;
  }
}
