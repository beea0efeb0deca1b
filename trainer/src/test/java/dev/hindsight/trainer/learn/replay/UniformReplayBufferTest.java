package dev.hindsight.trainer.learn.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.training.FloatObservations;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UniformReplayBufferTest {
  static final ObservationPacking PACKING =
      new ObservationPacking(
          new ObservationLayout(
              List.of(new ObservationLayout.Segment("clock", 0, List.of(1), List.of("age")))));

  /// An episode that ended, in which every step sees the number of the episode.
  private static void add(UniformReplayBuffer buffer, int number, int length) {
    ReplayEpisode replayEpisode = new ReplayEpisode(PACKING, number, 0.9);
    ObservationStore seen = new FloatObservations(PACKING, FloatBuffer.wrap(new float[] {number}));
    replayEpisode.see(seen, 0);
    buffer.begin(replayEpisode);
    for (int t = 0; t < length; t++) {
      replayEpisode.act(t, 0);
      if (replayEpisode.see(seen, 0)) {
        buffer.grow(replayEpisode);
      }
    }
    buffer.end(replayEpisode);
  }

  @Test
  void onlyABufferWithPrioritiesReadsErrors() {
    assertFalse(new UniformReplayBuffer(10, 1).readsErrors());
    assertTrue(new PrioritisedReplayBuffer(10, 1, 0.6, 0.4).readsErrors());
  }

  /// Without memory, nothing is allocated to read a batch.
  @Test
  void everyBatchIsReadFromTheSameMemory() {
    UniformReplayBuffer buffer = new UniformReplayBuffer(10, 1);
    add(buffer, 0, 4);
    try (NDManager manager = TestTorch.manager();
        ReplayBatch batch = new ReplayBatch(manager, 3, 1)) {
      buffer.sample(new SplittableRandom(1), batch);
      SegmentBatch first = batch.readings(1).now();
      SegmentBatch second = batch.readings(1).later();
      assertSame(first.position(), second.position());
      assertSame(first.episode(), second.episode());
      assertSame(first.removed(), second.removed());
      SegmentBatch alone = SegmentBatch.single(batch.observation());
      assertEquals(alone.position(), first.position());
      assertEquals(alone.episode(), first.episode());
      assertEquals(alone.removed(), first.removed());
      assertEquals(alone.rows(), first.rows());
      assertEquals(alone.ticks(), first.ticks());
    }
  }

  @Test
  void theOldestEpisodesGoWhole() {
    UniformReplayBuffer buffer = new UniformReplayBuffer(10, 1);
    add(buffer, 0, 4);
    add(buffer, 1, 4);
    assertEquals(8, buffer.size());
    add(buffer, 2, 3);
    assertEquals(7, buffer.size());
    assertEquals(1, buffer.oldestGeneration(9));
    assertEquals(2, buffer.episodes());
  }

  @Test
  void anEpisodeUnderWayStaysHoweverLongItIs() {
    UniformReplayBuffer buffer = new UniformReplayBuffer(3, 1);
    ReplayEpisode replayEpisode = new ReplayEpisode(PACKING, 7, 0.9);
    ObservationStore seen = new FloatObservations(PACKING, FloatBuffer.wrap(new float[1]));
    replayEpisode.see(seen, 0);
    buffer.begin(replayEpisode);
    for (int t = 0; t < 5; t++) {
      replayEpisode.act(0, 0);
      replayEpisode.see(seen, 0);
      buffer.grow(replayEpisode);
    }
    assertEquals(5, buffer.size());
    buffer.end(replayEpisode);
    assertEquals(0, buffer.size());
  }

  @Test
  void episodesShorterThanTheStepsTakenTogetherAreNotBegunFrom() {
    UniformReplayBuffer buffer = new UniformReplayBuffer(100, 3);
    add(buffer, 0, 2);
    assertEquals(0, buffer.starts());
    add(buffer, 1, 5);
    assertEquals(3, buffer.starts());
  }

  @Test
  void everyStepIsAsLikelyAsAnyOther() {
    UniformReplayBuffer buffer = new UniformReplayBuffer(100, 1);
    add(buffer, 0, 1);
    add(buffer, 1, 9);
    int rows = 4000;
    int first = 0;
    try (NDManager manager = TestTorch.manager();
        ReplayBatch batch = new ReplayBatch(manager, rows, 1)) {
      buffer.sample(new SplittableRandom(1), batch);
      float[] seen = batch.observation().toFloatArray();
      for (float number : seen) {
        first += number == 0 ? 1 : 0;
      }
    }
    // A tenth of 4,000 with a deviation of 19; episodes drawn evenly would give 2,000.
    assertTrue(Math.abs(first - 400) < 100, first + " of " + rows);
  }
}
