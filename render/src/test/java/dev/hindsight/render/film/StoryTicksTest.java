package dev.hindsight.render.film;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Span;
import org.junit.jupiter.api.Test;

/// Two trials of six ticks. Both agents are in limbo from tick 3 of the first on, one from tick 2
/// of the second.
class StoryTicksTest {
  private static final MemoryRollout ROLLOUT =
      new MemoryRollout("toy", 2, 12, 2)
          .with("trial", Dtype.I4, (t, _) -> Math.floorDiv(t, 6))
          .with(
              "removed",
              Dtype.BOOL,
              (t, agent) -> (t >= 3 && t < 6) || (t >= 8 && agent == 0) ? 1 : 0,
              2);

  @Test
  void anEmptyMapIsLeftOutAndATrialsLastPictureStandsLonger() {
    assertArrayEquals(
        new int[] {0, 1, 2, 2, 2, 6, 7, 8, 9, 10, 11, 11, 11},
        StoryTicks.of(ROLLOUT, Span.all(12), new FrameRate(2, 1)));
  }

  @Test
  void thePauseIsASecondsPartHoweverManyFramesThatAre() {
    assertArrayEquals(
        new int[] {0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2},
        StoryTicks.of(ROLLOUT, new Span(0, 6), new FrameRate(10, 1)));
  }

  @Test
  void whereTheRecordingDoesNotTellEveryTickIsShown() {
    assertArrayEquals(
        new int[] {0, 1, 2, 3, 4, 5, 5},
        StoryTicks.of(
            new MemoryRollout("toy", 2, 6, 1).with("trial", Dtype.I4, (_, _) -> 0),
            Span.all(6),
            new FrameRate(1, 1)));
  }
}
