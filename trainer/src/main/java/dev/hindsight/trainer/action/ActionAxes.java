package dev.hindsight.trainer.action;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// Which parts of an action a person moves with which pair of keys: the indices of factors or
/// numbers of an action space. An environment names them if its space does not tell.
///
/// @param forward faster and slower; empty if no part is
/// @param sideways left and right; empty if no part is
/// @param leftIsPositive whether larger values of `sideways` point left, like counter-clockwise
///   angles, or right, like a compass
/// @param third up and down, or whatever is left; empty if there is none
public record ActionAxes(
    OptionalInt forward, OptionalInt sideways, boolean leftIsPositive, OptionalInt third) {
  /// As the space tells. Of several factors the one whose levels are named left and right is
  /// sideways, or the second one if none is; the first of the others is forward. Of several numbers
  /// the first is forward, the second sideways and positive to the left. A single part is sideways.
  public static ActionAxes of(ActionSpace space) {
    return switch (space) {
      case ActionSpace.Discrete discrete -> of(discrete);
      case ActionSpace.Continuous continuous -> {
        int count = continuous.names().size();
        yield new ActionAxes(at(0, count > 1), at(count > 1 ? 1 : 0, true), true, at(2, count > 2));
      }
    };
  }

  private static ActionAxes of(ActionSpace.Discrete discrete) {
    List<ActionSpace.Factor> factors = discrete.factors();
    if (factors.size() == 1) {
      return new ActionAxes(OptionalInt.empty(), at(0, true), true, OptionalInt.empty());
    }
    int named =
        IntStream.range(0, factors.size())
            .filter(f -> factors.get(f).leftward() != 0)
            .findFirst()
            .orElse(-1);
    int sideways = named < 0 ? 1 : named;
    boolean left = named < 0 || factors.get(named).leftward() > 0;
    int forward = sideways == 0 ? 1 : 0;
    int third = Math.max(sideways, forward) + 1;
    return new ActionAxes(
        at(forward, true), at(sideways, true), left, at(third, third < factors.size()));
  }

  private static OptionalInt at(int part, boolean there) {
    return there ? OptionalInt.of(part) : OptionalInt.empty();
  }
}
