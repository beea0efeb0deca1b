package dev.hindsight.inspector.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.inspector.bench.PlantingContext.Place;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Defects in observations, and in the beginnings of trials.
final class SightDefects {
  private SightDefects() {}

  static List<Defect> all() {
    return List.of(
        Defect.of(
            "the observation shows the trial before",
            "room roomlimbo randomroom roomlstm",
            s -> {
              int one = s.feature("trial", "1");
              Optional<Place> at =
                  s.somewhere(
                      (t, a) -> s.trialBegins(t) && s.at("trial", t, 0) > 0 && !s.limbo(t, a));
              if (at.isEmpty()) {
                return Optional.empty();
              }
              int tick = at.get().tick();
              int trial = (int) s.at("trial", tick, 0);
              for (int t = tick; t < s.ticks() && (t == tick || !s.trialBegins(t)); t++) {
                if (!s.limbo(t, 0)) {
                  s.show(t, 0, one + trial, 0);
                  s.show(t, 0, one + trial - 1, 1);
                }
              }
              return Optional.of(ExpectedFinding.at(s.written(), tick, 0, "trial"));
            }),
        Defect.of(
            "two agents' observations are swapped",
            "scripted crash randomsky respawn near sky",
            s -> swapped(s)),
        Defect.of(
            "two agents' observations are swapped at one tick",
            "scripted randomsky crash",
            s -> {
              Optional<Place> at =
                  s.somewhere((t, a) -> a > 0 && t > 1 && !s.limbo(t, a) && !s.limbo(t, 0));
              if (at.isEmpty()) {
                return Optional.empty();
              }
              swap(s, at.get().tick(), 0, at.get().agent());
              return Optional.of(
                  ExpectedFinding.at(
                      s.written(),
                      at.get().tick(),
                      ExpectedFinding.ANY,
                      "swap|another agent|exchanged|of agent|belong|as agent|mixed"));
            }),
        Defect.of(
            "an observation is a tick old", "scripted crash randomsky room respawn", s -> stale(s)),
        Defect.of(
            "the conditioning changes within an episode",
            "weights weights weights",
            s -> {
              int goal = s.feature("ego", "goal_weight");
              Optional<Place> at =
                  s.somewhere((t, a) ->
                      t > 2 && !s.limbo(t, a) && s.at("trial_tick", t, 0) > 2 && !s.limbo(t, a));
              if (goal < 0 || at.isEmpty()) {
                return Optional.empty();
              }
              for (int t = at.get().tick(); t < s.ticks(); t++) {
                if (!s.limbo(t, at.get().agent())) {
                  s.show(t, at.get().agent(), goal, s.seen(t, at.get().agent(), goal) + 0.3);
                }
              }
              return Optional.of(
                  ExpectedFinding.at(
                      s.written(),
                      at.get().tick(),
                      at.get().agent(),
                      "condition|weight|within (an|the) episode|changes"));
            }),
        Defect.of(
            "the declared seconds of a tick are wrong",
            "scripted crash respawn randomsky near",
            s -> {
              double before = s.manifest().path("tickSeconds").asDouble();
              s.file()
                  .json(
                      "manifest.json",
                      root -> {
                        root.put("tickSeconds", 2 * before);
                        var config = (ObjectNode) root.path("environment").path("config");
                        String name =
                            s.take().environment().equals("drive") ? "dt" : "decision_seconds";
                        config.put(name, 2 * before);
                      });
              return Optional.of(
                  ExpectedFinding.between(
                      s.written(), 0, 6, ExpectedFinding.ANY, "dt|second|motion|moved|distance"));
            }),
        Defect.of(
            "a trial begins elsewhere than the first",
            "scripted room randomsky gusty noisy slippery",
            s -> {
              Optional<Place> at =
                  s.somewhere(
                      (t, a) -> s.trialBegins(t) && s.at("trial", t, 0) > 0 && !s.limbo(t, a));
              if (at.isEmpty()) {
                return Optional.empty();
              }
              s.add("pose", at.get().tick(), 3 * at.get().agent(), 2);
              return Optional.of(
                  ExpectedFinding.at(
                      s.written(),
                      at.get().tick(),
                      at.get().agent(),
                      "begin|start|trial 1|first trial|trial"));
            }),
        Defect.of(
            "another goal in a later trial",
            "scripted room near",
            s -> {
              Optional<Place> at =
                  s.somewhere(
                      (t, a) -> s.trialBegins(t) && s.at("trial", t, 0) > 0 && !s.limbo(t, a));
              if (at.isEmpty()) {
                return Optional.empty();
              }
              for (int t = at.get().tick();
                  t < s.ticks() && (t == at.get().tick() || !s.trialBegins(t));
                  t++) {
                s.add("goal", t, 2 * at.get().agent(), 1);
              }
              return Optional.of(
                  ExpectedFinding.at(
                      s.written(), at.get().tick(), at.get().agent(), "goal|begin|trial 1"));
            }));
  }

  private static Optional<ExpectedFinding> swapped(PlantingContext s) throws IOException {
    Optional<Place> at = s.somewhere((t, a) -> a > 0 && t > 1 && !s.limbo(t, a) && !s.limbo(t, 0));
    if (at.isEmpty()) {
      return Optional.empty();
    }
    for (int t = at.get().tick(); t < s.ticks(); t++) {
      swap(s, t, 0, at.get().agent());
    }
    return Optional.of(
        ExpectedFinding.at(
            s.written(),
            at.get().tick(),
            ExpectedFinding.ANY,
            "swap|another agent|exchanged|of agent|belong|as agent|mixed"));
  }

  private static void swap(PlantingContext s, int tick, int one, int other) {
    for (int i = 0; i < s.seen(); i++) {
      double kept = s.seen(tick, one, i);
      s.show(tick, one, i, s.seen(tick, other, i));
      s.show(tick, other, i, kept);
    }
  }

  private static Optional<ExpectedFinding> stale(PlantingContext s) throws IOException {
    Optional<Place> at =
        s.somewhere(
            (t, a) -> t > 3 && s.at("trial_tick", t, 0) > 2 && !s.limbo(t, a) && differs(s, t, a));
    if (at.isEmpty()) {
      return Optional.empty();
    }
    int agent = at.get().agent();
    for (int t = s.ticks() - 1; t >= at.get().tick(); t--) {
      for (int i = 0; i < s.seen() && !s.limbo(t, agent) && !s.limbo(t - 1, agent); i++) {
        s.show(t, agent, i, s.seen(t - 1, agent, i));
      }
    }
    return Optional.of(
        ExpectedFinding.between(
            s.written(),
            at.get().tick(),
            at.get().tick() + 1,
            agent,
            "old|stale|late|tick before|previous|earlier"));
  }

  private static boolean differs(PlantingContext s, int t, int agent) {
    double most = 0;
    for (int i = 0; i < s.seen(); i++) {
      most = Math.max(most, Math.abs(s.seen(t, agent, i) - s.seen(t - 1, agent, i)));
    }
    return most > 0.01;
  }
}
