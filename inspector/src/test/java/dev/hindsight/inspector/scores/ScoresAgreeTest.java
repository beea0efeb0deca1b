package dev.hindsight.inspector.scores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.study.Evaluation;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.TrialResult;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A recording's rows, its summary and an evaluation give the same numbers.
class ScoresAgreeTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"respawn", "generate_new", "stop", "trial"})
  void rowsAndSummaryOfADriveAgree(String behavior) throws IOException {
    Map<String, String> settings =
        Map.of(
            "goal_behavior", behavior,
            "k_scenarios", "3",
            "scenario_length", "30",
            "episode_length", "45",
            "num_ego_agents", "2",
            "goal_within", "12",
            "goal_radius", "9");
    try (Rollout rollout =
        Rollouts.open(SampleRecordings.drive(folder, "intersection-1", settings, 190))) {
      ScoreSheet sheet = ScoreReaderTest.read(rollout);
      ScoreSummary egos = ScoreSummary.of(List.of(sheet), Side.EGO);
      Summary summary = rollout.summary().orElseThrow();

      assertTrue(sheet.episodes().size() > 1, "episodes: " + sheet.episodes().size());
      assertTrue(sheet.count(Side.CO_PLAYER) > 0);
      assertTrue(sheet.totals(Side.EGO).goals() > 0, "nobody reached a goal");
      assertEquals(near(summary.trialScores()), near(egos.means()));
      assertEquals(
          List.of("goals", "collisions", "offroad").stream().map(summary.totals()::get).toList(),
          List.of(
              (double) sheet.totals(Side.EGO).goals(),
              (double) sheet.totals(Side.EGO).collisions(),
              (double) sheet.totals(Side.EGO).offroad()));
      assertEquals(
          List.of(),
          ScoreChecks.of(rollout, sheet).stream()
              .filter(scoreFinding -> scoreFinding.kind() != ScoreFinding.Kind.CUT_OFF)
              .toList());
    }
  }

  private static List<Long> near(List<Double> scores) {
    return scores.stream().map(score -> Math.round(score * 1e9)).toList();
  }

  @Test
  void rowsAndSummaryOfDarkRoomsAgree() {
    try (Rollout rollout = Rollouts.open(SampleRecordings.darkRoom(folder, Map.of(), 3000))) {
      ScoreSheet sheet = ScoreReaderTest.read(rollout);
      Summary summary = rollout.summary().orElseThrow();

      assertEquals(
          near(summary.trialScores()), near(ScoreSummary.of(List.of(sheet), Side.EGO).means()));
      assertEquals(
          summary.totals().getOrDefault("goals", -1.0), (double) sheet.totals(Side.EGO).goals());
    }
  }

  /// A factory that records the seeds requested from it.
  private record Listening(EnvironmentFactory factory, List<Long> seeds)
      implements EnvironmentFactory {
    @Override
    public EnvironmentShape shape() {
      return factory.shape();
    }

    @Override
    public SettingValues effective() {
      return factory.effective();
    }

    @Override
    public Environment create(long seed) {
      seeds.add(seed);
      return factory.create(seed);
    }
  }

  @Test
  void anEvaluationAndRecordingsOfItsEpisodesAgreeAndTheTrainedPolicyGainsOverTrials() {
    EnvironmentType type = BuiltInEnvironments.named("darkroom");
    Map<String, String> trainedWith =
        BuiltInPolicies.find("darkroom-5x5").origin().orElseThrow().settings("darkroom", Map.of());
    EnvironmentFactory room =
        type.prepare(type.settings().parse(trainedWith, "checkpoint"), Optional.empty());
    List<Long> seeds = new ArrayList<>();
    ActionSelection argmax = ActionSelection.parse("argmax");
    EvaluationReport report =
        new Evaluation(
                List.of(new Listening(room, seeds)),
                ScoresAgreeTest::trained,
                24,
                MemoryWipe.NONE,
                argmax,
                5)
            .run(Progress.SILENT, new Cancellation());

    List<ScoreSheet> sheets = new ArrayList<>();
    for (long seed : seeds) {
      sheets.add(recorded(type, room, argmax, seed));
    }
    ScoreSummary scores = ScoreSummary.of(sheets, Side.EGO);

    assertEquals(24, scores.episodes());
    assertEquals(report.trialScores(), scores.scores().stream().flatMap(Optional::stream).toList());
    assertEquals(report.gain(), scores.gain());
    for (int episode = 0; episode < 24; episode++) {
      assertSame(sheets.get(episode), report.results().get(episode));
    }
    assertTrue(scores.means().getLast() >= 0.9, scores.means().toString());
    assertTrue(scores.gain().orElseThrow().low() > 0.25, scores.gain().toString());
  }

  /// What is measured beside the score: return, length and events.
  private static void assertSame(ScoreSheet sheet, EpisodeResult result) {
    List<Trial> recorded = sheet.episodes().getFirst().trials();
    assertEquals(recorded.size(), result.trials().size());
    for (int k = 0; k < recorded.size(); k++) {
      AgentTrial agent = recorded.get(k).agents().getFirst();
      TrialResult trial = result.trials().get(k);
      assertEquals(agent.earned(), trial.earned(), 1e-6);
      assertEquals(recorded.get(k).ticks() - agent.limboTicks(), trial.ticks());
      assertEquals(agent.goals() > 0 ? 1.0 : 0.0, trial.events().get(EventKind.GOAL.name()));
      assertEquals(0.0, trial.events().get(EventKind.COLLISION.name()));
    }
  }

  private static Policy trained(EnvironmentShape shape) {
    return BuiltInPolicies.open("darkroom-5x5", shape).policy();
  }

  private ScoreSheet recorded(
      EnvironmentType type, EnvironmentFactory room, ActionSelection selection, long seed) {
    Path file = folder.resolve(Long.toHexString(seed) + ".rollout");
    try (Policy policy = trained(room.shape())) {
      RecordingRequest request =
          new RecordingRequest(
              type,
              room,
              Optional.empty(),
              Optional.of(new RecordingRequest.ActingPolicy(policy, "trained", "", "")),
              selection,
              room.shape().trials() * room.shape().trialTimeoutTicks(),
              RecordingRequest.Until.EPISODE_END,
              seed,
              file);
      new RolloutRecorder(request).run(Progress.SILENT, new Cancellation());
    }
    try (Rollout rollout = Rollouts.open(file)) {
      return ScoreReaderTest.read(rollout);
    }
  }
}
