package dev.hindsight.app.branch;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.ActionSpace.Factor;
import dev.hindsight.trainer.edit.ForcedAction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// What the keys at the wheel come to: the factor whose words say left and right is for steering,
/// the second where none does, and the first of the others for speed, two thirds of the way from
/// neutral (of acceleration 2 of 3 steps, of steering 4 of 6), all of it where there are hardly any
/// steps; of one factor, a heading, the way on the compass.
///
/// @param space what an agent may do
record SteeringKeys(ActionSpace space) {
  /// With so few levels keys mean all or nothing.
  private static final int FEW = 4;

  private static final double SHARE = 2.0 / 3;

  /// The action of the keys that are down; none of them is neutral.
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

  /// The level nearest to where the keys point, in degrees from east.
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

  /// Positive to the left, as angles grow.
  private static int across(Set<SteeringDirection> keys) {
    return (keys.contains(SteeringDirection.LEFT) ? 1 : 0)
        - (keys.contains(SteeringDirection.RIGHT) ? 1 : 0);
  }
}
