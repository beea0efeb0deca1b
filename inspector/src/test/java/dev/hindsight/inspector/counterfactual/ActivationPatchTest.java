package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.patch.LaterEffect;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.record.ActivationPatch;
import dev.hindsight.trainer.record.ActivationPatch.Place;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActivationPatchTest {
  private static final int TICKS = 60;
  private static final int EARLY = 3;
  private static final int LATE = 17;

  @TempDir private Path folder;

  private static ActivationPatch.Effect apply(
      Rollout source, Rollout rollout, String policy, List<Place> places) {
    try (OpenedPolicy opened = BuiltInPolicies.open(policy, TeacherForcing.shapeOf(rollout))) {
      return new ActivationPatch(0, places)
          .apply(
              source,
              rollout,
              opened.policy(),
              Span.all(TICKS),
              Progress.SILENT,
              new Cancellation());
    }
  }

  private static ActivationPatch.Effect apply(Rollout rollout, List<Place> places) {
    return apply(rollout, rollout, "darkroom-5x5", places);
  }

  private static float[] at(Outputs outputs, int tick) {
    int width = outputs.actions();
    return Arrays.copyOfRange(outputs.logits(), tick * width, (tick + 1) * width);
  }

  private static void assertSame(Outputs one, Outputs other) {
    assertArrayEquals(one.logits(), other.logits());
    assertArrayEquals(one.values(), other.values());
  }

  private static int layers(Rollout rollout) {
    try (OpenedPolicy opened =
        BuiltInPolicies.open("darkroom-5x5", TeacherForcing.shapeOf(rollout))) {
      return opened.policy().patchableLayers();
    }
  }

  @Test
  void patchingNothingOrAnActivationByItselfChangesNoBit() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      ActivationPatch.Effect nothing = apply(rollout, List.of());
      assertSame(nothing.without(), nothing.with());
      for (int layer = 0; layer <= layers(rollout); layer++) {
        ActivationPatch.Effect itself = apply(rollout, List.of(new Place(LATE, LATE, layer)));
        assertSame(nothing.without(), itself.with());
      }
    }
  }

  @Test
  void theActivationAboveAllLayersGivesTheOutputOfItsTickToTheBit() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      ActivationPatch.Effect last =
          apply(rollout, List.of(new Place(EARLY, LATE, layers(rollout))));

      assertFalse(Arrays.equals(at(last.without(), EARLY), at(last.without(), LATE)));
      assertArrayEquals(at(last.without(), EARLY), at(last.with(), LATE));
      assertEquals(last.without().values()[EARLY], last.with().values()[LATE]);
      for (int tick = 0; tick < TICKS; tick++) {
        if (tick != LATE) {
          assertArrayEquals(
              at(last.without(), tick),
              at(last.with(), tick),
              "nothing is stored above all layers");
        }
      }
    }
  }

  @Test
  void onlyLaterTicksOfTheEpisodeCountAsLater() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      EpisodeEnds ends = new EpisodeEnds(rollout);
      int last =
          IntStream.range(EARLY, TICKS)
              .filter(tick -> ends.ended(tick, 0))
              .findFirst()
              .orElseThrow();
      ActivationPatch.Effect low = apply(rollout, List.of(new Place(EARLY, EARLY + 1, 0)));
      LaterEffect later = LaterEffect.of(LaterEffect.compare(rollout, 0, low), EARLY + 1);
      LaterEffect atTheEnd = LaterEffect.of(LaterEffect.compare(rollout, 0, low), last);

      assertTrue(last + 1 < TICKS, "another episode follows");
      assertEquals(last - EARLY - 1, later.ticks());
      assertTrue(later.meanKl() > 0);
      assertEquals(0, atTheEnd.ticks());
      assertTrue(Double.isNaN(atTheEnd.meanKl()));
    }
  }

  @Test
  void aPatchBelowALayerChangesWhatFollowsAndNothingBefore() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      ActivationPatch.Effect low = apply(rollout, List.of(new Place(EARLY, LATE, 0)));

      for (int tick = 0; tick < LATE; tick++) {
        assertArrayEquals(at(low.without(), tick), at(low.with(), tick), "tick " + tick);
      }
      assertFalse(Arrays.equals(at(low.without(), LATE), at(low.with(), LATE)));
      assertTrue(
          IntStream.range(LATE + 1, TICKS)
              .anyMatch(tick -> !Arrays.equals(at(low.without(), tick), at(low.with(), tick))),
          "later queries see its keys and values");
    }
  }

  @Test
  void patchingEverythingGivesTheOtherRunToTheBit() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      Rollout other =
          new AlteredRollout(rollout).with("observation", (_, i, value) -> value + 0.1 * (i % 3));
      List<Place> everything =
          IntStream.range(0, TICKS).mapToObj(tick -> new Place(tick, tick, 0)).toList();
      ActivationPatch.Effect effect = apply(rollout, other, "darkroom-5x5", everything);
      Outputs right = apply(rollout, List.of()).without();

      assertFalse(Arrays.equals(right.logits(), effect.without().logits()), "another run");
      assertSame(right, effect.with());
      ActivationPatch.Effect one =
          apply(rollout, other, "darkroom-5x5", everything.subList(1, TICKS));
      assertFalse(Arrays.equals(right.logits(), one.with().logits()), "all but the first tick");
    }
  }

  @Test
  void aLayerThatDoesNotExistIsRefused() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      assertThrows(
          Problem.class,
          () -> apply(rollout, List.of(new Place(EARLY, LATE, layers(rollout) + 1))));
    }
  }
}
