package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Theme;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.outcome.RewardBreakdown;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javafx.scene.image.PixelReader;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/// The lane stacks positive parts of the reward upwards and negative ones downwards, to scale.
class RewardStackTest {
  private static final int HEIGHT = 41;
  private static final int WIDTH = 40;
  private static final int MIDDLE = HEIGHT / 2;

  private static ChannelSpec part(String name) {
    return StepFigure.rewardPart("reward_" + name, "").spec();
  }

  /// 10 ticks: a toll of 1 throughout, prizes of 1 and 3 at tick 5, a huge one at the last tick of
  /// 200 if there are so many.
  private static Rollout recording(int ticks) {
    return new MemoryRollout("planted", 1, ticks, 1)
        .with(part("toll"), (_, _) -> -1, 1)
        .with(part("small"), (t, _) -> t == 5 ? 1 : 0, 1)
        .with(part("never"), (_, _) -> 0, 1)
        .with(part("large"), (t, _) -> t == 5 ? 3 : t == 199 ? 1000 : 0, 1)
        .with("reward", Dtype.F4, (t, _) -> t == 5 ? 3 : -1, 1);
  }

  private static RewardStack stack(int ticks) {
    return RewardStack.of(RewardBreakdown.of(recording(ticks), 0, new Cancellation()));
  }

  /// Rows of a pixel column that hold a part: from, to (exclusive); `-1, -1` for none.
  private static int[] rows(PixelReader pixels, int column, int rank) {
    Set<Integer> colours = new HashSet<>();
    LaneColours.Pixels ink = LaneColours.Pixels.of(Theme.DARK);
    colours.add(ink.part(rank));
    int from = -1;
    int to = -1;
    for (int y = 0; y < HEIGHT; y++) {
      if (colours.contains(pixels.getArgb(column, y))) {
        from = from < 0 ? y : from;
        to = y + 1;
      }
    }
    return new int[] {from, to};
  }

  private static PixelReader drawn(RewardStack stack, TimeWindow window) {
    try {
      FxToolkit.registerPrimaryStage();
      return WaitForAsyncUtils.asyncFx(
              () -> {
                RewardStackRaster raster = new RewardStackRaster();
                raster.draw(stack, window, LaneColours.Pixels.of(Theme.DARK), WIDTH, HEIGHT);
                return raster.image().getPixelReader();
              })
          .get();
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void partsAreOrderedByTheirTotalAndUnpaidOnesLeftOut() {
    assertEquals(List.of(0, 3, 1), stack(10).order());
    assertEquals(4, stack(10).reach());
    assertEquals(3, stack(10).sum(5));
    assertEquals(4, stack(10).rest(1, 5));
  }

  @Test
  void positivePartsGoUpAndNegativeOnesDown() {
    PixelReader pixels = drawn(stack(10), TimeWindow.all(10));
    int column = 5 * WIDTH / 10 + 2;
    double unit = (MIDDLE - 1) / 4.0;
    int[] toll = rows(pixels, column, 0);
    assertTrue(toll[0] > MIDDLE, "below the middle");
    assertEquals(unit, toll[1] - MIDDLE, 1);
    int[] large = rows(pixels, column, 1);
    assertTrue(large[1] <= MIDDLE, "above the middle");
    assertEquals(3 * unit, MIDDLE - large[0], 2);
    int[] small = rows(pixels, column, 2);
    assertEquals(large[0], small[1], 1.0, "on top of the larger one");
    assertEquals(1, small[0], 1.0, "the stack reaches the edge");
    assertEquals(-1, rows(pixels, 2, 1)[0], "no prize at the first tick");
  }

  @Test
  void aSinglePrizeIsCutOffAndMarkedInsteadOfFlatteningAllOthers() {
    RewardStack stack = stack(200);
    assertTrue(stack.reach() < 10, "reach " + stack.reach());
    PixelReader pixels = drawn(stack, new TimeWindow(200, 190, 10));
    int cut = LaneColours.Pixels.of(Theme.DARK).cut();
    assertEquals(cut, pixels.getArgb(WIDTH - 2, 0));
    assertTrue(pixels.getArgb(2, 0) != cut, "other ticks are whole");
  }

  @Test
  void aColumnOfManyTicksShowsTheLargest() {
    PixelReader pixels = drawn(stack(80), TimeWindow.all(80));
    assertTrue(rows(pixels, 2, 1)[0] >= 0, "the prize at tick 5 is among ticks 4 and 5");
    assertEquals(-1, rows(pixels, 3, 1)[0]);
  }

  @Test
  void everySecondPartIsHatched() {
    LaneColours.Pixels ink = LaneColours.Pixels.of(Theme.LIGHT);
    Set<Integer> plain = new HashSet<>();
    Set<Integer> hatched = new HashSet<>();
    for (int i = 0; i < 16; i++) {
      plain.add(ink.stacked(0, i % 4, i / 4));
      hatched.add(ink.stacked(1, i % 4, i / 4));
    }
    assertEquals(1, plain.size());
    assertEquals(2, hatched.size());
  }
}
