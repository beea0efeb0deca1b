package dev.hindsight.inspector.bench;

import static dev.hindsight.inspector.bench.Planting.alone;
import static dev.hindsight.inspector.bench.Planting.goal;
import static dev.hindsight.inspector.bench.Planting.goalPay;
import static dev.hindsight.inspector.bench.Planting.shifted;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.outcome.EventBits;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Defects in actions and in their rewards.
final class PaymentDefects {
  private static final String PAID = "paid|pays|pay |worth|earn";

  private PaymentDefects() {}

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
                        (s.event(t, a) & (EventBits.COLLISION | EventBits.OFFROAD)) != 0
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
                    (t, a) -> s.event(t, a) == EventBits.GOAL,
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
                    EventBits.GOAL,
                    "goal|event|" + PAID)));
  }

  private static Optional<ExpectedFinding> late(PlantingContext s) throws IOException {
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
            ExpectedFinding.at(
                s.written(),
                firstTick,
                ExpectedFinding.ANY,
                "next|late|shift|one tick|tick after|row"));
  }
}
