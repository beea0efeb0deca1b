package dev.hindsight.app.branch;

import dev.hindsight.trainer.action.ActionAxes;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.ActionSpace.Factor;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.observation.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/// Maps keys to actions: each pair of keys moves one part of the action, and pressed pairs combine.
/// Keys go two thirds of the way from neutral (2 of 3 steps of acceleration, 4 of 6 of steering),
/// or all the way if there are hardly any steps. A single factor is a heading, and keys give the
/// compass direction.
///
/// @param space the action space
/// @param axes which parts the keys move
record SteeringKeys(ActionSpace space, ActionAxes axes) {
  /// With this few levels, keys go all the way.
  private static final int FEW = 4;

  private static final double SHARE = 2.0 / 3;

  /// What each key does, in the order W, S, A, D, E, Q; only keys that do something.
  Map<SteeringDirection, String> words() {
    Map<SteeringDirection, String> words = new LinkedHashMap<>();
    for (SteeringDirection direction : SteeringDirection.values()) {
      OptionalInt part =
          switch (direction) {
            case FORWARD, BACK -> heading() ? axes.sideways() : axes.forward();
            case LEFT, RIGHT -> axes.sideways();
            case UP, DOWN -> axes.third();
          };
      part.ifPresent(at -> words.put(direction, describe(at, of(Set.of(direction)))));
    }
    return words;
  }

  private String describe(int part, ForcedAction action) {
    return switch (space) {
      case ActionSpace.Discrete discrete ->
          action instanceof ForcedAction.Joint(int index)
              ? discrete.factors().get(part).describe(discrete.level(index, part))
              : "";
      case ActionSpace.Continuous continuous -> {
        Quantity quantity =
            continuous.quantities().size() > part
                ? continuous.quantities().get(part)
                : Quantity.PLAIN;
        yield action instanceof ForcedAction.Numbers(List<Float> numbers)
            ? continuous.names().get(part) + " " + quantity.describe(numbers.get(part))
            : "";
      }
    };
  }

  /// The action for the pressed keys; none of them is neutral.
  ForcedAction of(Set<SteeringDirection> keys) {
    return switch (space) {
      case ActionSpace.Discrete discrete -> new ForcedAction.Joint(joint(discrete, keys));
      case ActionSpace.Continuous continuous -> {
        List<Float> numbers = new ArrayList<>();
        for (int part = 0; part < continuous.names().size(); part++) {
          numbers.add((float) (SHARE * way(part, keys)));
        }
        yield new ForcedAction.Numbers(numbers);
      }
    };
  }

  /// Whether pressing none of them is an action of its own; a heading has no neutral level.
  boolean hasNeutral() {
    return !heading();
  }

  private boolean heading() {
    return space instanceof ActionSpace.Discrete discrete && discrete.factors().size() == 1;
  }

  private int joint(ActionSpace.Discrete discrete, Set<SteeringDirection> keys) {
    List<Factor> factors = discrete.factors();
    if (heading()) {
      return heading(factors.getFirst(), keys);
    }
    int action = 0;
    for (int part = 0; part < factors.size(); part++) {
      Factor factor = factors.get(part);
      action = action * factor.levels().size() + level(factor, way(part, keys));
    }
    return action;
  }

  /// The direction in which keys move a part: 1, 0 or -1.
  private int way(int part, Set<SteeringDirection> keys) {
    if (is(axes.sideways(), part)) {
      return (axes.leftIsPositive() ? 1 : -1)
          * between(keys, SteeringDirection.LEFT, SteeringDirection.RIGHT);
    }
    return is(axes.forward(), part)
        ? between(keys, SteeringDirection.FORWARD, SteeringDirection.BACK)
        : is(axes.third(), part) ? between(keys, SteeringDirection.UP, SteeringDirection.DOWN) : 0;
  }

  private static boolean is(OptionalInt axis, int part) {
    return axis.isPresent() && axis.getAsInt() == part;
  }

  private static int between(
      Set<SteeringDirection> keys, SteeringDirection more, SteeringDirection less) {
    return (keys.contains(more) ? 1 : 0) - (keys.contains(less) ? 1 : 0);
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
    int along = between(keys, SteeringDirection.FORWARD, SteeringDirection.BACK);
    int across = between(keys, SteeringDirection.LEFT, SteeringDirection.RIGHT);
    if (along == 0 && across == 0) {
      return factor.neutral();
    }
    double wanted = Math.toDegrees(Math.atan2(along, -across));
    return IntStream.range(0, factor.levels().size())
        .boxed()
        .min(Comparator.comparingDouble(level -> apart(factor.levels().get(level), wanted)))
        .orElse(0);
  }

  private static double apart(double one, double other) {
    double turn = Math.abs(one - other) % 360;
    return Math.min(turn, 360 - turn);
  }
}
