package dev.hindsight.inspector.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.RecordingsOfAllKinds;
import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.inspector.fact.FactCheck;
import dev.hindsight.inspector.fact.FactVerdict;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.ConditionHits;
import dev.hindsight.trainer.condition.ConditionScan;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.Counts;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.outcome.EventScan;
import dev.hindsight.trainer.outcome.RunningCounts;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.Narration;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every number that two views show is equal at every tick, including the last.
class SameNumbersEverywhereTest {
  private static final Map<EventKind, String> NAMES =
      Map.of(
          EventKind.GOAL, "goal[a]",
          EventKind.COLLISION, "collision[a] != 0",
          EventKind.OFFROAD, "offroad[a]",
          EventKind.CONFLICT, "conflict[a]",
          EventKind.LOSS, "loss[a]");

  /// The counts that the agents table shows.
  private static final Map<EventKind, Function<AgentSnapshot.Sums, AgentSnapshot.Count>> TABLE =
      Map.of(
          EventKind.GOAL, AgentSnapshot.Sums::goals,
          EventKind.COLLISION, AgentSnapshot.Sums::collisions,
          EventKind.OFFROAD, AgentSnapshot.Sums::offroad,
          EventKind.CONFLICT, AgentSnapshot.Sums::conflicts,
          EventKind.LOSS, AgentSnapshot.Sums::losses);

  private static final int SHORT = 200;

  /// Totals of a summary that count events of egos; conflicts and losses of separation count pairs.
  private static final Map<String, EventKind> TOTALS =
      Map.of(
          "goals", EventKind.GOAL,
          "collisions", EventKind.COLLISION,
          "offroad", EventKind.OFFROAD,
          "left", EventKind.OFFROAD);

  @TempDir private Path folder;

  /// A way to count an agent's events of a kind up to a tick.
  @FunctionalInterface
  private interface EventCounter {
    int count(EventKind kind, int agent, int tick);
  }

  /// A recording without the column `event`, or cut off.
  private record Without(Rollout real, String column) implements ForwardingRollout {
    @Override
    public Optional<dev.hindsight.trainer.rollout.Channel> channel(String name) {
      return name.equals(column) ? Optional.empty() : real.channel(name);
    }
  }

  /// Every tick of a short recording; every seventh and the last nine of a longer one.
  private static IntStream ticks(Rollout rollout) {
    int ticks = rollout.ticks();
    return IntStream.range(0, ticks)
        .filter(tick -> ticks <= SHORT || tick % 7 == 0 || tick + 9 >= ticks);
  }

  private Map<String, Rollout> recordings() throws Exception {
    Map<String, Rollout> all = new LinkedHashMap<>(RecordingsOfAllKinds.in(folder));
    for (EnvironmentType type : BuiltInEnvironments.all()) {
      all.put(type.id(), Rollouts.open(SampleRecordings.of(type, folder, 150)));
      all.put(
          type.id() + " without events",
          new Without(Rollouts.open(SampleRecordings.of(type, folder, 150)), "event"));
    }
    all.put(
        "a dark room with limbo",
        Rollouts.open(SampleRecordings.darkRoom(folder, Map.of("after_goal", "limbo"), 400)));
    all.put(
        "one trial", Rollouts.open(SampleRecordings.darkRoom(folder, Map.of("trials", "1"), 130)));
    all.put(
        "trials of a drive",
        Rollouts.open(
            SampleRecordings.drive(
                folder,
                "intersection-1",
                Map.of(
                    "goal_behavior", "trial",
                    "k_scenarios", "3",
                    "scenario_length", "30",
                    "num_ego_agents", "2",
                    "goal_within", "12",
                    "goal_radius", "9"),
                150)));
    return all;
  }

