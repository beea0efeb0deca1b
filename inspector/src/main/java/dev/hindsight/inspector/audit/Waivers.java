package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.env.Promise;
import dev.hindsight.trainer.env.Waiver;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;

/// The promises that a recording's configuration declares not to keep, according to its environment
/// type.
final class Waivers {
  private Waivers() {}

  /// All of them; empty if the environment is unknown.
  static List<Waiver> of(Rollout rollout) {
    Manifest.EnvironmentInfo world = rollout.manifest().environment();
    return BuiltInEnvironments.of(rollout)
        .map(type -> type.waivers(world.config()))
        .orElse(List.of());
  }

  /// Whether a promise is waived.
  static boolean waive(Rollout rollout, Promise promise) {
    return of(rollout).stream().anyMatch(each -> each.promise() == promise);
  }
}
