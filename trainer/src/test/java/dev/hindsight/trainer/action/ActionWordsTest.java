package dev.hindsight.trainer.action;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ActionWordsTest {
  private static String words(MemoryRollout rollout) {
    return ActionWords.of(new Moment(rollout, 0, 0)).orElseThrow();
  }

  private static MemoryRollout acting(Dtype dtype, double action) {
    return new MemoryRollout("toy", 1, 1, 1).with("action", dtype, (_, _) -> action, 1);
  }

  private static ActionSpace.Discrete squared(int levels) {
    List<Float> all = IntStream.range(0, levels).mapToObj(i -> (float) i).toList();
    return new ActionSpace.Discrete(
        List.of(new ActionSpace.Factor("row", "", all), new ActionSpace.Factor("column", "", all)));
  }

  @Test
  void wholeNumbersThatNoFloatHoldsAreNotRounded() {
    assertEquals(
        words(acting(Dtype.I4, 7)).replace("7", "16777217"), words(acting(Dtype.I4, 16_777_217)));
    assertEquals(
        words(acting(Dtype.I4, 7)).replace("7", "9007199254740991"),
        words(acting(Dtype.I8, 9_007_199_254_740_991.0)));
  }

  @Test
  void aJointActionAmongMoreThanAFloatCountsIsTheRecordedOne() {
    ActionSpace.Discrete space = squared(5000);
    int action = 16_777_217;
    assertEquals(
        space.describe(action),
        words(acting(Dtype.I4, action).withExtra(ActionManifest.of(space))));
  }

  @Test
  void aNumberThatIsNoJointActionHasNoName() {
    ActionSpace.Discrete space = squared(2);
    for (double action : new double[] {Double.NaN, 1.5, -1, 4}) {
      MemoryRollout rollout = acting(Dtype.F4, action);
      String bare = words(rollout);
      assertEquals(bare, words(rollout.withExtra(ActionManifest.of(space))));
    }
  }
}
