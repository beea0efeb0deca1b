package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.LinkedHashMap;
import java.util.Map;

/// The length of a run, which users give in updates or in steps. Steps become updates before
/// anything else reads the settings: `updates = total_steps / steps of an update`, rounded down, so
/// that a run never simulates more than it was asked for.
final class RunLength {
  private static final String UPDATES = "updates";
  private static final String TOTAL = "total_steps";

  private RunLength() {}

  /// Lets what a user says about the length replace what the preset says.
  ///
  /// @param user the algorithm's knobs that the user set
  /// @param training those of preset and user, changed
  /// @throws Problem if the user gives both lengths
  static void choose(Map<String, String> user, Map<String, String> training) {
    boolean updates = user.containsKey(UPDATES);
    boolean total = user.containsKey(TOTAL);
    if (updates && total) {
      throw new Problem(
          wording("RunLength.updates_and_total_steps_both"),
          TOTAL,
          wording("RunLength.give_one_of_them"));
    }
    if (updates) {
      training.remove(TOTAL);
    }
  }

  /// The task with its number of updates.
  ///
  /// @throws Problem if the steps are fewer than those of one update
  static TrainingTask inUpdates(AlgorithmType algorithm, TrainingTask task) {
    SettingValues settings = task.settings();
    JsonNode steps = settings.values().get(TOTAL);
    if (steps == null || steps.doubleValue() <= 0) {
      return task;
    }
    long each = algorithm.stepsOfUpdate(task).orElseThrow();
    long updates = (long) steps.doubleValue() / each;
    if (updates == 0) {
      throw new Problem(
          wording("RunLength.one_update_has_more_steps", NumberWords.count(each)),
          TOTAL,
          wording("RunLength.give_at_least_so_many"));
    }
    Map<String, JsonNode> values = new LinkedHashMap<>(settings.values());
    values.put(UPDATES, LongNode.valueOf(updates));
    return new TrainingTask(
        task.factories(),
        new SettingValues(values, settings.chosen()),
        task.seed(),
        task.device(),
        task.coPlayer(),
        task.origin());
  }
}
