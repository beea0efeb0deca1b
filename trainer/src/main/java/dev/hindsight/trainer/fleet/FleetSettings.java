package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The knobs of a fleet.
///
/// @param workers number of workers; 0 for a run without any
/// @param roundsAhead how many updates the workers collect ahead of the learner
/// @param maxLag the largest lag of a batch that is accepted
/// @param staleAction what happens to batches beyond it
/// @param clipAround which policy the loss of older batches is clipped around
/// @param queueTimeout how long the learner waits for a batch before it looks after the workers
/// @param stepDeadline how long a worker may take for a step of its environments
/// @param recycling when workers are replaced
/// @param listening where processes with workers join; empty for workers in this process
/// @param keys folder of the keys for it
public record FleetSettings(
    int workers,
    int roundsAhead,
    long maxLag,
    StaleAction staleAction,
    ClipAround clipAround,
    Duration queueTimeout,
    Duration stepDeadline,
    RecyclingRule recycling,
    Optional<FleetAddress> listening,
    Path keys) {
  /// The knob for the number of workers.
  public static final String WORKERS = "fleet_workers";

  /// The knob for the address at which workers in other processes join.
  public static final String BIND = "fleet_bind";

  /// The knob for the folder with the keys that this takes.
  public static final String KEYS = "fleet_keys";

  /// All knobs, for an algorithm's list.
  public static final List<Setting> SETTINGS =
      List.of(
          new Setting.Whole(
              WORKERS, 0, 0, 256, "workers", wording("FleetSettings.workers_that_collect")),
          new Setting.Whole(
              "rounds_ahead", 1, 0, 1, "updates", wording("FleetSettings.updates_collected_ahead")),
          new Setting.Whole(
              "max_policy_lag", 2, 0, 1000, "updates", wording("FleetSettings.largest_lag")),
          new Setting.Choice(
              "stale_batch_action",
              "drop",
              List.of("drop", "correct", "warn"),
              wording("FleetSettings.what_happens_to_stale_batches")),
          new Setting.Choice(
              "clip_around",
              "learner",
              List.of("learner", "actor"),
              wording("FleetSettings.policy_that_older_batches_are_clipped")),
          new Setting.Real(
              "learner_queue_timeout_sec",
              5,
              0.01,
              3600,
              "s",
              wording("FleetSettings.how_long_the_learner_waits")),
          new Setting.Real(
              "step_deadline_sec", 60, 0.1, 3600, "s", wording("FleetSettings.longest_step")),
          new Setting.Whole(
              "recycle_epochs",
              (int) RecyclingRule.USUAL.everyEpochs(),
              1,
              10_000_000,
              "updates",
              wording("FleetSettings.age_at_which_workers_are_replaced")),
          new Setting.Text(BIND, "", wording("FleetSettings.where_workers_join")),
          new Setting.Text(KEYS, "", wording("FleetSettings.folder_of_the_keys")));

  /// Reads the knobs.
  public static FleetSettings of(SettingValues values) {
    return new FleetSettings(
        values.whole(WORKERS),
        values.whole("rounds_ahead"),
        values.whole("max_policy_lag"),
        StaleAction.valueOf(values.choice("stale_batch_action").toUpperCase(Locale.ROOT)),
        ClipAround.valueOf(values.choice("clip_around").toUpperCase(Locale.ROOT)),
        seconds(values.real("learner_queue_timeout_sec")),
        seconds(values.real("step_deadline_sec")),
        new RecyclingRule(values.whole("recycle_epochs"), RecyclingRule.USUAL.largestGauge()),
        Optional.of(values.text(BIND))
            .filter(text -> !text.isBlank())
            .map(text -> FleetAddress.parse(text, BIND)),
        values.text(KEYS).isBlank() ? FleetKeys.usualFolder() : Path.of(values.text(KEYS).strip()));
  }

  /// The policy near which learning from a batch with older weights holds the learner's.
  public enum ClipAround {
    /// The learner's own, as it is when the update begins.
    LEARNER,
    /// The one that acted, as in PPO without workers.
    ACTOR
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  /// Whether there are workers.
  public boolean on() {
    return workers > 0;
  }

  /// Checks that every worker has an environment.
  ///
  /// @param environments of the run
  /// @throws Problem if one has none
  public void check(int environments) {
    if (workers > environments) {
      throw new Problem(
          wording("FleetSettings.more_workers_than_environments", workers, environments),
          WORKERS,
          wording("FleetSettings.take_at_most", environments));
    }
    if (listening.isPresent() && !on()) {
      throw new Problem(
          wording("FleetSettings.nobody_would_collect"),
          BIND,
          wording("FleetSettings.say_how_many_workers"));
    }
  }

  /// Checks that no breakpoint is armed: workers run ahead of the learner and do not wait at a
  /// tick.
  ///
  /// @throws Problem if there are workers and conditions
  public void refuse(List<String> conditions) {
    if (on() && !conditions.isEmpty()) {
      throw new Problem(
          wording("FleetSettings.workers_do_not_wait_at_breakpoints"),
          conditions.getFirst(),
          wording("FleetSettings.train_without_workers"));
    }
  }
}
