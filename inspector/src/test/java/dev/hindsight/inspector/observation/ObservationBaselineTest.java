package dev.hindsight.inspector.observation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Two trials of five ticks; trial 2 starts with one different number.
class ObservationBaselineTest {
  private static final Rollout ROLLOUT =
      new MemoryRollout("toy", 2, 10, 2)
          .with("trial", Dtype.I4, (t, _) -> t < 5 ? 0 : 1)
          .with("trial_tick", Dtype.I4, (t, _) -> t % 5)
          .with("pose", Dtype.F4, (t, i) -> t == 9 && i < 2 ? -10_000 : 1, 2, 3)
          .with("observation", Dtype.F4, (t, i) -> i == 1 && t == 5 ? 0.5 : t % 5, 2, 3);

  private static Moment at(int tick, int agent) {
    return new Moment(ROLLOUT, tick, agent);
  }

  private static int differing(
      ObservationBaseline observationBaseline, Moment now, Optional<Moment> kept) {
    return observationBaseline
        .of(now, kept)
        .map(ObservationReading::at)
        .map(other -> ObservationReading.at(now).differing(other, 0, 3))
        .orElse(-1);
  }

  @Test
  void whereTheSecondTrialBeginsOtherwiseIsCounted() {
    assertEquals(1, differing(ObservationBaseline.TRIAL_BEFORE, at(5, 0), Optional.empty()));
    assertEquals(0, differing(ObservationBaseline.TRIAL_BEFORE, at(6, 0), Optional.empty()));
    assertEquals(0, differing(ObservationBaseline.TRIAL_BEFORE, at(5, 1), Optional.empty()));
  }

  @Test
  void theFirstTrialAndTheFirstTickHaveNothingBefore() {
    assertEquals(-1, differing(ObservationBaseline.TRIAL_BEFORE, at(3, 0), Optional.empty()));
    assertEquals(-1, differing(ObservationBaseline.TICK_BEFORE, at(0, 0), Optional.empty()));
    assertEquals(3, differing(ObservationBaseline.TICK_BEFORE, at(1, 0), Optional.empty()));
  }

  @Test
  void aKeptMomentIsOfAnAgentAndATick() {
    Optional<Moment> kept = Optional.of(at(5, 0));
    assertEquals(1, differing(ObservationBaseline.KEPT, at(5, 1), kept));
    assertEquals(0, differing(ObservationBaseline.KEPT_AGENT, at(7, 1), kept));
  }

  @Test
  void aNumbersDifferenceIsToldWithItsSign() {
    ObservationReading second = ObservationReading.at(at(5, 0));
    ObservationPart number =
        new ObservationPart(
            ObservationPart.Kind.NUMBER,
            "n",
            1,
            1,
            dev.hindsight.trainer.observation.Quantity.PLAIN);
    assertEquals(
        "+0.5", second.difference(number, ObservationReading.at(at(0, 0))).replaceAll("0+$", ""));
    assertEquals("", second.difference(number, second));
  }

  @Test
  void whoStandsNowhereIsFlagged() {
    ObservationPart all =
        new ObservationPart(
            ObservationPart.Kind.SEGMENT,
            "all",
            0,
            3,
            dev.hindsight.trainer.observation.Quantity.PLAIN);
    assertEquals("⚠ off the map", ObservationReading.at(at(9, 0)).flags(all, _ -> false));
    assertEquals("", ObservationReading.at(at(8, 0)).flags(all, _ -> false));
  }
}
