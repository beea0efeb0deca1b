package dev.hindsight.inspector.bench;

import static dev.hindsight.inspector.bench.Planting.alone;
import static dev.hindsight.inspector.bench.Planting.shifted;

import dev.hindsight.inspector.bench.PlantingContext.Place;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// NaN, and log-probabilities of other actions.
final class NumberDefects {
  private NumberDefects() {}

  static List<Defect> all() {
    return List.of(
        Defect.of(
            "not a number in what one agent sees",
            "scripted near randomsky room",
            s -> nan(s, "observation", s.seen())),
        Defect.of(
            "not a number in one agent's logits",
            "near room sky",
            s -> nan(s, "logits", s.file().column("logits").rowLength() / s.agents())),
        Defect.of(
            "not a number in one agent's value", "near room weights", s -> nan(s, "value", 1)),
        Defect.of(
            "not a number in one agent's pose", "scripted randomsky crash", s -> nan(s, "pose", 3)),
        Defect.of(
            "an infinite reward",
            "scripted room sky",
            s ->
                alone(
                    s,
                    "reward",
                    (t, a) -> t > 0 && !s.limbo(t, a),
                    Double.POSITIVE_INFINITY,
                    "infinite|not a number|reward")),
        Defect.of(
            "a log-probability of another action",
            "near room sky weights",
            s ->
                shifted(
                    s,
                    "log_prob",
                    (t, a) -> t > 0 && !s.limbo(t, a),
                    -0.7,
                    "ratio|log.prob|probabilit")));
  }

  private static Optional<ExpectedFinding> nan(PlantingContext s, String column, int width)
      throws IOException {
    Optional<Place> at =
        s.somewhere((t, a) -> t > 1 && !s.limbo(t, a) && (a > 0 || s.agents() == 1));
    if (at.isEmpty()) {
      return Optional.empty();
    }
    s.put(
        column, at.get().tick(), at.get().agent() * width + s.random().nextInt(width), Double.NaN);
    return Optional.of(
        ExpectedFinding.at(s.written(), at.get().tick(), at.get().agent(), "not a number|NaN"));
  }
}
