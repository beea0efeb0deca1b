package dev.hindsight.trainer.env.drive.simulation;

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
    return say(levels, "steer left", "steer right", "straight on", "rad");
  }

  static List<String> jerkAlong(List<Float> levels) {
    return say(levels, "speed up by", "slow down by", "keep the acceleration", "m/s³");
  }

  static List<String> jerkAside(List<Float> levels) {
    return say(levels, "lean left by", "lean right by", "keep the curve", "m/s³");
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
