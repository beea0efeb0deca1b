package dev.hindsight.trainer.parity;

import dev.hindsight.trainer.attention.MemoryLayout;
import dev.hindsight.trainer.attention.MemoryRules;
import java.util.List;
import java.util.Optional;

/// A network opened in both its forms, with the same weights. One owner thread at a time.
public interface TrainingAndActingForms extends AutoCloseable {
  /// The kind of its memory.
  MemoryKind remembers();

  /// S, the most ticks its memory can hold; [Integer#MAX_VALUE] if there is no limit.
  int horizon();

  /// The form used to learn: all ticks at once. With [MemoryRules#RIGHT] it uses the training code
  /// itself; with other rules, positions, episodes and limbo follow those rules.
  Outputs learned(ObservationSequence observationSequence, MemoryRules rules);

  /// The form used to learn, with memory laid out tick by tick: for mistakes that no rule
  /// describes.
  Outputs learned(ObservationSequence observationSequence, MemoryLayout layout);

  /// The form used to act: tick by tick, starting with empty memory. It ignores rules that it
  /// cannot follow (positions, masks).
  default Outputs acted(ObservationSequence observationSequence, MemoryRules rules) {
    return acted(List.of(observationSequence), rules).getFirst();
  }

  /// The form used to act, for several agents that act together as those of one world do: all start
  /// at the first tick of their sequences with empty memory. Sequences may differ in length.
  ///
  /// The same number of agents in the same places gives the same bits; another number may round
  /// differently.
  ///
  /// @param agents not empty
  /// @return the outputs of each
  default List<Outputs> acted(List<ObservationSequence> agents, MemoryRules rules) {
    return acted(agents, rules, ActedPrefix.NONE);
  }

  /// The same, continued after ticks at which these agents observe what others have observed.
  ///
  /// @param prefix of this network, for as many agents under the same rules
  List<Outputs> acted(List<ObservationSequence> agents, MemoryRules rules, ActedPrefix prefix);

  /// The first ticks of [#acted(List, MemoryRules)].
  ///
  /// @param ticks how many
  ActedPrefix actedPrefix(List<ObservationSequence> agents, MemoryRules rules, int ticks);

  /// How strongly a loss over the ticks outside limbo depends on each tick's observation: the
  /// largest absolute element of the gradient at the encoding of each tick, `[n]`. Empty while a
  /// training run in this process learns, because only one thread may collect gradients.
  Optional<float[]> gradient(ObservationSequence observationSequence);

  @Override
  void close();
}
