package dev.hindsight.inspector.critic;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import java.util.ArrayList;
import java.util.List;

/// One axis of a picture of values: a number of a member's continuous action, or its discrete
/// actions.
///
/// @param member place in the group
/// @param number which number of its action; 0 for discrete actions
/// @param name for people: `agent 0, x [m/s²]`
/// @param factor from the raw number, in `[-1, 1]`, to the one shown; 1 for discrete actions
/// @param labels each discrete action in words; empty for numbers
public record ActionAxis(int member, int number, String name, double factor, List<String> labels) {
  /// Places along the axis of a number: an odd count, so that 0 is one of them.
  private static final int PLACES = 33;

  /// Copies the list.
  public ActionAxis {
    labels = List.copyOf(labels);
  }

  /// All axes of a group, member by member.
  ///
  /// @param members the agents of the group
  public static List<ActionAxis> of(Rollout rollout, ActionSpace space, List<Integer> members) {
    List<ActionAxis> all = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      String who = BodyNames.titled(rollout, members.get(m));
      switch (space) {
        case ActionSpace.Discrete discrete -> {
          all.add(new ActionAxis(m, 0, who, 1, discrete.descriptions()));
        }
        case ActionSpace.Continuous continuous -> {
          for (int i = 0; i < continuous.names().size(); i++) {
            boolean known = continuous.quantities().size() == continuous.names().size();
            Quantity quantity = known ? continuous.quantities().get(i) : Quantity.PLAIN;
            String name = wording("ActionAxis.of_agent", who, continuous.names().get(i));
            all.add(
                new ActionAxis(
                    m,
                    i,
                    quantity.unit().isEmpty() ? name : name + " [" + quantity.unit() + "]",
                    quantity.factor(),
                    List.of()));
          }
        }
      }
    }
    return all;
  }

  /// Whether it is a number's.
  public boolean continuous() {
    return labels.isEmpty();
  }

  /// How many places it has.
  public int places() {
    return continuous() ? PLACES : labels.size();
  }

  /// The raw number at a place.
  float raw(int place) {
    return 2f * place / (PLACES - 1) - 1;
  }

  /// The place of a raw number, between whole places too.
  double placeOf(double raw) {
    return (raw + 1) / 2 * (PLACES - 1);
  }

  /// A place in words.
  public String words(int place) {
    return continuous() ? NumberWords.significant(factor * raw(place), 3) : labels.get(place);
  }
}
