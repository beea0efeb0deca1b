package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What an update's observations may take.
class RolloutSizeTest {
  private static final int NUMBERS = 28_000;
  private static final ObservationPacking FLOATS = ObservationPacking.ofFloats(NUMBERS);
  private static final ObservationPacking MAPS =
      new ObservationPacking(
          new ObservationLayout(
              List.of(
                  new ObservationLayout.Segment(
                      "maps", 0, List.of(7, 40, 100), List.of(), List.of(), NumberType.I1))));

  @Test
  void floatsMustFitOneBufferAndPackedOnesOneForEachRow() {
    long much = 1L << 40;
    assertEquals(19_173, new RolloutSize(1024, 1024, 32, FLOATS).mostObservations(much));
    assertTrue(new RolloutSize(1024, 1024, 32, MAPS).mostObservations(much) > 1_000_000);
    assertEquals(0, new RolloutSize(1, 1, 100_000, MAPS).mostObservations(much));
  }

  @Test
  void bothMustFitTheMemoryOfTheProcess() {
    assertEquals(1000, new RolloutSize(1024, 1024, 32, MAPS).mostObservations(28_000_999));
    assertEquals(250, new RolloutSize(1024, 1024, 32, FLOATS).mostObservations(28_000_999));
  }

  @Test
  void tooManyAreRefusedWithTheNumberOfEnvironmentsThatFits() {
    Problem problem =
        assertThrows(Problem.class, () -> new RolloutSize(1024, 1024, 32, FLOATS).check());
    assertEquals("num_envs", problem.where());
    assertDoesNotThrow(() -> new RolloutSize(64, 64, 32, MAPS).check());
  }
}
