package dev.hindsight.render.raster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.Palette;
import dev.hindsight.render.ShippedRecordings;
import dev.hindsight.render.raster.LabelLayout.PlacedLabel;
import dev.hindsight.trainer.env.airspace.radar.RadarSketch;
import dev.hindsight.trainer.outcome.RunningCounts;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The words on the radar picture of a recorded sky: callsigns, times to losses, shares of
/// attention.
class AirspaceLabelsTest {
  private static final int TICKS = 72;
  private static final int WATCHED = 7;
  private static final Sketch SKETCH = new RadarSketch();

  /// Pixels around a picture on which words are put as if nothing ended there.
  private static final double AROUND = 300;

  @TempDir private static Path folder;

  private static Path sky = Path.of("none");

  private final LabelLayout words = new LabelLayout(Palette.DARK);
  private final PlateLayout plateLayout = new PlateLayout(Palette.DARK);

  @BeforeAll
  static void record() {
    sky = folder.resolve("sky.rollout");
    ShippedRecordings.sky(TICKS, sky);
  }

  /// A picture and what is written on it.
  private record Picture(List<Mark> marks, Viewpoint seen, List<PlateLayout.PlacedPlate> plates) {}

  private List<Picture> pictures(Rollout rollout, Camera camera, int width, int height) {
    RunningCounts tally = new RunningCounts(rollout);
    var backdrop = SKETCH.backdrop(rollout);
    return IntStream.range(0, TICKS)
        .mapToObj(tick -> {
          Moment moment = new Moment(rollout, tick, WATCHED);
          Viewpoint seen = Viewpoint.of(camera, backdrop.bounds(), moment, width, height);
          var shown = SKETCH.sceneDefaults().shown();
          return new Picture(
              SKETCH.at(moment, shown),
              seen,
              plateLayout.of(Captions.of(moment, shown, tally), backdrop.unit(), seen, 1, 1));
        })
        .toList();
  }

  private List<PlacedLabel> placed(Picture picture) {
    return words.of(picture.marks, picture.seen, 1, 1, picture.plates).placed();
  }

  /// Where each would be if there were nothing but it, and the picture went on.
  private List<PlacedLabel> blind(Picture picture) {
    Viewpoint seen = picture.seen;
    Viewpoint wide = seen.resized(seen.width() + 2 * AROUND, seen.height() + 2 * AROUND);
    return picture.marks.stream()
        .filter(AirspaceLabelsTest::worded)
        .flatMap(mark -> words.of(List.of(mark), wide, 1, 1, List.of()).placed().stream())
        .map(one -> new PlacedLabel(one.sprite(), one.x() - (int) AROUND, one.y() - (int) AROUND))
        .filter(one -> overlap(one, 0, 0, seen.width(), seen.height()) > 0)
        .toList();
  }

  private static boolean worded(Mark mark) {
    return mark instanceof Mark.Label || mark instanceof Mark.Tag || mark instanceof Mark.Text;
  }

  private static double overlap(PlacedLabel one, double x, double y, double width, double height) {
    return RectangleGrid.overlap(
        one.x(), one.y(), one.sprite().width(), one.sprite().height(), x, y, width, height);
  }

  /// Everything that is wrong with words: over each other, under a plate, cut off.
  private static Map<String, Integer> faults(List<PlacedLabel> placed, Picture picture) {
    Map<String, Integer> faults = new HashMap<>();
    for (int i = 0; i < placed.size(); i++) {
      PlacedLabel one = placed.get(i);
      double area = (double) one.sprite().width() * one.sprite().height();
      if (overlap(one, 0, 0, picture.seen.width(), picture.seen.height()) < area) {
        faults.merge("cut off", 1, Integer::sum);
      }
      for (PlateLayout.PlacedPlate plate : picture.plates) {
        if (overlap(one, plate.x(), plate.y(), plate.sprite().width(), plate.sprite().height())
            > 0) {
          faults.merge("under a plate", 1, Integer::sum);
        }
      }
      for (PlacedLabel other : placed.subList(i + 1, placed.size())) {
        if (overlap(one, other.x(), other.y(), other.sprite().width(), other.sprite().height())
            > 0) {
          faults.merge("over another", 1, Integer::sum);
        }
      }
    }
    return faults;
  }

