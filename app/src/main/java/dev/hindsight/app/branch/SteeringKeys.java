package dev.hindsight.app.branch;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.ActionSpace.Factor;
import dev.hindsight.trainer.edit.ForcedAction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// Maps keys to actions. The factor whose levels are named left and right is for steering, or the
/// second one if none is; the first of the others is for speed. Keys go two thirds of the way from
/// neutral (2 of 3 steps of acceleration, 4 of 6 of steering), or all the way if there are hardly
/// any steps. A single factor is a heading, and keys give the compass direction.
///
/// @param space the action space
record SteeringKeys(ActionSpace space) {
  /// With this few levels, keys go all the way.
  private static final int FEW = 4;

  private static final double SHARE = 2.0 / 3;

  /// The action for the pressed keys; none of them is neutral.
  ForcedAction of(Set<SteeringDirection> keys) {
    return switch (space) {
      case ActionSpace.Discrete discrete -> new ForcedAction.Joint(joint(discrete, keys));
      case ActionSpace.Continuous continuous -> {
        List<Float> numbers = new ArrayList<>();
        for (int i = 0; i < continuous.names().size(); i++) {
          numbers.add((float) (SHARE * (i == 0 ? along(keys) : i == 1 ? across(keys) : 0)));
        }
        yield new ForcedAction.Numbers(numbers);
      }
    };
  }

  private static int joint(ActionSpace.Discrete discrete, Set<SteeringDirection> keys) {
    List<Factor> factors = discrete.factors();
    if (factors.size() == 1) {
      return heading(factors.getFirst(), keys);
    }
    int named =
        IntStream.range(0, factors.size())
            .filter(f -> factors.get(f).leftward() != 0)
            .findFirst()
            .orElse(-1);
    int sideways = named < 0 ? 1 : named;
    int side = named < 0 ? 1 : factors.get(named).leftward();
    int forwards = sideways == 0 ? 1 : 0;
    int action = 0;
    for (int f = 0; f < factors.size(); f++) {
      int way = f == sideways ? side * across(keys) : f == forwards ? along(keys) : 0;
      action = action * factors.get(f).levels().size() + level(factors.get(f), way);
    }
    return action;
  }

  private static int level(Factor factor, int way) {
    int neutral = factor.neutral();
    int last = factor.levels().size() - 1;
    int room = way > 0 ? last - neutral : neutral;
    int steps = factor.levels().size() <= FEW ? room : (int) Math.max(1, Math.round(SHARE * room));
    return Math.clamp(neutral + (long) way * steps, 0, last);
  }

  /// The level nearest to the direction of the keys, in degrees from east.
  private static int heading(Factor factor, Set<SteeringDirection> keys) {
    if (keys.isEmpty()) {
      return factor.neutral();
    }
    double wanted = Math.toDegrees(Math.atan2(along(keys), -across(keys)));
    return IntStream.range(0, factor.levels().size())
        .boxed()
        .min(Comparator.comparingDouble(level -> apart(factor.levels().get(level), wanted)))
        .orElse(0);
  }

  private static double apart(double one, double other) {
    double turn = Math.abs(one - other) % 360;
    return Math.min(turn, 360 - turn);
  }

  private static int along(Set<SteeringDirection> keys) {
    return (keys.contains(SteeringDirection.FORWARD) ? 1 : 0)
        - (keys.contains(SteeringDirection.BACK) ? 1 : 0);
  }

  /// Positive to the left, as angles increase.
  private static int across(Set<SteeringDirection> keys) {
    return (keys.contains(SteeringDirection.LEFT) ? 1 : 0)
        - (keys.contains(SteeringDirection.RIGHT) ? 1 : 0);
  }
}
