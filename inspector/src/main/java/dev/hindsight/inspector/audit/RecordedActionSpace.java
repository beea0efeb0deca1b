package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The actions that a recording's columns can mean.
final class RecordedActionSpace {
  private RecordedActionSpace() {}

  /// The declared space if the column of actions has its shape, or else as many choices as there
  /// are logits; empty if neither tells.
  static Optional<ActionSpace> of(Rollout rollout) {
    int agents = Math.max(1, rollout.manifest().agents());
    Optional<Channel> action = rollout.channel("action");
    boolean whole = action.filter(c -> whole(c) && c.rowLength() == agents).isPresent();
    return ActionManifest.read(rollout.manifest())
        .filter(space ->
            switch (space) {
              case ActionSpace.Discrete _ -> whole;
              case ActionSpace.Continuous numbers ->
                  action.filter(c -> c.rowLength() == agents * numbers.names().size()).isPresent();
            })
        .or(() ->
            rollout
                .channel("logits")
                .filter(c -> whole && c.spec().perAgent() && c.rowLength() > agents)
                .filter(c -> c.rowLength() % agents == 0)
                .map(c -> levels(c.rowLength() / agents)));
  }

  private static ActionSpace levels(int count) {
    List<Float> levels = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      levels.add((float) i);
    }
    return new ActionSpace.Discrete(
        List.of(new ActionSpace.Factor("action", "", levels, List.of())));
  }

  private static boolean whole(Channel channel) {
    return switch (channel.spec().type()) {
      case I1, U1, BOOL, I2, I4, I8 -> true;
      case F2, F4, F8 -> false;
    };
  }
}
