package dev.hindsight.inspector.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.ConditionHits;
import dev.hindsight.trainer.condition.ConditionScan;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Conditions in every form that the guide describes hold exactly where a naive reading of the
/// columns says so, at every tick of real recordings, including the last.
class ConditionsTest {
  private static final List<String> RECORDINGS = List.of("near", "crash", "sky", "roomlimbo");
  private static final int ALL_AGENTS = -1;

  @TempDir private static Path folder;
  private static final Map<String, Rollout> OPEN = new LinkedHashMap<>();

  /// The meaning of a condition, written out.
  @FunctionalInterface
  private interface Naive {
    boolean at(Raw raw, int tick, int agent);
  }

  /// A recording's columns, read directly.
  private record Raw(Rollout rollout) {
    double at(String column, int tick, int index) {
      return rollout.channel(column).orElseThrow().value(tick, index);
    }

    int ticks() {
      return rollout.ticks();
    }

    int agents() {
      return rollout.manifest().agents();
    }

    boolean event(int tick, int agent, int bit) {
      return ((int) at("event", tick, agent) & bit) != 0;
    }

    boolean ends(int tick) {
      return at("trial_ended", tick, 0) != 0;
    }

    /// First tick of the trial that contains a tick.
    int begin(int tick) {
      int begin = tick;
      while (begin > 0 && !ends(begin - 1)) {
        begin--;
      }
      return begin;
    }

    /// Last tick of the trial that contains a tick; the number of ticks if it does not end.
    int end(int tick) {
      int end = tick;
      while (end < ticks() && !ends(end)) {
        end++;
      }
      return end;
    }

    int width(String column) {
      return rollout.channel(column).orElseThrow().rowLength() / agents();
    }

    double seen(int tick, int agent, int dimension) {
      return at("observation", tick, agent * width("observation") + dimension);
    }

    /// Entropy of the softmax of the logits, nats.
    double unsure(int tick, int agent) {
      int n = width("logits");
      double top = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < n; i++) {
        top = Math.max(top, at("logits", tick, agent * n + i));
      }
      double sum = 0;
      for (int i = 0; i < n; i++) {
        sum += Math.exp(at("logits", tick, agent * n + i) - top);
      }
      double entropy = 0;
      for (int i = 0; i < n; i++) {
        double p = Math.exp(at("logits", tick, agent * n + i) - top) / sum;
        entropy -= p > 0 ? p * Math.log(p) : 0;
      }
      return entropy;
    }

    /// Sum of an agent's rewards in the trial of a tick; NaN if it does not end.
    double earned(int tick, int agent) {
      int end = end(tick);
      if (end == ticks()) {
        return Double.NaN;
      }
      double sum = 0;
      for (int t = begin(tick); t <= end; t++) {
        sum += at("reward", t, agent);
      }
      return sum;
    }

    double score(int tick, int agent) {
      int end = end(tick);
      return end == ticks() ? Double.NaN : at("trial_score", end, agent);
    }

    /// Whether an agent has reached a goal in this trial, including with the tick's action.
    boolean reached(int tick, int agent) {
      for (int t = begin(tick); t <= tick; t++) {
        if (event(t, agent, 1)) {
          return true;
        }
      }
      return false;
    }

