package dev.hindsight.inspector.bench;

import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.inspector.bench.Scene.Place;
import dev.hindsight.trainer.env.ActionSpace;
import dev.hindsight.trainer.env.StepBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Defects in what was recorded of the world: rewards, ends, limbo, sight, totals. Checksums and
/// digest fit, so that the numbers alone tell.
final class ColumnDefects {
  private static final String PAID = "paid|pays|pay |worth|earn";

  private ColumnDefects() {}

  static List<Defect> all() {
    return List.of(
        Defect.of(
            "an action that does not exist",
            "scripted respawn room randomsky",
            s -> {
              int count = s.shape().actions() instanceof ActionSpace.Discrete all ? all.count() : 0;
              return alone(
                  s,
                  "action",
                  (t, a) -> !s.limbo(t, a),
                  count,
                  "does not exist|no such action|impossible|out of range|0 to|0\\.\\.|outside");
            }),
        Defect.of("rewards a tick late", "scripted room randomsky respawn", s -> late(s)),
        Defect.of("rewards a tick late, a goal in the last row", "roomend", s -> late(s)),
        Defect.of(
            "a goal that is not paid",
            "scripted crash room near",
            s -> shifted(s, (t, a) -> goal(s, t, a), -goalPay(s), PAID + "|goal")),
        Defect.of(
            "a goal that is paid twice",
            "scripted crash room near",
            s -> shifted(s, (t, a) -> goal(s, t, a), goalPay(s), PAID + "|twice|double")),
        Defect.of(
            "a reward for nothing",
            "scripted crash room randomsky near roomlimbo",
            s ->
                shifted(
                    s,
                    (t, a) ->
                        s.event(t, a) == 0
                            && !s.limbo(t, a)
                            && (s.take().environment().equals("airspace")
                                || Math.abs(s.at("reward", t, a)) < 0.2),
                    1,
                    PAID + "|nothing|no event|without")),
        Defect.of(
            "a contact that costs nothing",
            "crash respawn",
            s ->
                alone(
                    s,
                    "reward",
                    (t, a) ->
                        (s.event(t, a) & (StepBuffer.COLLISION | StepBuffer.OFFROAD)) != 0
                            && !goal(s, t, a)
                            && s.at("reward", t, a) < 0,
                    0,
                    "penalt|cost|contact|collision|off road|offroad|crash")),
        Defect.of(
            "a goal without its event",
            "scripted room near",
            s ->
                alone(
                    s,
                    "event",
                    (t, a) -> s.event(t, a) == StepBuffer.GOAL,
                    0,
                    "event|goal|" + PAID + "|disappears|nothing")),
        Defect.of(
            "the event of a goal for nothing",
            "scripted room near crash",
            s ->
                alone(
                    s,
                    "event",
                    (t, a) ->
                        s.event(t, a) == 0
                            && !s.limbo(t, a)
                            && !s.trialEnds(t)
                            && s.at("reward", t, a) <= 0,
                    StepBuffer.GOAL,
                    "goal|event|" + PAID)),
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
                  Expected.between(
                      s.written(),
                      first.get().tick(),
                      first.get().tick() + 1,
                      Expected.ANY,
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
                  Expected.between(
                      s.written(), at.get().tick() - 1, at.get().tick(), Expected.ANY, "trial"));
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
                  Expected.at(s.written(), at.get().tick(), Expected.ANY, "clock|trial_tick|tick"));
            }),
        Defect.of(
            "a trial that should have ended", "crash weights roomlimbo drivelstm", s -> tooLong(s)),
        Defect.of(
            "an agent in limbo is still seen",
            "scripted crash sky randomsky near",
            s -> seenInLimbo(s)),
        Defect.of(
            "an agent in limbo has a velocity",
            "scripted crash near egos",
            s -> alongLimbo(s, "velocity", 2, 5, "veloc|mov|speed|limbo")),
        Defect.of(
            "an agent in limbo is on the map",
            "scripted randomsky roomlimbo",
            s -> alongLimbo(s, "pose", 3, 1, "map|limbo|pose|body")),
        Defect.of(
            "an agent in limbo is paid",
            "scripted roomlimbo randomsky",
            s ->
                alone(
                    s,
                    "reward",
                    (t, a) -> s.limbo(t, a) && !s.trialEnds(t),
                    1,
                    "limbo|paid|reward")),
        Defect.of(
            "something happens to an agent in limbo",
            "scripted randomsky crash",
            s -> alone(s, "event", (t, a) -> s.limbo(t, a) && !s.trialEnds(t), 2, "limbo|event")),
        Defect.of(
            "an agent in limbo comes back",
            "scripted roomlimbo randomsky",
            s ->
                alone(
                    s,
                    "removed",
                    (t, a) -> t > 1 && s.limbo(t, a) && s.limbo(t - 1, a) && !s.trialBegins(t),
                    0,
                    "limbo|reappear|back|comes")),
        Defect.of(
            "an agent disappears",
            "scripted room randomsky respawn",
            s ->
                alone(
                    s,
                    "removed",
                    (t, a) ->
                        t > 1 && !s.limbo(t, a) && !s.trialBegins(t) && s.event(t - 1, a) == 0,
                    1,
                    "disappear|limbo|without")),
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
              return Optional.of(Expected.at(s.written(), tick, 0, "trial"));
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
                  Expected.at(
                      s.written(),
                      at.get().tick(),
                      Expected.ANY,
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
                  Expected.at(
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
                  Expected.between(
                      s.written(), 0, 6, Expected.ANY, "dt|second|motion|moved|distance"));
            }),
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
                  Expected.at(s.written(), at.get().tick(), at.get().agent(), "score"));
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
              return Optional.of(Expected.anywhere(s.written(), "score of trial 1|trial 1"));
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
              return Optional.of(Expected.anywhere(s.written(), "trial 9|8 "));
            }),
        Defect.of(
            "goals of co-players in the ego's totals", "egos", s -> total(s, "goals", 2, "goal")),
        Defect.of(
            "a trial begins elsewhere than the first",
            "scripted room randomsky",
            s -> {
              Optional<Place> at =
                  s.somewhere(
                      (t, a) -> s.trialBegins(t) && s.at("trial", t, 0) > 0 && !s.limbo(t, a));
              if (at.isEmpty()) {
                return Optional.empty();
              }
              s.add("pose", at.get().tick(), 3 * at.get().agent(), 2);
              return Optional.of(
                  Expected.at(
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
                  Expected.at(
                      s.written(), at.get().tick(), at.get().agent(), "goal|begin|trial 1"));
            }),
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

  private static boolean goal(Scene s, int tick, int agent) {
    return (s.event(tick, agent) & StepBuffer.GOAL) != 0 && s.at("reward", tick, agent) > 0.2;
  }

  private static double goalPay(Scene s) {
    double pay = s.setting("reward_goal");
    return Double.isNaN(pay) ? 1 : pay;
  }

  private static Optional<Place> first(Scene s, Scene.Where where) {
    for (int tick = 0; tick < s.ticks(); tick++) {
      for (int agent = 0; agent < s.agents(); agent++) {
        if (where.at(tick, agent)) {
          return Optional.of(new Place(tick, agent));
        }
      }
    }
    return Optional.empty();
  }

  /// Another number at one place.
  private static Optional<Expected> alone(
      Scene s, String column, Scene.Where where, double value, String cause) throws IOException {
    Optional<Place> at = s.somewhere(where);
    if (at.isEmpty()) {
      return Optional.empty();
    }
    s.put(column, at.get().tick(), at.get().agent(), value);
    return Optional.of(Expected.at(s.written(), at.get().tick(), at.get().agent(), cause));
  }

  private static Optional<Expected> shifted(Scene s, Scene.Where where, double by, String cause)
      throws IOException {
    return shifted(s, "reward", where, by, cause);
  }

  private static Optional<Expected> shifted(
      Scene s, String column, Scene.Where where, double by, String cause) throws IOException {
    Optional<Place> at = s.somewhere(where);
    if (at.isEmpty()) {
      return Optional.empty();
    }
    s.add(column, at.get().tick(), at.get().agent(), by);
    return Optional.of(Expected.at(s.written(), at.get().tick(), at.get().agent(), cause));
  }

  private static Optional<Expected> everybody(
      Scene s, String column, int tick, double value, String cause) throws IOException {
    for (int agent = 0; agent < s.agents(); agent++) {
      s.put(column, tick, agent, value);
    }
    return Optional.of(Expected.between(s.written(), tick, tick + 1, Expected.ANY, cause));
  }

  private static Optional<Expected> late(Scene s) throws IOException {
    int firstTick = -1;
    for (int t = s.ticks() - 1; t >= 0; t--) {
      for (int a = 0; a < s.agents(); a++) {
        double before = s.at("reward", t, a);
        double now = t == 0 ? 0 : s.at("reward", t - 1, a);
        if (before != now) {
          firstTick = t;
        }
        s.put("reward", t, a, now);
      }
    }
    return firstTick < 0
        ? Optional.empty()
        : Optional.of(
            Expected.at(
                s.written(), firstTick, Expected.ANY, "next|late|shift|one tick|tick after|row"));
  }

  private static Optional<Expected> tooLong(Scene s) throws IOException {
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
        Expected.between(
            s.written(),
            over.get().tick() - 1,
            over.get().tick(),
            Expected.ANY,
            "limit|time|longer|should have ended|trial"));
  }

  /// The row of somebody who has just gone into limbo stays in another's sight.
  private static Optional<Expected> seenInLimbo(Scene s) throws IOException {
    boolean sky = s.take().environment().equals("airspace");
    Optional<int[]> table = s.table(sky ? "neighbours" : "partners");
    if (table.isEmpty()) {
      return Optional.empty();
    }
    int offset = table.get()[0];
    int rows = table.get()[1];
    int width = table.get()[2];
    for (int t = 1; t < s.ticks(); t++) {
      for (int gone = 0; gone < s.agents(); gone++) {
        if (!s.limbo(t, gone) || s.limbo(t - 1, gone) || s.trialBegins(t)) {
          continue;
        }
        for (int eye = 0; eye < s.agents(); eye++) {
          if (eye == gone || s.limbo(t, eye)) {
            continue;
          }
          int row =
              sky
                  ? rowOf(s, t - 1, eye, gone, offset, rows, width)
                  : lost(s, t, eye, offset, rows, width);
          int free = free(s, t, eye, offset, rows, width, sky);
          if (row >= 0 && free >= 0) {
            for (int i = 0; i < width; i++) {
              s.show(
                  t, eye, offset + free * width + i, s.seen(t - 1, eye, offset + row * width + i));
            }
            Path file = s.written();
            return Optional.of(Expected.at(file, t, Expected.ANY, "limbo|seen|sees|off the map"));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static int rowOf(Scene s, int t, int eye, int gone, int offset, int rows, int width) {
    for (int r = 0; r < rows; r++) {
      if ((int) s.seen(t, eye, offset + r * width) == gone) {
        return r;
      }
    }
    return -1;
  }

  /// The row of the tick before that has nothing like it now.
  private static int lost(Scene s, int t, int eye, int offset, int rows, int width) {
    int worst = -1;
    double most = 0.02;
    for (int r = 0; r < rows; r++) {
      if (empty(s, t - 1, eye, offset + r * width, width)) {
        continue;
      }
      double nearest = Double.MAX_VALUE;
      for (int n = 0; n < rows; n++) {
        if (!empty(s, t, eye, offset + n * width, width)) {
          double away = 0;
          for (int i = 0; i < width; i++) {
            away +=
                Math.abs(
                    s.seen(t - 1, eye, offset + r * width + i)
                        - s.seen(t, eye, offset + n * width + i));
          }
          nearest = Math.min(nearest, away);
        }
      }
      if (nearest > most) {
        most = nearest;
        worst = r;
      }
    }
    return worst;
  }

  private static int free(Scene s, int t, int eye, int offset, int rows, int width, boolean sky) {
    for (int r = 0; r < rows; r++) {
      boolean free =
          sky
              ? s.seen(t, eye, offset + r * width) < 0
              : empty(s, t, eye, offset + r * width, width);
      if (free) {
        return r;
      }
    }
    return -1;
  }

  private static boolean empty(Scene s, int t, int eye, int from, int width) {
    for (int i = 0; i < width; i++) {
      if (s.seen(t, eye, from + i) != 0) {
        return false;
      }
    }
    return true;
  }

  /// Numbers that somebody in limbo should not have, for as long as limbo lasts.
  private static Optional<Expected> alongLimbo(
      Scene s, String column, int width, double value, String cause) throws IOException {
    Optional<Place> at = s.somewhere((t, a) -> t > 0 && s.limbo(t, a) && !s.limbo(t - 1, a));
    if (at.isEmpty()) {
      return Optional.empty();
    }
    int agent = at.get().agent();
    for (int t = at.get().tick(); t < s.ticks() && s.limbo(t, agent); t++) {
      for (int i = 0; i < width; i++) {
        double now =
            column.equals("pose") ? s.at(column, at.get().tick() - 1, width * agent + i) : value;
        s.put(column, t, width * agent + i, now);
      }
    }
    return Optional.of(Expected.at(s.written(), at.get().tick(), agent, cause));
  }

  private static Optional<Expected> swapped(Scene s) throws IOException {
    Optional<Place> at = s.somewhere((t, a) -> a > 0 && t > 1 && !s.limbo(t, a) && !s.limbo(t, 0));
    if (at.isEmpty()) {
      return Optional.empty();
    }
    for (int t = at.get().tick(); t < s.ticks(); t++) {
      swap(s, t, 0, at.get().agent());
    }
    return Optional.of(
        Expected.at(
            s.written(),
            at.get().tick(),
            Expected.ANY,
            "swap|another agent|exchanged|of agent|belong|as agent|mixed"));
  }

  private static void swap(Scene s, int tick, int one, int other) {
    for (int i = 0; i < s.seen(); i++) {
      double kept = s.seen(tick, one, i);
      s.show(tick, one, i, s.seen(tick, other, i));
      s.show(tick, other, i, kept);
    }
  }

  private static Optional<Expected> stale(Scene s) throws IOException {
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
        Expected.between(
            s.written(),
            at.get().tick(),
            at.get().tick() + 1,
            agent,
            "old|stale|late|tick before|previous|earlier"));
  }

  private static boolean differs(Scene s, int t, int agent) {
    double most = 0;
    for (int i = 0; i < s.seen(); i++) {
      most = Math.max(most, Math.abs(s.seen(t, agent, i) - s.seen(t - 1, agent, i)));
    }
    return most > 0.01;
  }

  private static Optional<Expected> total(Scene s, String name, double more, String cause)
      throws IOException {
    s.file()
        .json(
            "summary.json",
            root -> {
              var totals = (ObjectNode) root.path("totals");
              totals.put(name, totals.path(name).asDouble() + more);
            });
    return Optional.of(Expected.anywhere(s.written(), cause));
  }

  private static Optional<Expected> nan(Scene s, String column, int width) throws IOException {
    Optional<Place> at =
        s.somewhere((t, a) -> t > 1 && !s.limbo(t, a) && (a > 0 || s.agents() == 1));
    if (at.isEmpty()) {
      return Optional.empty();
    }
    s.put(
        column, at.get().tick(), at.get().agent() * width + s.random().nextInt(width), Double.NaN);
    return Optional.of(
        Expected.at(s.written(), at.get().tick(), at.get().agent(), "not a number|NaN"));
  }
}
