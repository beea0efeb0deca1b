package dev.hindsight.inspector.bench;

import dev.hindsight.inspector.bench.PlantingContext.Place;
import java.util.List;
import java.util.Optional;

/// Defects in worlds that are randomised, which explains much but not these; and in the parts of
/// rewards.
final class RandomisedDefects {
  private RandomisedDefects() {}

  static List<Defect> all() {
    return List.of(
        Defect.of(
            "a trial draws what is randomised again",
            "gusty noisy slippery",
            s -> {
              Optional<Place> at =
                  s.somewhere((t, _) -> s.trialBegins(t) && s.at("trial", t, 0) > 0);
              if (at.isEmpty()) {
                return Optional.empty();
              }
              int tick = at.get().tick();
              for (int t = tick; t < s.ticks() && (t == tick || !s.trialBegins(t)); t++) {
                s.put("bucket", t, 0, (s.at("bucket", t, 0) + 1) % 4);
              }
              return Optional.of(
                  ExpectedFinding.at(s.written(), tick, ExpectedFinding.ANY, "bucket|randomised"));
            }),
        Defect.of(
            "an aircraft jumps in the wind",
            "gusty",
            s -> {
              Optional<Place> at =
                  s.somewhere((t, a) ->
                      t > 2
                          && t + 1 < s.ticks()
                          && s.at("trial_tick", t, 0) > 2
                          && !s.limbo(t, a)
                          && !s.trialEnds(t));
              if (at.isEmpty()) {
                return Optional.empty();
              }
              s.add("pose", at.get().tick(), 3 * at.get().agent(), 900);
              return Optional.of(
                  ExpectedFinding.at(
                      s.written(), at.get().tick(), at.get().agent(), "velocity|moved|jump"));
            }),
        Defect.of(
            "a part of the reward that is not paid",
            "gusty noisy randomsky",
            s -> {
              Optional<Place> at = s.somewhere((t, a) -> t > 0 && !s.limbo(t, a));
              if (at.isEmpty()) {
                return Optional.empty();
              }
              s.add("reward", at.get().tick(), at.get().agent(), -0.02);
              return Optional.of(
                  ExpectedFinding.at(
                      s.written(), at.get().tick(), at.get().agent(), "parts|worth"));
            }));
  }
}
