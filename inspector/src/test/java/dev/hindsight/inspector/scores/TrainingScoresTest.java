package dev.hindsight.inspector.scores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.learn.evaluation.BuiltInPolicyLibrary;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.RunContext;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingRun;
import dev.hindsight.trainer.run.session.TrainingSpec;
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

/// The episodes that a run was trained on, recorded again, have the scores that the run logged.
class TrainingScoresTest {
  private static final int ENVIRONMENTS = 12;
  private static final int UPDATES = 2;

  @TempDir private Path folder;

  @Test
  void whatARunLoggedIsWhatItsEpisodesScoreWhenTheyAreRecorded() {
    TrainingSpec spec =
        TrainingSpec.of(
            TrainingRequest.of("darkroom")
                .with(
                    Map.of(
                        "num_envs", "" + ENVIRONMENTS,
                        "updates", "" + UPDATES,
                        "hidden_size", "8",
                        "feed_forward", "8",
                        "minibatches", "2"))
                .withSeed(11),
            BuiltInAlgorithms.all().getFirst());
    PlayedEpisodes episodes = new PlayedEpisodes(spec.task().factories().getFirst());
    List<UpdateReport> logged = train(spec, episodes);
    List<PlayedEpisodes.PlayedEpisode> played = episodes.played();

    assertEquals(UPDATES * ENVIRONMENTS, played.size());
    for (int update = 0; update < UPDATES; update++) {
      List<ScoreSheet> sheets = new ArrayList<>();
      for (PlayedEpisodes.PlayedEpisode one :
          played.subList(update * ENVIRONMENTS, (update + 1) * ENVIRONMENTS)) {
        sheets.add(recorded(spec.environment(), episodes, one));
      }
      List<Double> scores =
          ScoreSummary.of(sheets, Side.EGO).scores().stream()
              .flatMap(Optional::stream)
              .map(Interval::mean)
              .toList();
      List<Double> run = logged.get(update).trialScores();
      assertEquals(4, run.size());
      for (int trial = 0; trial < run.size(); trial++) {
        assertEquals(run.get(trial), scores.get(trial), 1e-9, "update " + update + ": " + run);
      }
    }
    assertTrue(
        logged.stream().flatMap(report -> report.trialScores().stream()).anyMatch(s -> s > 0),
        "nobody found the goal: nothing is compared");
  }

  private List<UpdateReport> train(TrainingSpec spec, PlayedEpisodes episodes) {
    TrainingSpec listening =
        spec.with(
            spec.algorithm(),
            new TrainingTask(
                List.of(episodes),
                spec.task().settings(),
                spec.task().seed(),
                spec.task().device()));
    List<UpdateReport> reports = new ArrayList<>();
    TrainingRun.begin(
            listening,
            new RunContext(
                folder.resolve("runs"),
                new RunLedger(folder.resolve("ledger.jsonl")),
                List.of(),
                new BuiltInPolicyLibrary()),
            event -> {
              if (event instanceof TrainingEvent.Updated updated) {
                reports.add(updated.report());
              }
            })
        .run(Progress.SILENT, new Cancellation());
    return reports;
  }

  private ScoreSheet recorded(
      EnvironmentType type, PlayedEpisodes episodes, PlayedEpisodes.PlayedEpisode playedEpisode) {
    Path file = folder.resolve(Long.toHexString(playedEpisode.seed()) + ".rollout");
    try (Policy policy = playedEpisode.again()) {
      new RolloutRecorder(
              new RecordingRequest(
                  type,
                  episodes,
                  Optional.empty(),
                  Optional.of(new RecordingRequest.ActingPolicy(policy, "again", "", "")),
                  ActionSelection.parse("argmax"),
                  playedEpisode.actions().size(),
                  RecordingRequest.Until.ALL_TICKS,
                  playedEpisode.seed(),
                  file))
          .run(Progress.SILENT, new Cancellation());
    }
    try (Rollout rollout = Rollouts.open(file)) {
      return ScoreReaderTest.read(rollout);
    }
  }
}
