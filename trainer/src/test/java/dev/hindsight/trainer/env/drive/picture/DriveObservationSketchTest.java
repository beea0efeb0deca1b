package dev.hindsight.trainer.env.drive.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Poses;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Observed things are drawn where they were observed, checked with formulas independent of the
/// drawing.
class DriveObservationSketchTest {
  private static final float EGO_X = 31;
  private static final float EGO_Y = -12;
  private static final float EGO_HEADING = 2.1f;
  private static final int ROWS = 3;

  private static final ObservationLayout LAYOUT =
      new ObservationLayout(
          List.of(
              new Segment("ego", 0, List.of(1), List.of("speed")),
              new Segment("partners", 1, List.of(ROWS, 7), DriveLayout.PARTNER_FEATURES),
              new Segment("roads", 1 + ROWS * 7, List.of(ROWS, 7), DriveLayout.ROAD_FEATURES)));

  /// A car in partner row 1 and a kerb in road row 2; the other rows are empty.
  private static double[] observation() {
    double[] seen = new double[LAYOUT.size()];
    double[] partner = relative(40, -20);
    int p = 1 + 7;
    seen[p] = partner[0] * 0.02;
    seen[p + 1] = partner[1] * 0.02;
    seen[p + 2] = 2.0 / 15;
    seen[p + 3] = 4.6 / 30;
    seen[p + 4] = Math.cos(0.4 - EGO_HEADING);
    seen[p + 5] = Math.sin(0.4 - EGO_HEADING);
    double[] kerb = relative(28, -10);
    int r = 1 + ROWS * 7 + 2 * 7;
    seen[r] = kerb[0] * 0.02;
    seen[r + 1] = kerb[1] * 0.02;
    seen[r + 2] = 2.5 / 100;
    seen[r + 3] = 0.001;
    seen[r + 4] = Math.cos(0 - EGO_HEADING);
    seen[r + 5] = Math.sin(0 - EGO_HEADING);
    seen[r + 6] = 2;
    return seen;
  }

  private static double[] relative(double x, double y) {
    double dx = x - EGO_X;
    double dy = y - EGO_Y;
    double c = Math.cos(EGO_HEADING);
    double s = Math.sin(EGO_HEADING);
    return new double[] {c * dx + s * dy, -s * dx + c * dy};
  }

  private static MemoryRollout recording(float x) {
    double[] seen = observation();
    return new MemoryRollout("drive", 2, 1, 1)
        .with(LAYOUT)
        .with(
            "observation",
            Dtype.F4,
            (_, i) -> i < LAYOUT.size() ? 0 : seen[i % LAYOUT.size()],
            2,
            LAYOUT.size())
        .with(
            "pose",
            Dtype.F4,
            (_, i) ->
                i < 3 ? 0 : List.of(x, x == Poses.OFF_MAP ? x : EGO_Y, EGO_HEADING).get(i - 3),
            2,
            3);
  }

  private static List<Mark> of(MemoryRollout rollout, String segment, int agent) {
    return new DriveSketch()
        .at(new Moment(rollout, 0, agent), EnumSet.of(Overlay.OBSERVED)).stream()
            .filter(m -> m.subject().kind().equals(segment))
            .toList();
  }

  @Test
  void aPartnerIsPutBackWhereItWasSeen() {
    Mark.Box box =
        (Mark.Box)
            of(recording(EGO_X), "partners", 1).stream()
                .filter(m -> m instanceof Mark.Box)
                .findFirst()
                .orElseThrow();
    assertEquals(new MarkSubject("partners", 1), box.subject());
    assertEquals(40, box.x(), 1e-3);
    assertEquals(-20, box.y(), 1e-3);
    assertEquals(0.4, Math.atan2(Math.sin(box.heading()), Math.cos(box.heading())), 1e-5);
    assertEquals(4.6, box.length(), 1e-5);
    assertEquals(2.0, box.width(), 1e-5);
  }

  @Test
  void aRoadSegmentIsPutBackWhereItLies() {
    List<Mark> roads = of(recording(EGO_X), "roads", 1);
    assertEquals(List.of(new MarkSubject("roads", 2)), roads.stream().map(Mark::subject).toList());
    float[] xy = ((Mark.Polyline) roads.getFirst()).xy();
    assertEquals(28 - 2.5, xy[0], 1e-3);
    assertEquals(-10, xy[1], 1e-3);
    assertEquals(28 + 2.5, xy[2], 1e-3);
    assertEquals(-10, xy[3], 1e-3);
  }

  @Test
  void rowsNobodyFillsAreNotDrawn() {
    assertEquals(List.of(), of(recording(EGO_X), "partners", 0));
    assertEquals(List.of(), of(recording(EGO_X), "roads", 0));
  }

  @Test
  void nobodySelectedMeansNothingObserved() {
    assertEquals(List.of(), of(recording(EGO_X), "roads", Moment.NO_AGENT));
  }

  @Test
  void inLimboNothingIsDrawnAsObserved() {
    assertEquals(List.of(), of(recording(Poses.OFF_MAP), "roads", 1));
  }

  @Test
  void aLayoutThatNamesOtherThingsIsLeftAlone() {
    MemoryRollout other =
        recording(EGO_X)
            .with(
                new ObservationLayout(
                    List.of(new Segment("all", 0, List.of(LAYOUT.size()), List.of()))));
    assertTrue(of(other, "roads", 1).isEmpty());
  }
}