  private static Map<String, EventCounter> views(Rollout rollout) {
    Map<String, EventCounter> views = new LinkedHashMap<>();
    AgentHistory table = AgentHistory.read(rollout, new Cancellation());
    Map<Integer, List<AgentSnapshot>> rows = new HashMap<>();
    views.put(
        "agents table",
        (kind, agent, tick) -> {
          AgentSnapshot.Sums sums = rows.computeIfAbsent(tick, table::at).get(agent).sums();
          return Objects.requireNonNull(TABLE.get(kind), kind.name()).apply(sums).least();
        });
    EventLog log = EventScan.ofAll(rollout, new Cancellation());
    views.put(
        "timeline",
        (kind, agent, tick) ->
            (int)
                IntStream.range(0, log.count())
                    .filter(event -> log.caused(event) && log.tick(event) <= tick)
                    .filter(event -> log.kind(event) == kind && log.agent(event) == agent)
                    .count());
    Signals signals = BuiltInSignals.of(rollout);
    Map<EventKind, ConditionHits> hits = new LinkedHashMap<>();
    TickEvents events = new TickEvents(rollout);
    NAMES.forEach((kind, text) -> {
      if (events.isRecorded(kind)) {
        Condition condition = Condition.of(text, signals.vocabulary());
        hits.put(kind, ConditionScan.of(condition, signals, Progress.SILENT, new Cancellation()));
      }
    });
    views.put(
        "conditions",
        (kind, agent, tick) ->
            hits.containsKey(kind)
                ? (int)
                    IntStream.rangeClosed(0, tick).filter(t -> hits.get(kind).at(t, agent)).count()
                : 0);
    return views;
  }

  private static ScoreSheet sheet(Rollout rollout) {
    return ScoreReader.read(rollout, Progress.SILENT, new Cancellation());
  }

