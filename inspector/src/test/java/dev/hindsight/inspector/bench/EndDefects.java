package dev.hindsight.inspector.bench;

import static dev.hindsight.inspector.bench.Planting.alone;
import static dev.hindsight.inspector.bench.Planting.everybody;
import static dev.hindsight.inspector.bench.Planting.first;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.inspector.bench.PlantingContext.Place;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Defects in the ends of trials and episodes.
final class EndDefects {
  private EndDefects() {}

  static List<Defect> all() {
    return List.of(
        Defect.of(
            "a trial's end without its flag",
            "scripted room randomsky",
            s -> {
              Optional<Place> at = s.somewhere((t, _) -> s.trialEnds(t) && !s.episodeEnds(t));
              return at.isEmpty()
                  ? Optional.empty()
                  : everybody(s, "trial_ended", at.get().tick(), 0, "trial");
            }),
        Defect.of(
            "one agent's trial goes on",
            "scripted crash randomsky",
            s ->
                alone(s, "trial_ended", (t, _) -> s.trialEnds(t), 0, "trial|all at once|together")),
        Defect.of(
            "a trial's end that is no truncation",
            "scripted roomlimbo randomsky",
            s ->
                alone(
                    s,
                    "truncation",
                    (t, a) -> s.trialEnds(t) && s.at("truncation", t, a) != 0 && !s.episodeEnds(t),
                    0,
                    "truncation")),
        Defect.of(
            "terminals before the last trial",
            "scripted room randomsky",
            s -> {
              Optional<Place> at = s.somewhere((t, _) -> s.trialEnds(t) && !s.episodeEnds(t));
              return at.isEmpty()
                  ? Optional.empty()
                  : everybody(s, "terminal", at.get().tick(), 1, "terminal");
            }),
        Defect.of(
            "terminals that are never set",
            "scripted room single skyend respawn",
            s -> {
              Optional<Place> first = first(s, (t, _) -> s.episodeEnds(t));
              if (first.isEmpty()) {
                return Optional.empty();
              }
              s.file().change("terminal", (_, _, _) -> 0);
              return Optional.of(
                  ExpectedFinding.between(
                      s.written(),
                      first.get().tick(),
                      first.get().tick() + 1,
                      ExpectedFinding.ANY,
                      "terminal|episode"));
            }),
        Defect.of(
            "one agent whose episode does not end",
            "single scripted skyend",
            s ->
                alone(
                    s,
                    "terminal",
                    (t, a) -> s.episodeEnds(t) && !s.limbo(t, a),
                    0,
                    "terminal|all|episode")),
        Defect.of(
            "a terminal in the middle of a trial",
            "scripted room respawn single",
            s ->
                alone(
                    s,
                    "terminal",
                    (t, a) ->
                        !s.trialEnds(t)
                            && !s.limbo(t, a)
                            && s.at("terminal", t, a) == 0
                            && s.event(t, a) == 0
                            && t > 2
                            && t < s.ticks() - 2,
                    1,
                    "terminal")),
        Defect.of(
            "the trial counter stays",
            "scripted room randomsky",
            s -> {
              Optional<Place> at = first(s, (t, _) -> s.trialBegins(t) && s.at("trial", t, 0) > 0);
              if (at.isEmpty()) {
                return Optional.empty();
              }
              s.file().change("trial", (_, _, _) -> 0);
              return Optional.of(
                  ExpectedFinding.between(
                      s.written(),
                      at.get().tick() - 1,
                      at.get().tick(),
                      ExpectedFinding.ANY,
                      "trial"));
            }),
        Defect.of(
            "the trial's clock stands",
            "scripted room randomsky",
            s -> {
              Optional<Place> at =
                  s.somewhere((t, _) ->
                      t > 3
                          && t < s.ticks() - 3
                          && s.at("trial_tick", t, 0) > 1
                          && !s.trialEnds(t)
                          && !s.trialBegins(t));
              if (at.isEmpty()) {
                return Optional.empty();
              }
              s.add("trial_tick", at.get().tick(), 0, -1);
              return Optional.of(
                  ExpectedFinding.at(
                      s.written(), at.get().tick(), ExpectedFinding.ANY, "clock|trial_tick|tick"));
            }),
        Defect.of(
            "a trial that should have ended",
            "crash weights roomlimbo drivelstm",
            s -> tooLong(s)));
  }

  private static Optional<ExpectedFinding> tooLong(PlantingContext s) throws IOException {
    int length = s.manifest().path("trials").path("timeoutTicks").asInt();
    int declared = length - 4;
    Optional<Place> over = first(s, (t, _) -> s.at("trial_tick", t, 0) >= declared);
    if (over.isEmpty()) {
      return Optional.empty();
    }
    s.file()
        .json(
            "manifest.json",
            root -> {
              ((ObjectNode) root.path("trials")).put("timeoutTicks", declared);
              var config = (ObjectNode) root.path("environment").path("config");
              for (String name : List.of("scenario_length", "steps", "trial_timeout")) {
                if (config.has(name)) {
                  config.put(name, declared);
                }
              }
            });
    return Optional.of(
        ExpectedFinding.between(
            s.written(),
            over.get().tick() - 1,
            over.get().tick(),
            ExpectedFinding.ANY,
            "limit|time|longer|should have ended|trial"));
  }
}
