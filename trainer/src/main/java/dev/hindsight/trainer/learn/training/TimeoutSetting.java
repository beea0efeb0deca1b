package dev.hindsight.trainer.learn.training;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.List;
import java.util.Locale;

/// The setting `timeouts`: what a time limit does to the rewards that it cuts off. Learning from it
/// as from a true end is a known mistake, which the setting makes on purpose, to measure it.
public final class TimeoutSetting {
  private static final String NAME = "timeouts";

  /// For algorithms that bootstrap.
  public static final Setting TIMEOUTS =
      new Setting.Choice(
          NAME,
          "bootstrap",
          List.of("bootstrap", "end"),
          wording("TimeoutSetting.what_a_time_limit_does"));

  private TimeoutSetting() {}

  /// Reads the setting.
  public static TimeoutRule of(SettingValues values) {
    return TimeoutRule.valueOf(values.choice(NAME).toUpperCase(Locale.ROOT));
  }

  /// Checks that the setting has an effect.
  ///
  /// @throws Problem if it is not the default and no episode can end at a time limit
  public static void check(TrainingTask task) {
    boolean limited = task.factories().stream().anyMatch(factory -> factory.shape().timeLimit());
    if (of(task.settings()) == TimeoutRule.END && !limited) {
      throw new Problem(
          wording("TimeoutSetting.no_episode_ends_at_a_time_limit"),
          NAME,
          wording("TimeoutSetting.leave_it_at_bootstrap"));
    }
  }
}
