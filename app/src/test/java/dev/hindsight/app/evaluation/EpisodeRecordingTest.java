package dev.hindsight.app.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.audit.AuditReport;
import dev.hindsight.inspector.audit.AuditRun;
import dev.hindsight.inspector.audit.AuditSubject;
import dev.hindsight.inspector.audit.BuiltInAudits;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.study.EvaluationTable;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.TrialResult;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The episodes of an evaluation, recorded again.
class EpisodeRecordingTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void aRecordedEpisodeHasTheScoresOfItsEvaluation(MemoryWipe wipe) throws IOException {
    FinishedEvaluation room = evaluated(room(wipe, 40));
    boolean better = false;
    // The last of many side by side: its draws do not depend on its neighbours.
    for (EpisodeResult episode : room.report().results().subList(36, 40)) {
      check(room, episode);
      better |= episode.gain() > 0;
    }
    assertTrue(better || wipe == MemoryWipe.TRIALS);
  }

  @Test
  void aWipedEpisodeIsABranchThatSaysSoAndDiffersFromItsRecording() throws IOException {
    FinishedEvaluation room = evaluated(room(MemoryWipe.TRIALS, 12));
    EpisodeResult worst =
        room.report().results().stream()
            .filter(episode -> episode.lastScore() == 0)
            .findFirst()
            .orElseThrow();
    EpisodeRecording.FailedTrial found = recorded(room, worst, 3);
    try (Rollout rollout = Rollouts.open(found.file())) {
      assertTrue(rollout.manifest().extra().containsKey("branch"));
      assertEquals(rollout.ticks() - 1, found.tick(), "time was up");
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyAuditFindsARecordedEpisodeRight(MemoryWipe wipe) throws IOException {
    FinishedEvaluation room = evaluated(room(wipe, 4));
    Path file = recorded(room, room.report().results().getLast(), 0).file();
    try (Rollout rollout = Rollouts.open(file)) {
      List<AuditReport> wrong =
          new AuditRun(
                  new AuditSubject(rollout, Optional.of(BuiltInPolicies.file(room.checkpoint()))),
                  BuiltInAudits.ALL,
                  _ -> {})
              .run(Progress.SILENT, new Cancellation()).stream()
                  .filter(report -> !report.verdict().holds())
                  .toList();
      assertEquals(List.of(), wrong);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "drive,scripted,intersection-1,scripted:timid=1;scripted:bold=1",
    "drive,scripted:left,narrow-1,scripted:right",
    "drive,scripted,roundabout-1,none"
  })
  void everyWorldOfDrivingIsRecordedAsItWasEvaluated(
      String environment, String checkpoint, String map, String partners) throws IOException {
    boolean beside = !partners.equals("none");
    FinishedEvaluation driven =
        evaluated(
            new EvaluationPlan(
                environment,
                checkpoint,
                List.of(map),
                Map.of(
                    "goal_behavior", "trial",
                    "k_scenarios", "2",
                    "scenario_length", "60",
                    "goal_within", "30",
                    "num_ego_agents", beside ? "1" : "0"),
                4,
                MemoryWipe.NONE,
                "sample",
                7,
                Optional.empty(),
                Optional.of(partners.replace(';', ','))));
    for (EpisodeResult episode : driven.report().results()) {
      check(driven, episode);
    }
  }

  @Test
  void theCursorGoesToTheFirstFailureOfTheTrialAndElseToItsEnd() throws IOException {
    FinishedEvaluation narrow =
        evaluated(
            new EvaluationPlan(
                "drive",
                "scripted:left",
                List.of("narrow-1"),
                Map.of(
                    "goal_behavior", "trial",
                    "k_scenarios", "2",
                    "scenario_length", "80",
                    "goal_within", "40",
                    "num_ego_agents", "1"),
                2,
                MemoryWipe.NONE,
                "argmax",
                3,
                Optional.empty(),
                Optional.of("scripted:right")));
    EvaluationTable.Row second = narrow.table().rows().getLast();
    assertEquals(1, second.trial());
    EpisodeRecording.FailedTrial found = recorded(narrow, narrow.worst(second), second.trial());
    try (Rollout rollout = Rollouts.open(found.file())) {
      TickEvents events = new TickEvents(rollout);
      int[] row = new int[rollout.manifest().agents()];
      events.read(found.tick(), row);
      assertTrue(
          TickEvents.happened(row[found.agent()], EventKind.COLLISION)
              || TickEvents.happened(row[found.agent()], EventKind.OFFROAD));
      int stretch = rollout.trials().stretchAt(found.tick());
      assertEquals(1, rollout.trials().trial(stretch));
      for (int tick = rollout.trials().start(stretch); tick < found.tick(); tick++) {
        events.read(tick, row);
        assertTrue(!TickEvents.happened(row[found.agent()], EventKind.COLLISION), "an earlier one");
      }
    }
  }

  @Test
  void aSavedEvaluationHasTheSameTableSuiteAndRecordings() throws IOException {
    FinishedEvaluation room = evaluated(room(MemoryWipe.NONE, 20));
    Path file = folder.resolve("room.json");
    EvaluationFile.write(file, List.of(room));
    FinishedEvaluation again = EvaluationFile.read(file).getFirst();
    assertEquals(room.table().csv(), again.table().csv());
    assertEquals(
        FinishedEvaluation.worst(List.of(room), 5), FinishedEvaluation.worst(List.of(again), 5));
    check(again, again.report().results().getFirst());
    Files.writeString(file, "{\"environment\":\"darkroom\"}");
    assertThrows(Problem.class, () -> EvaluationFile.read(file));
    Files.writeString(file, "[]");
    assertThrows(Problem.class, () -> EvaluationFile.read(file));
  }

  @Test
  void anotherCheckpointOfTheSameNameIsRefused() {
    FinishedEvaluation room = evaluated(room(MemoryWipe.NONE, 2));
    FinishedEvaluation changed =
        new FinishedEvaluation(
            room.environment(),
            room.checkpoint(),
            room.checkpointSha256().replace('0', '1').replace('2', '3'),
            room.wipe(),
            room.actions(),
            room.seed(),
            room.settings(),
            room.partners(),
            room.reused(),
            room.otherVersion(),
            room.report());
    assertNotEquals(room.checkpointSha256(), changed.checkpointSha256());
    assertThrows(Problem.class, () -> recorded(changed, room.report().results().getFirst(), 0));
  }

  private void check(FinishedEvaluation evaluation, EpisodeResult episode) throws IOException {
    EpisodeRecording.FailedTrial found = recorded(evaluation, episode, 0);
    try (Rollout rollout = Rollouts.open(found.file())) {
      List<Trial> trials =
          ScoreReader.read(rollout, Progress.SILENT, new Cancellation())
              .episodes()
              .getFirst()
              .trials();
      assertEquals(episode.trials().size(), trials.size());
      for (int k = 0; k < trials.size(); k++) {
        TrialResult expected = episode.trials().get(k);
        Trial trial = trials.get(k);
        List<AgentTrial> egos =
            trial.agents().stream().filter(agent -> agent.side() == Side.EGO).toList();
        assertEquals(expected.score(), trial.score(Side.EGO), 1e-6, "score of trial " + k);
        assertEquals(
            expected.earned(),
            egos.stream().mapToDouble(AgentTrial::earned).average().orElseThrow(),
            1e-6);
        assertEquals(
            expected.ticks(),
            egos.stream().mapToInt(ego -> trial.ticks() - ego.limboTicks()).average().orElseThrow(),
            1e-9);
        assertEquals(part(expected, EventKind.GOAL), share(egos, ego -> ego.goals() > 0));
        assertEquals(part(expected, EventKind.COLLISION), share(egos, ego -> ego.collisions() > 0));
        assertEquals(part(expected, EventKind.OFFROAD), share(egos, ego -> ego.offroad() > 0));
      }
    }
  }

  private static double part(TrialResult trial, EventKind kind) {
    return trial.events().getOrDefault(kind.name(), 0.0);
  }

  private static double share(List<AgentTrial> egos, Predicate<AgentTrial> those) {
    return (double) egos.stream().filter(those).count() / egos.size();
  }

  private EpisodeRecording.FailedTrial recorded(
      FinishedEvaluation evaluation, EpisodeResult episode, int trial) throws IOException {
    return new EpisodeRecording(evaluation, episode, trial, folder.resolve("episode.rollout"))
        .run(Progress.SILENT, new Cancellation());
  }

  private static FinishedEvaluation evaluated(EvaluationPlan plan) {
    return plan.run(Progress.SILENT, new Cancellation());
  }

  private static EvaluationPlan room(MemoryWipe wipe, int episodes) {
    return new EvaluationPlan(
        "darkroom",
        "darkroom-5x5",
        List.of(),
        Map.of(),
        episodes,
        wipe,
        "sample",
        11,
        Optional.empty(),
        Optional.empty());
  }
}
