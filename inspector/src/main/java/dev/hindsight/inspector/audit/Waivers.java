package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.env.Promise;
import dev.hindsight.trainer.env.Waiver;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;

/// What a recording's configuration declares not to keep, as its environment type says.
final class Waivers {
  private Waivers() {}

  /// All of them; none for an environment that is not known here.
  static List<Waiver> of(Rollout rollout) {
    Manifest.EnvironmentInfo world = rollout.manifest().environment();
    return BuiltInEnvironments.all().stream()
        .filter(type -> type.id().equals(world.id()))
        .flatMap(type -> type.waivers(world.config()).stream())
        .toList();
  }

  /// Whether one of them is about a promise.
  static boolean waive(Rollout rollout, Promise promise) {
    return of(rollout).stream().anyMatch(each -> each.promise() == promise);
  }
}
