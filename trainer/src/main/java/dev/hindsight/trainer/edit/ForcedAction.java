package dev.hindsight.trainer.edit;

import dev.hindsight.trainer.env.Actions;
import java.util.List;

/// An action that an edit prescribes for one agent at one tick.
public sealed interface ForcedAction {
  /// Writes it into the actions of all agents.
  void into(Actions actions, int agent);

  /// A joint action of a discrete space.
  ///
  /// @param index from 0
  record Joint(int index) implements ForcedAction {
    @Override
    public void into(Actions actions, int agent) {
      actions.joint[agent] = index;
    }
  }

  /// The numbers of a continuous space, in `[-1, 1]`.
  record Numbers(List<Float> numbers) implements ForcedAction {
    /// Copies the list.
    public Numbers {
      numbers = List.copyOf(numbers);
    }

    @Override
    public void into(Actions actions, int agent) {
      for (int i = 0; i < numbers.size(); i++) {
        actions.continuous[agent * numbers.size() + i] = numbers.get(i);
      }
    }
  }
}
