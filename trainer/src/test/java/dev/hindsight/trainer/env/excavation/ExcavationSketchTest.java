package dev.hindsight.trainer.env.excavation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.excavation.picture.ExcavationSketch;
import dev.hindsight.trainer.env.excavation.picture.SiteTile;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Tone;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExcavationSketchTest {
  private static final int N = 8;

  /// Three tiles must be dug, one of which is dug; two units of soil lie in the dump zone, and one
  /// elsewhere.
  private static final MemoryRollout SITE =
      new MemoryRollout("excavation", 1, 1, 1)
          .with("pose", Dtype.F4, (_, i) -> i == 2 ? 0 : 22, 1, 3)
          .with("excavator", Dtype.I2, (_, i) -> i == 2 ? 4 : 0, 1, 5)
          .with("ground", Dtype.I1, (_, i) -> i == 0 ? -1 : i == 10 ? 2 : i == 30 ? 1 : 0, N, N)
          .with("tiles", Dtype.U1, (_, i) -> bits(i), N, N)
          .with("observation/local_maps", Dtype.I2, (_, i) -> i % 27 == 0 ? -3 : 0, 1, 12 * 9);

  private static int bits(int tile) {
    int bits = SiteTile.DUMPABLE;
    bits |= tile < 3 ? SiteTile.DIG : 0;
    bits |= tile == 10 || tile == 11 ? SiteTile.ZONE : 0;
    bits |= tile == 20 || tile == 21 ? SiteTile.WORK : 0;
    return bits;
  }

  private static List<Mark> at(Overlay... overlays) {
    Set<Overlay> shown = EnumSet.noneOf(Overlay.class);
    shown.addAll(List.of(overlays));
    return new ExcavationSketch().at(new Moment(SITE, 0, 0), shown);
  }

  private static List<String> words(List<Mark> marks) {
    return marks.stream()
        .filter(Mark.Text.class::isInstance)
        .map(mark -> ((Mark.Text) mark).words())
        .toList();
  }

  @Test
  void whatMustStillBeDugIsHatched() {
    List<Mark.Polyline> rising =
        at(Overlay.GOALS).stream()
            .filter(Mark.Polyline.class::isInstance)
            .map(Mark.Polyline.class::cast)
            .filter(line -> line.tone() == Tone.OFFROAD)
            .filter(line -> line.xy()[0] < line.xy()[2] && line.xy()[1] < line.xy()[3])
            .toList();
    assertEquals(2, rising.size());
    // Rows count downward, and y up: the first row is at the top.
    assertEquals(44 - 44f / N, rising.getFirst().xy()[1], 1e-4);
  }

  @Test
  void theProgressCountsTilesAndUnits() {
    List<String> words = words(at());
    assertTrue(words.contains("dug 1 of 3 tiles"), words.toString());
    // Four units are in the bucket.
    assertTrue(words.contains("2 of 7 units of soil in the dump zone"), words.toString());
    assertTrue(words.contains("4"), words.toString());
  }

  @Test
  void aHoleIsDarkWhereItIsAndNowhereElse() {
    List<Mark.Cells> holes =
        at().stream().filter(Mark.Cells.class::isInstance).map(Mark.Cells.class::cast).toList();
    assertEquals(1, holes.size());
    int[] argb = holes.getFirst().argb();
    for (int i = 0; i < argb.length; i++) {
      // The cells' row 0 is at the bottom.
      assertEquals(i == (N - 1) * N, argb[i] != 0, "cell " + i);
    }
  }

  @Test
  void theNextWorkIsMarkedByADiamondATile() {
    List<Mark.Polygon> diamonds =
        at().stream()
            .filter(Mark.Polygon.class::isInstance)
            .map(Mark.Polygon.class::cast)
            .filter(polygon -> polygon.tone() == Tone.SELECTED)
            .toList();
    assertEquals(1, diamonds.size());
    assertEquals(2 * 12, diamonds.getFirst().xy().length);
  }

  @Test
  void theRoseHasABarForEverySumAndIsShownOnRequest() {
    assertEquals(0, bars(at()));
    assertEquals(4, bars(at(Overlay.OBSERVED)));
    List<Mark> eyes =
        new ExcavationSketch().asObserved().orElseThrow().at(new Moment(SITE, 0, 0), Set.of());
    assertEquals(4, bars(eyes));
    assertTrue(words(eyes).contains("1 action_neg -3"), words(eyes).toString());
  }

  private static long bars(List<Mark> marks) {
    return marks.stream().filter(mark -> mark.subject().kind().equals("local_maps")).count();
  }

  @Test
  void theMachineCanBePicked() {
    assertTrue(at().stream().anyMatch(mark -> mark.subject().equals(MarkSubject.agent(0))));
  }

  @Test
  void aRecordingWithoutTheColumnsStillHasAPicture() {
    MemoryRollout poses =
        new MemoryRollout("excavation", 1, 1, 1).with("pose", Dtype.F4, (_, _) -> 1, 1, 3);
    Moment moment = new Moment(poses, 0, Moment.NO_AGENT);
    assertFalse(new ExcavationSketch().at(moment, Set.of()).isEmpty());
    assertTrue(new ExcavationSketch().legend(moment, Set.of()).isEmpty());
  }
}