    double reachedAt(int tick, int agent) {
      for (int t = begin(tick); t < ticks() && t <= end(tick); t++) {
        if (event(t, agent, 1)) {
          return t - begin(tick);
        }
      }
      return Double.NaN;
    }
  }

  private record Asked(String text, List<String> recordings, Naive naive) {}

  private static Asked everywhere(String text, Naive naive) {
    return new Asked(text, RECORDINGS, naive);
  }

  private static Asked in(String recordings, String text, Naive naive) {
    return new Asked(text, List.of(recordings.split(" ", -1)), naive);
  }

  private static List<Asked> all() {
    return List.of(
        everywhere("removed[a]", (r, t, a) -> r.at("removed", t, a) != 0),
        everywhere("!removed[a]", (r, t, a) -> r.at("removed", t, a) == 0),
        everywhere("removed[a] == 1", (r, t, a) -> r.at("removed", t, a) != 0),
        everywhere("reward[a] > 0.5", (r, t, a) -> r.at("reward", t, a) > 0.5),
        everywhere("reward[a] < 0.0", (r, t, a) -> r.at("reward", t, a) < 0),
        everywhere("abs(reward[a]) >= 0.25", (r, t, a) -> Math.abs(r.at("reward", t, a)) >= 0.25),
        everywhere("terminal[a]", (r, t, a) -> r.at("terminal", t, a) != 0),
        everywhere(
            "truncation[a] && !terminal[a]",
            (r, t, a) -> r.at("truncation", t, a) != 0 && r.at("terminal", t, a) == 0),
        everywhere("trial_ended[a]", (r, t, a) -> r.at("trial_ended", t, a) != 0),
        everywhere("goal[a]", (r, t, a) -> r.event(t, a, 1)),
        everywhere(
            "goal[a] && trial_ended[a]",
            (r, t, a) -> r.event(t, a, 1) && r.at("trial_ended", t, a) != 0),
        in("near crash", "collision[a]", (r, t, a) -> r.event(t, a, 2)),
        in("near crash", "collision[a] != 0", (r, t, a) -> r.event(t, a, 2)),
        in("near crash", "offroad[a]", (r, t, a) -> r.event(t, a, 4)),
        in("near crash", "channel_collision[a] == 1", (r, t, a) -> r.at("collision", t, a) == 1),
        in("near crash", "channel_collision[a] == 2", (r, t, a) -> r.at("collision", t, a) == 2),
        in("sky", "conflict[a]", (r, t, a) -> r.event(t, a, 8)),
        in("sky", "loss[a]", (r, t, a) -> r.event(t, a, 16)),
        in("sky", "refused[a]", (r, t, a) -> r.event(t, a, 32)),
        in("sky", "channel_conflict[a] > 1", (r, t, a) -> r.at("conflict", t, a) > 1),
        everywhere("event[a] % 2 == 1", (r, t, a) -> (int) r.at("event", t, a) % 2 == 1),
        everywhere("reached[a]", (r, t, a) -> r.reached(t, a)),
        everywhere("reached[a] && !goal[a]", (r, t, a) -> r.reached(t, a) && !r.event(t, a, 1)),
        everywhere("reached_at[a] <= 5", (r, t, a) -> r.reachedAt(t, a) <= 5),
        everywhere("nan(reached_at[a])", (r, t, a) -> Double.isNaN(r.reachedAt(t, a))),
        everywhere("score[a] == 1", (r, t, a) -> r.score(t, a) == 1),
        everywhere("nan(score[a])", (r, t, a) -> Double.isNaN(r.score(t, a))),
        everywhere("trial_return[a] > 0.1", (r, t, a) -> r.earned(t, a) > 0.1),
        everywhere("nan(trial_return[a])", (r, t, a) -> Double.isNaN(r.earned(t, a))),
        everywhere("tick % 7 == 3", (_, t, _) -> t % 7 == 3),
        everywhere("tick >= 10 && tick < 20", (_, t, _) -> t >= 10 && t < 20),
        everywhere("trial == 1", (r, t, _) -> r.at("trial", t, 0) == 1),
        everywhere(
            "trial == 0 && trial_tick == 4",
            (r, t, _) -> r.at("trial", t, 0) == 0 && r.at("trial_tick", t, 0) == 4),
        everywhere("trial_tick / 5 == 1", (r, t, _) -> (int) r.at("trial_tick", t, 0) / 5 == 1),
        everywhere("double(trial_tick) / 5 > 1.1", (r, t, _) -> r.at("trial_tick", t, 0) / 5 > 1.1),
        everywhere(
            "action[a] != action_prev[a]",
            (r, t, a) -> t > 0 && r.at("action", t, a) != r.at("action", t - 1, a)),
        everywhere(
            "action[a] in [0, 3, 22]",
            (r, t, a) -> List.of(0.0, 3.0, 22.0).contains(r.at("action", t, a))),
        everywhere(
            "action[0] == action[a]", (r, t, a) -> r.at("action", t, 0) == r.at("action", t, a)),
        everywhere(
            "pose[a][0] > pose[a][1]",
            (r, t, a) -> r.at("pose", t, 3 * a) > r.at("pose", t, 3 * a + 1)),
        everywhere("observation[a][1] > 0.0", (r, t, a) -> r.seen(t, a, 1) > 0),
        in(
            "near crash",
            "observation[a][\"ego.speed\"] > 0.05",
            (r, t, a) -> r.seen(t, a, 2) > 0.05),
        in("sky", "observation[a][\"own.conflicts\"] > 0.0", (r, t, a) -> r.seen(t, a, 12) > 0),
        in(
            "near crash",
            "velocity[a][0] * velocity[a][0] + velocity[a][1] * velocity[a][1] > 25.0",
            (r, t, a) -> {
              double x = r.at("velocity", t, 2 * a);
              double y = r.at("velocity", t, 2 * a + 1);
              return x * x + y * y > 25;
            }),
        in(
            "near sky roomlimbo",
            "value[a] > value[0]",
            (r, t, a) -> r.at("value", t, a) > r.at("value", t, 0)),
        in(
            "near sky roomlimbo",
            "action_prob[a] < 0.3",
            (r, t, a) -> Math.exp(r.at("log_prob", t, a)) < 0.3),
        in("near sky roomlimbo", "action_entropy[a] > 0.7", (r, t, a) -> r.unsure(t, a) > 0.7),
        in(
            "near sky roomlimbo",
            "log_prob[a] < -1.0 || reward[a] > 0.5",
            (r, t, a) -> r.at("log_prob", t, a) < -1 || r.at("reward", t, a) > 0.5),
        everywhere("nan(a)", (_, _, _) -> false),
        everywhere("nan(trial_score[a])", (r, t, a) -> Double.isNaN(r.at("trial_score", t, a))),
        everywhere(
            "trial_score[a] != trial_score[a]",
            (r, t, a) -> Double.isNaN(r.at("trial_score", t, a))),
        everywhere("agents.exists(b, goal[b])", (r, t, _) -> count(r, b -> r.event(t, b, 1)) > 0),
        everywhere(
            "agents.exists(b, b != a && goal[b])",
            (r, t, a) -> count(r, b -> b != a && r.event(t, b, 1)) > 0),
        everywhere(
            "agents.all(b, removed[b])",
            (r, t, _) -> count(r, b -> r.at("removed", t, b) != 0) == r.agents()),
        everywhere(
            "agents.filter(b, removed[b]).size() > 1",
            (r, t, _) -> count(r, b -> r.at("removed", t, b) != 0) > 1),
        everywhere(
            "agents.filter(b, reward[b] > reward[a]).size() == 0",
            (r, t, a) -> count(r, b -> r.at("reward", t, b) > r.at("reward", t, a)) == 0),
        everywhere(
            "removed[a] ? trial_tick > 12 : reward[a] > 0.5",
            (r, t, a) ->
                r.at("removed", t, a) != 0
                    ? r.at("trial_tick", t, 0) > 12
                    : r.at("reward", t, a) > 0.5),
        everywhere(
            "min(tick, 9) == 9 && max(trial_tick, 3) == 3",
            (r, t, _) -> Math.min(t, 9) == 9 && Math.max(r.at("trial_tick", t, 0), 3) == 3),
        everywhere(
            "ego[a]",
            (r, _, a) -> r.rollout().fixed("ego").map(each -> each.value(a) != 0).orElse(true)));
  }

  private static int count(Raw raw, java.util.function.IntPredicate which) {
    int count = 0;
    for (int agent = 0; agent < raw.agents(); agent++) {
      count += which.test(agent) ? 1 : 0;
    }
    return count;
  }

  @BeforeAll
  static void record() throws IOException {
    for (String name : RECORDINGS) {
      Path place = Files.createDirectories(folder.resolve(name));
      RecordingSpec recordingSpec = Optional.ofNullable(BaseRecordings.ALL.get(name)).orElseThrow();
      OPEN.put(name, Rollouts.open(new BenchRecorder(place).record(recordingSpec, "right")));
    }
  }

  @AfterAll
  static void close() {
    OPEN.values().forEach(Rollout::close);
  }

  @TestFactory
  List<DynamicTest> aConditionHoldsWhereTheColumnsSaySo() {
    List<Asked> all = all();
    assertTrue(all.size() >= 55, all.size() + " conditions");
    List<DynamicTest> tests = new ArrayList<>();
    for (Asked asked : all) {
      tests.add(dynamicTest(asked.text(), () -> check(asked)));
    }
    return tests;
  }

  private static void check(Asked asked) {
    for (String name : asked.recordings()) {
      Rollout rollout = Optional.ofNullable(OPEN.get(name)).orElseThrow();
      Signals signals = BuiltInSignals.of(rollout);
      Condition condition = Condition.of(asked.text(), signals.vocabulary());
      ConditionHits conditionHits =
          ConditionScan.of(condition, signals, Progress.SILENT, new Cancellation());
      Raw raw = new Raw(rollout);
      List<String> expected = new ArrayList<>();
      List<String> found = new ArrayList<>();
      for (int tick = 0; tick < raw.ticks(); tick++) {
        for (int agent = 0; agent < conditionHits.agents(); agent++) {
          if (asked.naive().at(raw, tick, condition.perAgent() ? agent : ALL_AGENTS)) {
            expected.add(tick + ":" + agent);
          }
          if (conditionHits.at(tick, agent)) {
            found.add(tick + ":" + agent);
          }
        }
      }
      assertEquals(expected, found, asked.text() + " in " + name);
    }
  }
}
