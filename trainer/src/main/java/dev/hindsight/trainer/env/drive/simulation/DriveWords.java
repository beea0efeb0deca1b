package dev.hindsight.trainer.env.drive.simulation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import java.util.List;
import java.util.function.Function;

/// The levels of driving actions in a driver's words.
final class DriveWords {
  private DriveWords() {}

  static List<String> accelerations(List<Float> levels) {
    return say(levels, "accelerate", "brake", "coast", "m/s²");
  }

  static List<String> steering(List<Float> levels) {
    return say(
        levels,
        wording("DriveWords.steer_left"),
        wording("DriveWords.steer_right"),
        wording("DriveWords.straight_on"),
        "rad");
  }

  static List<String> jerkAlong(List<Float> levels) {
    return say(
        levels,
        wording("DriveWords.speed_up_by"),
        wording("DriveWords.slow_down_by"),
        wording("DriveWords.keep_the_acceleration"),
        "m/s³");
  }

  static List<String> jerkAside(List<Float> levels) {
    return say(
        levels,
        wording("DriveWords.lean_left_by"),
        wording("DriveWords.lean_right_by"),
        wording("DriveWords.keep_the_curve"),
        "m/s³");
  }

  private static List<String> say(
      List<Float> levels, String more, String less, String none, String unit) {
    Function<Float, String> words =
        level ->
            level == 0
                ? none
                : (level > 0 ? more : less)
                    + " "
                    + NumberWords.atMost(Math.abs(level), 2)
                    + " "
                    + unit;
    return levels.stream().map(words).toList();
  }
}
