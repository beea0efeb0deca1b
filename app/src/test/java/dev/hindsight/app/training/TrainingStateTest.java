package dev.hindsight.app.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.SyntheticRuns;
import dev.hindsight.app.training.TrainingState.Health;
import dev.hindsight.app.training.TrainingState.SettingChange;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.ledger.Gate.Status;
import dev.hindsight.trainer.run.ledger.LedgerEntry;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunId;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.session.HealthAlarm;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.run.session.TrainingRun;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrainingStateTest {
  private static final RunId RUN = new RunId("darkroom-1");
  private static final Path FOLDER = Path.of("runs", "darkroom-1");

  @Test
  void aRunIsHealthyOnlyOnceTheFirstUpdateHasPassed() {
    TrainingState state = started();
    assertEquals(Health.CHECKING, state.health());

    state = state.apply(gate("engine", Status.PASS)).apply(updated(1));
    assertEquals(Health.CHECKING, state.health());

    state = state.apply(gate(TrainingRun.FIRST_UPDATE, Status.PASS));
    assertEquals(Health.HEALTHY, state.health());
  }

  @Test
  void aFirstUpdateThatFailedIsNotHealthy() {
    TrainingState state = started().apply(gate(TrainingRun.FIRST_UPDATE, Status.FAIL));

    assertEquals(Health.CHECKING, state.health());
  }

  @Test
  void everyUpdateIsKept() {
    TrainingState state = started();
    for (int update = 1; update <= 1000; update++) {
      state = state.apply(updated(update));
    }

    assertEquals(1000, state.reports().size());
    assertEquals(report(500), state.reports().get(499));
    assertEquals(1000, state.updates());
  }

  @Test
  void anOlderStateDoesNotSeeWhatCameLater() {
    TrainingState one = started().apply(updated(1));
    TrainingState two = one.apply(updated(2));
    TrainingState other = one.apply(updated(3));

    assertEquals(List.of(report(1)), one.reports());
    assertEquals(List.of(report(1), report(2)), two.reports());
    assertEquals(List.of(report(1), report(3)), other.reports());
  }

  @Test
  void aGateThatIsCheckedAgainTakesItsPlaceAnew() {
    TrainingState state =
        started().apply(gate("engine", Status.FAIL)).apply(gate("engine", Status.PASS));

    assertEquals(List.of(Status.PASS), state.gates().stream().map(Gate::verdict).toList());
  }

  @Test
  void pausedIsShownUntilItGoesOn() {
    TrainingState state =
        started()
            .apply(gate(TrainingRun.FIRST_UPDATE, Status.PASS))
            .apply(new TrainingEvent.Paused());
    assertEquals(Health.PAUSED, state.health());

    assertEquals(Health.HEALTHY, state.apply(new TrainingEvent.Resumed()).health());
  }

  @Test
  void aRunThatDoesNotLearnIsNotHealthyAndSaysWhatToTry() {
    HealthAlarm alarm = new HealthAlarm(HealthAlarm.Kind.KL, 150, "an update moves too far");
    TrainingState state =
        started()
            .apply(gate(TrainingRun.FIRST_UPDATE, Status.PASS))
            .apply(new TrainingEvent.HealthChanged(List.of(alarm)));
    assertEquals(Health.ALARMED, state.health());
    assertTrue(RunText.sentence(state).contains(alarm.cause().substring(1)));
    assertTrue(RunText.sentence(state).contains("learning_rate"));

    assertEquals(Health.HEALTHY, state.apply(new TrainingEvent.HealthChanged(List.of())).health());
    TrainingState ended = state.apply(ended(RunStatus.FINISHED, ""));
    assertTrue(RunText.sentence(ended).contains("learning_rate"), RunText.sentence(ended));
  }

  @Test
  void aRunThatWasToldToStopSaysSoUntilItHas() {
    TrainingState state = started().apply(updated(1)).stopping();
    assertEquals(Health.STOPPING, state.health());
    assertTrue(RunText.sentence(state).contains("update 2"));
    assertEquals(Health.STOPPING, state.apply(updated(2)).health());
    assertEquals(Health.STOPPED, state.apply(ended(RunStatus.STOPPED, "")).health());
    TrainingState over = started().apply(ended(RunStatus.FINISHED, ""));
    assertEquals(over, over.stopping());
  }

  @Test
  void aRunThatHasEndedHasNoTimeLeft() {
    TrainingState state = started().apply(updated(1));
    assertTrue(RunText.progress(state).contains(" left"), RunText.progress(state));
    String ended = RunText.progress(state.apply(ended(RunStatus.FAILED, "no room")));
    assertFalse(ended.contains(" left"), ended);
  }

  @Test
  void returnAndLengthAreShownBesideTheScores() {
    TrainingState state =
        started()
            .apply(
                new TrainingEvent.Updated(
                    new UpdateReport(
                        1,
                        100,
                        50,
                        List.of(0.1, 0.5),
                        Map.of("episode/return", 1.25, "episode/length", 31.0)),
                    progress(1)));
    assertEquals("return 1.25  length 31.0", RunText.episodes(state));
    assertEquals("", RunText.episodes(started().apply(updated(1))));
  }

  @Test
  void aChangeOfTheLearningRateIsRememberedWithItsUpdate() {
    TrainingState state =
        started()
            .apply(updated(1))
            .apply(updated(2))
            .apply(new TrainingEvent.LearningRateScaled(0.5));

    assertEquals(List.of(new SettingChange(2, "learning_rate_factor", "0.5")), state.changes());
    assertEquals(0.5, state.rateFactor());
  }

  @Test
  void everySettingThatChangedIsRememberedAndARefusedOneIsNot() {
    TrainingState state =
        started()
            .apply(updated(1))
            .apply(new TrainingEvent.SettingChanged("ppo.ent_coef", "0.02", Optional.empty()))
            .apply(
                new TrainingEvent.SettingChanged(
                    "ppo.gamma", "2", Optional.of(new Problem("no", "gamma", "say less."))));

    assertEquals(List.of(new SettingChange(1, "ppo.ent_coef", "0.02")), state.changes());
    assertEquals(1, state.rateFactor());
  }

  @Test
  void aResumedRunKnowsFromTheLedgerWhatWasChanged() {
    RunId run = new RunId("r");
    Instant time = Instant.parse("2026-11-20T08:00:00Z");
    List<LedgerEntry.Changed> changes =
        List.of(
            new LedgerEntry.Changed(run, time, RunRecord.LEARNING_RATE_FACTOR, 0.5, 20),
            new LedgerEntry.Changed(run, time, RunRecord.PAUSED, 0, 21),
            new LedgerEntry.Changed(run, time, "ppo.updates", 300, 30, "300"));
    RunRecord before =
        new RunRecord(
            run,
            time,
            SyntheticRuns.start(0, 0.01, new RunFolder(Path.of("r"))),
            Optional.empty(),
            List.of(),
            changes,
            Optional.empty(),
            Optional.empty(),
            1,
            time);

    assertEquals(
        List.of(
            new SettingChange(20, "learning_rate_factor", "0.5"),
            new SettingChange(30, "ppo.updates", "300")),
        SettingChange.of(before));
  }

  @Test
  void whatEndedARunAndWhyIsTold() {
    TrainingState state =
        started().apply(updated(1)).apply(ended(RunStatus.NOT_FINITE, "update 2: NaN"));

    assertEquals(Health.FAILED, state.health());
    assertFalse(state.alive());
    assertTrue(RunText.sentence(state).contains("After update 1: update 2: NaN"));
    assertTrue(RunText.sentence(state).contains("last good checkpoint"));
  }

  @Test
  void stoppedAndFinishedAreNoFailures() {
    assertEquals(Health.STOPPED, started().apply(ended(RunStatus.STOPPED, "")).health());
    assertEquals(Health.FINISHED, started().apply(ended(RunStatus.FINISHED, "")).health());
  }

  @Test
  void aRunThatCouldNotBeginSaysWhy() {
    TrainingState state = TrainingState.BEGIN.failed("maps: there is none");

    assertEquals(Health.FAILED, state.health());
    assertTrue(RunText.sentence(state).contains("maps: there is none"));
  }

  @Test
  void aFailureAfterTheEndChangesNothing() {
    TrainingState state = started().apply(ended(RunStatus.FINISHED, ""));

    assertEquals(state, state.failed("too late"));
  }

  @Test
  void aResumedRunShowsWhatWasMeasuredBeforeAndDropsWhatWasLost() {
    List<UpdateReport> earlier = List.of(report(1), report(2), report(3));
    TrainingState state =
        TrainingState.BEGIN
            .after(
                earlier,
                Optional.of(progress(3)),
                List.of(new SettingChange(3, "learning_rate_factor", "2")))
            .apply(new TrainingEvent.Started(RUN, FOLDER, 2, 10))
            .apply(updated(3));

    assertEquals(List.of(report(1), report(2), report(3)), state.reports());
    assertEquals(2, state.rateFactor());
  }

  private static TrainingState started() {
    return TrainingState.BEGIN.apply(new TrainingEvent.Started(RUN, FOLDER, 0, 10));
  }

  private static TrainingEvent gate(String name, Status verdict) {
    return new TrainingEvent.GateChecked(new Gate(name, verdict, "as found"));
  }

  private static TrainingEvent updated(long update) {
    return new TrainingEvent.Updated(report(update), progress(update));
  }

  private static TrainingEvent ended(RunStatus status, String reason) {
    return new TrainingEvent.Ended(
        new TrainingResult(
            RUN,
            status,
            Optional.of(FOLDER),
            progress(1),
            List.of(),
            reason,
            List.of(),
            Optional.empty(),
            false));
  }

  private static UpdateReport report(long update) {
    return new UpdateReport(
        update, 100, 50, List.of(0.1, 0.5), Map.of("losses/entropy", 1.0 / update));
  }

  private static RunProgress progress(long updates) {
    return new RunProgress(
        updates, 10, 100 * updates, 50 * updates, updates, Optional.of(0.5), 1, List.of(0.1, 0.5));
  }
}
