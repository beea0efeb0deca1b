package dev.hindsight.inspector.bench;

import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.inspector.bench.PlantingContext.Place;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Defects in the summary.
final class TotalDefects {
  private TotalDefects() {}

  static List<Defect> all() {
    return List.of(
        Defect.of(
            "a score of a trial is wrong",
            "scripted room randomsky single",
            s -> {
              Optional<Place> at = s.somewhere((t, a) -> !Double.isNaN(s.at("trial_score", t, a)));
              if (at.isEmpty()) {
                return Optional.empty();
              }
              s.put(
                  "trial_score",
                  at.get().tick(),
                  at.get().agent(),
                  1 - s.at("trial_score", at.get().tick(), at.get().agent()));
              return Optional.of(
                  ExpectedFinding.at(s.written(), at.get().tick(), at.get().agent(), "score"));
            }),
        Defect.of(
            "wrong agent steps",
            "scripted room sky",
            s -> total(s, "agent_steps", 3, "agent.steps")),
        Defect.of(
            "wrong goals in the totals",
            "scripted room crash randomsky",
            s -> total(s, "goals", 1, "goal")),
        Defect.of(
            "wrong collisions in the totals",
            "crash scripted respawn",
            s -> total(s, "collisions", 1, "collision")),
        Defect.of(
            "wrong losses in the totals",
            "sky randomsky skyend",
            s -> total(s, "losses", 2, "loss")),
        Defect.of(
            "wrong losses in the totals, and their rate",
            "sky randomsky skyend",
            s -> {
              s.file()
                  .json(
                      "summary.json",
                      root -> {
                        var totals = (ObjectNode) root.path("totals");
                        double losses = totals.path("losses").asDouble() + 2;
                        totals.put("losses", losses);
                        totals.put(
                            "losses_per_flight_hour",
                            losses / totals.path("flight_hours").asDouble());
                      });
              return Optional.of(ExpectedFinding.anywhere(s.written(), "losses"));
            }),
        Defect.of(
            "wrong score of a trial in the summary",
            "scripted room randomsky crash",
            s -> {
              s.file()
                  .json(
                      "summary.json",
                      root -> {
                        var scores = root.withArray("trialScores");
                        scores.set(
                            0,
                            scores.get(0).asDouble() > 0.5
                                ? DoubleNode.valueOf(scores.get(0).asDouble() - 0.25)
                                : DoubleNode.valueOf(scores.get(0).asDouble() + 0.25));
                      });
              return Optional.of(ExpectedFinding.anywhere(s.written(), "score of trial 1|trial 1"));
            }),
        Defect.of(
            "trials beyond the eighth are dropped",
            "twelve",
            s -> {
              s.file()
                  .json(
                      "summary.json",
                      root -> {
                        var scores = root.withArray("trialScores");
                        while (scores.size() > 8) {
                          scores.remove(8);
                        }
                      });
              return Optional.of(ExpectedFinding.anywhere(s.written(), "trial 9|8 "));
            }),
        Defect.of(
            "goals of co-players in the ego's totals", "egos", s -> total(s, "goals", 2, "goal")));
  }

  private static Optional<ExpectedFinding> total(
      PlantingContext s, String name, double more, String cause) throws IOException {
    s.file()
        .json(
            "summary.json",
            root -> {
              var totals = (ObjectNode) root.path("totals");
              totals.put(name, totals.path(name).asDouble() + more);
            });
    return Optional.of(ExpectedFinding.anywhere(s.written(), cause));
  }
}
