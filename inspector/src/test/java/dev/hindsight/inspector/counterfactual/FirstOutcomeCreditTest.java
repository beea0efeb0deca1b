package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.learn.ResolvedPolicy;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// If the dark room policy finds its goal in the first trial, the find is the moment worth most to
/// the second; if the events are moved elsewhere, the summary says that it is not. To the driver, a
/// wrong branch tells as much as the goal.
class FirstOutcomeCreditTest {
  private static final int TICKS = 1000;
  private static final int DRIVEN = 700;

  @TempDir private Path folder;

  /// The goals found in first trials.
  private static List<FirstOutcomeCredit.FirstOutcome> early(Rollout rollout) {
    try (CounterfactualQueries queries =
        new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      return FirstOutcomeCredit.of(rollout, queries, 0, Progress.SILENT, new Cancellation())
          .outcomes()
          .stream()
          .filter(one -> one.trial() == 0 && one.spans() > 2)
          .toList();
    }
  }

  private static double hits(List<FirstOutcomeCredit.FirstOutcome> found) {
    return (double) found.stream().filter(FirstOutcomeCredit.FirstOutcome::hit).count()
        / found.size();
  }

  @Test
  void theFindIsWorthMostToTheNextTrial() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      List<FirstOutcomeCredit.FirstOutcome> found = early(rollout);
      assertTrue(found.size() > 5, found.toString());
      assertTrue(hits(found) >= 0.75, found.toString());
      for (FirstOutcomeCredit.FirstOutcome one : found) {
        assertEquals(2, one.window().ticks());
        assertTrue(one.heaviest().to() <= one.queries().from(), one.toString());
        assertTrue(one.tick() < one.queries().from(), one.toString());
      }
    }
  }

  @Test
  void eventsElsewhereAreNotWhereTheCreditPoints() {
    Rollout recorded = DarkRoomRecordings.trained(folder, TICKS);
    Channel events = recorded.channel("event").orElseThrow();
    int ahead = 3;
    try (Rollout moved =
        new AlteredRollout(recorded)
            .with(
                "event",
                (tick, i, _) ->
                    tick + ahead < TICKS && (int) events.value(tick + ahead, i) == EventBits.GOAL
                        ? EventBits.GOAL
                        : 0)) {
      List<FirstOutcomeCredit.FirstOutcome> found = early(moved);
      assertTrue(found.size() > 5, found.toString());
      assertTrue(hits(found) < 0.4, found.toString());
    }
  }

  /// An agent's own episode may end where its world's trials go on: nothing before is remembered.
  @Test
  void whatAnEndWipedIsWorthNothingLater() {
    Rollout recorded = DarkRoomRecordings.trained(folder, TICKS);
    try (Rollout ended =
            new AlteredRollout(recorded)
                .with("end", (tick, _, value) -> tick % 7 == 3 ? 2 : value)
                .with("terminal", (tick, _, value) -> tick % 7 == 3 ? 1 : value);
        CounterfactualQueries queries =
            new CounterfactualQueries(ended, new AttentionReadingCache(ended))) {
      for (int from = 10; from < 200; from += 5) {
        Span queried = new Span(from, from + 20);
        List<Span> groups = List.of(new Span(0, 2), new Span(from - 9, from - 8));
        assertArrayEquals(
            new double[2], queries.meanWorths(0, queried, groups, new Cancellation()));
      }
    }
  }

  @Test
  void whereAWorthIsNaNTheEpisodeDoesNotCount() {
    Rollout recorded = DarkRoomRecordings.trained(folder, TICKS);
    FirstOutcomeCredit.FirstOutcome one = early(recorded).getFirst();
    int query = one.queries().from();
    try (Rollout broken =
            new AlteredRollout(recorded)
                .with("observation", (tick, _, x) -> tick == query ? Double.NaN : x);
        CounterfactualQueries queries =
            new CounterfactualQueries(broken, new AttentionReadingCache(broken))) {
      FirstOutcomeCredit credit =
          FirstOutcomeCredit.of(broken, queries, 0, Progress.SILENT, new Cancellation());
      assertEquals(1, credit.unknown());
      assertTrue(
          credit.outcomes().stream().noneMatch(each -> each.episode() == one.episode()),
          credit.toString());
    }
  }

  @Test
  void aFailedTrialIsAnOutcomeToo() {
    EnvironmentType drive = BuiltInEnvironments.named("drive");
    ResolvedPolicy policy = BuiltInPolicies.find("drive-adaptive");
    CheckpointOrigin origin = policy.origin().orElseThrow();
    SettingValues settings =
        drive.settings().parse(origin.settings("drive", Map.of()), "drive-adaptive");
    EnvironmentFactory factory =
        drive.prepare(settings, Optional.of(BuiltInMaps.resolve("fork-101")));
    Path file = folder.resolve("fork.rollout");
    try (OpenedPolicy opened = policy.open(factory.shape())) {
      RecordingRequest request =
          new RecordingRequest(
              drive,
              factory,
              Optional.empty(),
              Optional.of(
                  new RecordingRequest.ActingPolicy(
                      opened.policy(), opened.id(), opened.sha256(), opened.name())),
              new ActionSelection.Sample(),
              DRIVEN,
              RecordingRequest.Until.ALL_TICKS,
              5,
              file);
      new RolloutRecorder(request).run(Progress.SILENT, new Cancellation());
    }
    try (Rollout rollout = Rollouts.open(file);
        CounterfactualQueries queries =
            new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      FirstOutcomeCredit credit =
          FirstOutcomeCredit.of(rollout, queries, 3, Progress.SILENT, new Cancellation());
      int all = credit.outcomes().size();
      assertTrue(credit.goals() > 2 && credit.goals() < all - 2, credit.toString());
      assertTrue(hits(credit.outcomes()) > 0.8, credit.toString());
      assertTrue(credit.chance() < 0.5, credit.toString());
    }
  }

  private static FirstOutcomeCredit.FirstOutcome outcome(int agent, int episode, boolean hit) {
    Span window = new Span(2, 4);
    return new FirstOutcomeCredit.FirstOutcome(
        agent,
        episode,
        0,
        EventKind.GOAL,
        2,
        window,
        new Span(8, 12),
        hit ? window : new Span(4, 6),
        0.5,
        agent == 0 ? 2 : 4);
  }

  /// The egos of an episode share its world: two that always agree are no more evidence than one.
  @Test
  void theEgosOfAnEpisodeAreOneSample() {
    List<FirstOutcomeCredit.FirstOutcome> alone = new ArrayList<>();
    List<FirstOutcomeCredit.FirstOutcome> pairs = new ArrayList<>();
    for (int episode = 0; episode < 10; episode++) {
      alone.add(outcome(0, episode, episode < 7));
      pairs.add(outcome(0, episode, episode < 7));
      pairs.add(outcome(1, episode, episode < 7));
    }
    Interval one = new FirstOutcomeCredit(alone, 0, 0).hits();
    Interval both = new FirstOutcomeCredit(pairs, 0, 0).hits();
    assertEquals(Interval.Method.CLOPPER_PEARSON, one.method());
    assertEquals(Interval.Method.GAFFKE, both.method());
    assertEquals(10, both.count());
    assertEquals(one.mean(), both.mean());
    assertEquals(one.low(), both.low(), 1e-6);
    assertEquals(one.high(), both.high(), 1e-6);
    assertEquals(0.5, new FirstOutcomeCredit(alone, 0, 0).chance());
    assertEquals(0.375, new FirstOutcomeCredit(pairs, 0, 0).chance());
  }
}