  @ParameterizedTest
  @CsvSource({"560, 420", "760, 520", "1280, 720"})
  void noWordIsCutOffOrLiesOverAnotherAndTheSelectedOneIsThere(int width, int height)
      throws Exception {
    try (Rollout rollout = Rollouts.open(sky)) {
      Map<String, Integer> faults = new HashMap<>();
      Map<String, Integer> planted = new HashMap<>();
      for (Camera camera :
          List.of(
              new Camera.WholeMap(),
              new Camera.Follow(WATCHED, 60_000, Camera.Up.NORTH),
              new Camera.Free(40_000, 60_000, 90_000, 0.4))) {
        for (Picture picture : pictures(rollout, camera, width, height)) {
          List<PlacedLabel> placed = placed(picture);
          faults(placed, picture).forEach((fault, n) -> faults.merge(fault, n, Integer::sum));
          faults(blind(picture), picture)
              .forEach((fault, n) -> planted.merge(fault, n, Integer::sum));
          assertTrue(selectedIsThere(picture, placed), () -> "the selected one in " + picture.seen);
        }
      }
      assertEquals(Map.of(), faults);
      assertTrue(planted.size() == 3, "words that do not look about have all faults: " + planted);
    }
  }

  private boolean selectedIsThere(Picture picture, List<PlacedLabel> placed) {
    return picture.marks.stream()
        .filter(mark -> mark instanceof Mark.Label && mark.tone() == Tone.SELECTED)
        .flatMap(mark -> words.of(List.of(mark), picture.seen, 1, 1, List.of()).placed().stream())
        .allMatch(alone -> placed.stream().anyMatch(one -> one.sprite().equals(alone.sprite())));
  }

  /// Without avoiding each other's places as these do, two of three were left out in small
  /// pictures.
  @Test
  void timesAndSharesFindRoomInASmallPicture() throws Exception {
    try (Rollout rollout = Rollouts.open(sky)) {
      int wanted = 0;
      int there = 0;
      for (Picture picture : pictures(rollout, new Camera.WholeMap(), 560, 420)) {
        List<PlacedLabel> placed = placed(picture);
        for (Mark mark : picture.marks) {
          if (mark instanceof Mark.Tag) {
            var alone = words.of(List.of(mark), picture.seen, 1, 1, List.of()).placed().getFirst();
            wanted++;
            there += placed.stream().anyMatch(one -> one.sprite().equals(alone.sprite())) ? 1 : 0;
          }
        }
      }
      assertTrue(wanted > TICKS, "only " + wanted);
      assertTrue(there > 0.9 * wanted, there + " of " + wanted);
    }
  }

  @Test
  void labelsMoveLessThanIfEveryPictureWereTheFirst() throws Exception {
    try (Rollout rollout = Rollouts.open(sky)) {
      List<Picture> pictures = pictures(rollout, new Camera.WholeMap(), 760, 520);
      int steady = moves(pictures.stream().map(AirspaceLabelsTest::worded).toList());
      int fresh = moves(pictures.stream().map(AirspaceLabelsTest::forgetful).toList());

      assertTrue(steady < 0.75 * fresh, steady + " moves, without memory " + fresh);
    }
  }

  /// How often a label is elsewhere beside its body than in the picture before.
  private int moves(List<Picture> pictures) {
    int moves = 0;
    Map<MarkSubject, double[]> before = Map.of();
    for (Picture picture : pictures) {
      Map<MarkSubject, double[]> now = new HashMap<>();
      List<PlacedLabel> placed = placed(picture);
      for (Mark mark : picture.marks) {
        if (mark instanceof Mark.Label label) {
          var alone = words.of(List.of(label), picture.seen, 1, 1, List.of()).placed().getFirst();
          placed.stream()
              .filter(one -> one.sprite().equals(alone.sprite()))
              .findFirst()
              .ifPresent(one -> now.put(label.subject(), beside(label, one, picture.seen)));
        }
      }
      for (Map.Entry<MarkSubject, double[]> one : now.entrySet()) {
        double[] then = before.getOrDefault(one.getKey(), one.getValue());
        double far = Math.hypot(then[0] - one.getValue()[0], then[1] - one.getValue()[1]);
        moves += far > 6 ? 1 : 0;
      }
      before = now;
    }
    return moves;
  }

  private static double[] beside(Mark.Label label, PlacedLabel placedLabel, Viewpoint seen) {
    return new double[] {
      placedLabel.x() - seen.pixelX(label.x(), label.y()),
      placedLabel.y() - seen.pixelY(label.x(), label.y())
    };
  }

  /// The same with words that do not change.
  private static Picture worded(Picture picture) {
    return with(picture, false);
  }

  /// The same where nothing is known of before.
  private static Picture forgetful(Picture picture) {
    return with(picture, true);
  }

  private static Picture with(Picture picture, boolean forgetful) {
    List<Mark> marks = new ArrayList<>();
    for (Mark mark : picture.marks) {
      marks.add(
          mark instanceof Mark.Label l
              ? new Mark.Label(
                  l.x(),
                  l.y(),
                  forgetful ? l.x() : l.steadyX(),
                  forgetful ? l.y() : l.steadyY(),
                  List.of(l.lines().getFirst(), "330 450"),
                  l.pixels(),
                  Tone.TEXT,
                  l.subject())
              : mark);
    }
    return new Picture(marks, picture.seen, picture.plates);
  }
}