  /// The differences between two views.
  private static List<String> differences(Rollout rollout, Map<String, EventCounter> views) {
    List<String> found = new ArrayList<>();
    EventCounter first = views.values().iterator().next();
    for (EventKind kind : NAMES.keySet()) {
      for (int tick : ticks(rollout).toArray()) {
        for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
          int wanted = first.count(kind, agent, tick);
          for (Map.Entry<String, EventCounter> view : views.entrySet()) {
            int count = view.getValue().count(kind, agent, tick);
            if (count != wanted) {
              found.add(view.getKey() + " " + kind + " of " + agent + " at " + tick);
            }
          }
        }
      }
    }
    return found;
  }

  @Test
  void everyViewCountsTheSame() throws Exception {
    int counted = 0;
    for (Map.Entry<String, Rollout> one : recordings().entrySet()) {
      try (Rollout rollout = one.getValue()) {
        if (rollout.ticks() == 0 || rollout.ticks() > 1000) {
          continue;
        }
        assertEquals(List.of(), differences(rollout, views(rollout)), one.getKey());
        captionsAndScores(one.getKey(), rollout);
        counted++;
      }
    }
    assertTrue(counted > 10, counted + " recordings");
  }

  private static void captionsAndScores(String name, Rollout rollout) {
    RunningCounts counts = new RunningCounts(rollout);
    AgentHistory table = AgentHistory.read(rollout, new Cancellation());
    for (int tick : ticks(rollout).toArray()) {
      List<AgentSnapshot> rows = table.at(tick);
      long goals =
          rows.stream()
              .filter(row -> counts.sides().get(row.agent()) == Side.EGO)
              .mapToLong(row -> row.sums().goals().least())
              .sum();
      List<Captions.Metric> shown = metrics(rollout, tick, counts);
      if (counts.shows(EventKind.GOAL)) {
        assertEquals(goals, number(shown.getFirst().value()), name + " at " + tick);
      }
      sentence(name, rollout, rows, tick);
    }
    scores(name, rollout, counts);
  }

  private static List<Captions.Metric> metrics(Rollout rollout, int tick, RunningCounts counts) {
    Moment moment = new Moment(rollout, tick, Moment.NO_AGENT);
    return Captions.of(moment, EnumSet.of(Overlay.METRICS), counts).metrics();
  }

  private static int number(String words) {
    return Integer.parseInt(words.replace("≥ ", ""));
  }

  /// The sentence of the environment's own picture.
  private static String narrate(Moment moment) {
    String id = moment.rollout().manifest().environment().id();
    return BuiltInEnvironments.all().stream()
        .filter(type -> type.id().equals(id))
        .findFirst()
        .map(type -> type.sketch().narrate(moment))
        .orElseGet(() -> Narration.of(moment));
  }

  /// The sentence also contains the results of actions that the table shows.
  private static void sentence(String name, Rollout rollout, List<AgentSnapshot> rows, int tick) {
    for (AgentSnapshot row : rows) {
      String sentence = narrate(new Moment(rollout, tick, row.agent()));
      for (String result : row.results()) {
        assertTrue(sentence.contains("then " + result), name + ": " + sentence);
      }
    }
  }

  /// Checks scores and totals of the sheet, the captions of each trial's last tick, and the
  /// summary.
  private static void scores(String name, Rollout rollout, RunningCounts counts) {
    ScoreSheet sheet = sheet(rollout);
    for (ScoreSheet.Place place : sheet.places().toList()) {
      Trial trial = place.trial();
      double score = trial.score(Side.EGO);
      String wanted = "trial " + (trial.number() + 1) + " score";
      List<String> shown =
          metrics(rollout, trial.start() + trial.ticks() - 1, counts).stream()
              .filter(metric -> metric.name().equals(wanted))
              .map(Captions.Metric::value)
              .toList();
      if (!Double.isNaN(score) && !shown.isEmpty()) {
        assertEquals(List.of(NumberWords.score(score)), shown, name + " " + wanted);
      }
      for (AgentTrial agent : trial.agents()) {
        assertEquals(
            counts.inTrial(trial.start() + trial.ticks() - 1).count(EventKind.GOAL, agent.agent()),
            agent.goals(),
            name);
      }
    }
    assertEquals(List.of(), summaryDifferences(rollout, counts), name);
  }

  /// The differences between the summary and the rows.
  private static List<String> summaryDifferences(Rollout rollout, RunningCounts counts) {
    List<String> found = new ArrayList<>();
    if (AgentColumn.of(rollout, "event").isEmpty() || rollout.summary().isEmpty()) {
      return found;
    }
    Summary summary = rollout.summary().orElseThrow();
    Counts last = counts.at(rollout.ticks() - 1);
    TOTALS.forEach((total, kind) -> {
      Double told = summary.totals().get(total);
      int counted = last.total(kind, counts.sides(), Side.EGO);
      if (told != null && told != counted) {
        found.add(total + ": " + told + " for " + counted);
      }
    });
    if (summary.ticks() != rollout.ticks()) {
      found.add("ticks: " + summary.ticks());
    }
    ScoreSheet sheet = sheet(rollout);
    for (int k = 0; k < Math.min(summary.trialScores().size(), sheet.trials()); k++) {
      int number = k;
      double mean =
          sheet.episodes().stream()
              .flatMap(episode -> episode.trial(number).stream())
              .mapToDouble(trial -> trial.score(Side.EGO))
              .filter(score -> !Double.isNaN(score))
              .average()
              .orElse(Double.NaN);
      if (Math.abs(mean - summary.trialScores().get(k)) > 1e-5) {
        found.add("trial " + k + ": " + summary.trialScores().get(k) + " for " + mean);
      }
    }
    return found;
  }

  /// Each agent's first tick at which "never ..." fails, according to a fact; agents without a
  /// failure are left out.
  private static Map<Integer, Integer> factFails(Rollout rollout, EventKind kind) {
    Fact fact =
        new Fact.Holds("never", NAMES.getOrDefault(kind, ""), Fact.Demand.NEVER, Moment.NO_AGENT);
    FactVerdict factVerdict =
        new FactCheck(rollout, Progress.SILENT, new Cancellation()).verdict(fact);
    Map<Integer, Integer> first = new TreeMap<>();
    if (factVerdict instanceof FactVerdict.Fails fails) {
      fails.failures().forEach(failure -> first.put(failure.agent(), failure.tick()));
    }
    return first;
  }

  /// The same according to a view that counts.
  private static Map<Integer, Integer> firstCounted(
      Rollout rollout, EventKind kind, EventCounter eventCounter) {
    Map<Integer, Integer> first = new TreeMap<>();
    for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
      int whose = agent;
      IntStream.range(0, rollout.ticks())
          .filter(tick -> eventCounter.count(kind, whose, tick) > 0)
          .findFirst()
          .ifPresent(tick -> first.put(whose, tick));
    }
    return first;
  }

  /// A fact about the least mean score holds for the sheet's mean, and for nothing above it.
  private static List<String> scoreFactDifferences(Rollout rollout, ScoreSheet sheet) {
    List<String> found = new ArrayList<>();
    FactCheck check = new FactCheck(rollout, Progress.SILENT, new Cancellation());
    for (int k = 0; k < sheet.trials(); k++) {
      int number = k;
      OptionalDouble least =
          sheet.episodes().stream()
              .flatMap(episode -> episode.trial(number).stream())
              .mapToDouble(trial -> trial.score(Side.EGO))
              .filter(score -> !Double.isNaN(score))
              .min();
      FactVerdict at = check.verdict(new Fact.MeanScore("at", k, least.orElse(0)));
      FactVerdict above = check.verdict(new Fact.MeanScore("above", k, least.orElse(0) + 1e-6));
      boolean right =
          least.isPresent()
              ? at.passed() && above instanceof FactVerdict.Fails
              : at instanceof FactVerdict.Unknown;
      if (!right) {
        found.add("trial " + k + ": " + least + " but " + at + ", " + above);
      }
    }
    return found;
  }

  @Test
  void factsFailWhereTheEventIsAndScoresAreThoseOfTheSheet() throws Exception {
    int failed = 0;
    for (Map.Entry<String, Rollout> one : recordings().entrySet()) {
      try (Rollout rollout = one.getValue()) {
        if (rollout.ticks() == 0 || rollout.ticks() > 500) {
          continue;
        }
        EventCounter table = views(rollout).values().iterator().next();
        TickEvents events = new TickEvents(rollout);
        for (EventKind kind : NAMES.keySet()) {
          if (events.isRecorded(kind)) {
            Map<Integer, Integer> fails = factFails(rollout, kind);
            assertEquals(firstCounted(rollout, kind, table), fails, one.getKey() + " " + kind);
            failed += fails.size();
          }
        }
        assertEquals(List.of(), scoreFactDifferences(rollout, sheet(rollout)), one.getKey());
      }
    }
    assertTrue(failed > 20, failed + " facts failed");
  }

  /// A goal at ticks 5 and 19, the last one; one trial that ended.
  private static MemoryRollout toy() {
    return new MemoryRollout("toy", 1, 20, 1)
        .with("event", Dtype.U1, (tick, _) -> tick == 5 || tick == 19 ? 1 : 0, 1)
        .with("trial_ended", Dtype.BOOL, (tick, _) -> tick == 19 ? 1 : 0, 1)
        .with("trial_score", Dtype.F4, (tick, _) -> tick == 19 ? 0.75 : Double.NaN, 1)
        .with("reward", Dtype.F4, (tick, _) -> tick == 5 ? -0.5 : tick == 19 ? 1 : 0.02, 1);
  }

  private static Summary closing(double goals, double score) {
    return new Summary(20, List.of(score), Map.of("goals", goals), "", 0, Map.of());
  }

  @Test
  void aSummaryThatSaysSomethingElseIsCaught() {
    MemoryRollout right = toy().with(closing(2, 0.75));
    assertEquals(List.of(), summaryDifferences(right, new RunningCounts(right)));

    for (Summary wrong : List.of(closing(1, 0.75), closing(2, 0.74))) {
      MemoryRollout rollout = toy().with(wrong);
      assertEquals(1, summaryDifferences(rollout, new RunningCounts(rollout)).size(), "" + wrong);
    }
  }

  @Test
  void aFactThatLooksATickLateOrAtAnotherScoreIsCaught() {
    MemoryRollout rollout = toy();
    EventCounter right = views(rollout).values().iterator().next();
    assertEquals(firstCounted(rollout, EventKind.GOAL, right), factFails(rollout, EventKind.GOAL));
    assertEquals(List.of(), scoreFactDifferences(rollout, sheet(rollout)));

    EventCounter late = (kind, agent, tick) -> right.count(kind, agent, Math.max(0, tick - 1));
    assertNotEquals(
        firstCounted(rollout, EventKind.GOAL, late), factFails(rollout, EventKind.GOAL));
    MemoryRollout other =
        toy().with("trial_score", Dtype.F4, (tick, _) -> tick == 19 ? 0.5 : Double.NaN, 1);
    assertFalse(scoreFactDifferences(rollout, sheet(other)).isEmpty());
  }

  @Test
  void aViewThatForgetsTheLastRowOrCountsRewardsIsCaught() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 20, 1)
            .with("event", Dtype.U1, (tick, _) -> tick == 5 || tick == 19 ? 1 : 0, 1)
            .with("reward", Dtype.F4, (tick, _) -> tick == 5 ? -0.5 : tick == 19 ? 1 : 0.02, 1);
    Map<String, EventCounter> right = views(rollout);
    assertEquals(List.of(), differences(rollout, right));

    Map<String, EventCounter> forgetful = new LinkedHashMap<>(right);
    EventCounter timeline = right.values().iterator().next();
    forgetful.put("without the last row", (kind, a, t) -> timeline.count(kind, a, Math.min(t, 18)));
    assertFalse(differences(rollout, forgetful).isEmpty());

    Map<String, EventCounter> greedy = new LinkedHashMap<>(right);
    greedy.put(
        "reward > 0.01",
        (kind, a, t) ->
            kind == EventKind.GOAL
                ? (int)
                    IntStream.rangeClosed(0, t)
                        .filter(i -> rollout.channel("reward").orElseThrow().value(i, a) > 0.01)
                        .count()
                : timeline.count(kind, a, t));
    assertFalse(differences(rollout, greedy).isEmpty());
  }
}
