package dev.hindsight.trainer.env;

import dev.hindsight.trainer.action.ActionSpace;
import java.util.SplittableRandom;

/// Random actions drawn in advance, for measurements of step times.
public final class RandomActions {
  private RandomActions() {}

  /// Rows of them, to be taken in turn.
  public static Actions[] rows(EnvironmentShape shape, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Actions[] rows = new Actions[count];
    for (int r = 0; r < count; r++) {
      rows[r] = new Actions(shape);
      switch (shape.actions()) {
        case ActionSpace.Discrete space -> {
          for (int a = 0; a < rows[r].joint.length; a++) {
            rows[r].joint[a] = random.nextInt(space.count());
          }
        }
        case ActionSpace.Continuous _ -> {
          for (int i = 0; i < rows[r].continuous.length; i++) {
            rows[r].continuous[i] = (float) random.nextDouble(-1, 1);
          }
        }
      }
    }
    return rows;
  }
}
