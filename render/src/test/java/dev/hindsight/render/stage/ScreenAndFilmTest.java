package dev.hindsight.render.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.Palette;
import dev.hindsight.render.ShippedRecordings;
import dev.hindsight.trainer.env.drive.picture.DriveSketch;
import dev.hindsight.trainer.env.drive.picture.GridTown;
import dev.hindsight.trainer.env.drive.picture.LoggedTraffic;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Tone;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The film shows what the screen shows: JavaFX and Java2D paint the same picture, except for how
/// each smooths edges.
class ScreenAndFilmTest {
  @TempDir private static Path folder;

  private static Path driving = Path.of("none");

  @BeforeAll
  static void record() {
    driving = folder.resolve("driving.rollout");
    ShippedRecordings.driving(driving);
  }

  /// Part of the pixels that may differ plainly.
  private static final double MOST_SHARE = 0.002;

  /// How different the worst square may be, of 255; shapes and words come to 2.
  private static final double MOST_WORST = 2.5;

  /// As much for cells, whose edges JavaFX smooths and Java2D does not.
  private static final double MOST_WORST_OF_CELLS = 14;

  private static final Rollout TRIALS =
      new MemoryRollout("still", 2, 8, 4)
          .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 2))
          .with("pose", Dtype.F4, (_, i) -> i % 3 == 2 ? 0.7 : i < 3 ? -8 : 4, 2, 3);

  private static final Moment STILL = new Moment(TRIALS, 3, 1);
  private static final AllMarksSketch LIFE = AllMarksSketch.ofShapes();

  static Stream<Arguments> views() {
    List<Arguments> views = new ArrayList<>();
    for (Palette palette : List.of(Palette.DARK, Palette.LIGHT)) {
      for (Camera camera :
          List.of(
              new Camera.WholeMap(),
              new Camera.Follow(1, 36, Camera.Up.NORTH),
              new Camera.Follow(1, 48, Camera.Up.HEADING),
              new Camera.Free(-9.3, 2.1, 41.7, -0.4))) {
        views.add(Arguments.of(camera, palette));
      }
    }
    return views.stream();
  }

  @ParameterizedTest
  @MethodSource("views")
  void shapesAndWordsLookTheSame(Camera camera, Palette palette) throws Exception {
    assertAlike(MOST_WORST, STILL, LIFE, camera, palette);
  }

  @ParameterizedTest
  @MethodSource("views")
  void aCrowdLooksTheSame(Camera camera, Palette palette) throws Exception {
    assertAlike(MOST_WORST, STILL, LIFE.crowded(), camera, palette);
  }

  @ParameterizedTest
  @MethodSource("views")
  void aCrowdFollowsTheCamera(Camera camera, Palette palette) throws Exception {
    Sketch crowd = LIFE.crowded();
    assertAlike(
        MOST_WORST,
        ScreenAndFilmPictures.screenAfterMoving(
            STILL, crowd, new Camera.Free(3, -2, 30, 0.2), camera, palette),
        ScreenAndFilmPictures.film(STILL, crowd, camera, palette));
  }

  @ParameterizedTest
  @MethodSource("views")
  void cellsLookTheSame(Camera camera, Palette palette) throws Exception {
    assertAlike(MOST_WORST_OF_CELLS, STILL, AllMarksSketch.ofCells(), camera, palette);
  }

  @ParameterizedTest
  @MethodSource("views")
  void aTownInTheThirdTrialLooksTheSame(Camera camera, Palette palette) throws Exception {
    Rollout town = LoggedTraffic.of(GridTown.map(3, 24), 4, 6);
    assertAlike(
        MOST_WORST, new Moment(town, town.ticks() * 5 / 8, 7), new DriveSketch(), camera, palette);
  }

  @ParameterizedTest
  @MethodSource("views")
  void aRecordingOfTheShippedDriverLooksTheSame(Camera camera, Palette palette) throws Exception {
    try (Rollout demo = Rollouts.open(driving)) {
      assertAlike(
          MOST_WORST, new Moment(demo, demo.ticks() - 1, 1), new DriveSketch(), camera, palette);
    }
  }

  /// If the film had any one mark less than the screen, this test would fail.
  @Test
  void aMissingMarkIsSeen() throws Exception {
    for (int i = 0; i < LIFE.marks().size(); i++) {
      assertApart("without " + LIFE.marks().get(i), LIFE.without(i));
    }
  }

  @Test
  void aBodyTwoPixelsBesideItsPlaceIsSeen() throws Exception {
    for (int i = 0; i < LIFE.marks().size(); i++) {
      if (LIFE.marks().get(i) instanceof Mark.Box b) {
        // The whole map: 640 pixels for 80 m and a margin, so 2 pixels are 0.28 m.
        Mark moved =
            new Mark.Box(
                b.x(),
                b.y() + 0.28f,
                b.heading(),
                b.length(),
                b.width(),
                b.fill(),
                b.tone(),
                b.subject());
        assertApart("moved " + b, LIFE.with(i, moved));
      }
    }
  }

  @Test
  void aGhostWithoutItsOutlineIsSeen() throws Exception {
    for (int i = 0; i < LIFE.marks().size(); i++) {
      if (LIFE.marks().get(i) instanceof Mark.Box b && b.fill() == Mark.Fill.HOLLOW) {
        assertApart("faint " + b, LIFE.with(i, painted(b, Mark.Fill.FAINT, b.tone())));
        assertApart("solid " + b, LIFE.with(i, painted(b, Mark.Fill.SOLID, b.tone())));
      }
    }
  }

  @Test
  void aBodyInAnotherColourIsSeen() throws Exception {
    for (int i = 0; i < LIFE.marks().size(); i++) {
      if (LIFE.marks().get(i) instanceof Mark.Box b) {
        assertApart("recoloured " + b, LIFE.with(i, painted(b, b.fill(), Tone.GOAL)));
      }
    }
  }

  @Test
  void aCaptionOfAnotherTrialIsSeen() throws Exception {
    PictureDifference found =
        PictureDifference.between(
            ScreenAndFilmPictures.screen(STILL, LIFE, new Camera.WholeMap(), Palette.DARK),
            ScreenAndFilmPictures.film(
                new Moment(TRIALS, 5, 1), LIFE, new Camera.WholeMap(), Palette.DARK));
    assertTrue(found.worst() > MOST_WORST, found::toString);
  }

  @Test
  void aPictureIsLikeItself() throws Exception {
    var film = ScreenAndFilmPictures.film(STILL, LIFE, new Camera.WholeMap(), Palette.LIGHT);
    assertEquals(new PictureDifference(0, 0, 0, 0), PictureDifference.between(film, film));
  }

  private static Mark painted(Mark.Box b, Mark.Fill fill, Tone tone) {
    return new Mark.Box(b.x(), b.y(), b.heading(), b.length(), b.width(), fill, tone, b.subject());
  }

  private static void assertAlike(
      double mostWorst, Moment moment, Sketch sketch, Camera camera, Palette palette)
      throws Exception {
    assertAlike(
        mostWorst,
        ScreenAndFilmPictures.screen(moment, sketch, camera, palette),
        ScreenAndFilmPictures.film(moment, sketch, camera, palette));
  }

  private static void assertAlike(double mostWorst, BufferedImage screen, BufferedImage film) {
    PictureDifference found = PictureDifference.between(screen, film);
    assertTrue(found.share() <= MOST_SHARE && found.worst() <= mostWorst, found::toString);
  }

  /// The screen shows the still life, the film a faulty one.
  private static void assertApart(String fault, AllMarksSketch faulty) throws Exception {
    Camera camera = new Camera.WholeMap();
    for (Palette palette : List.of(Palette.DARK, Palette.LIGHT)) {
      PictureDifference found =
          PictureDifference.between(
              ScreenAndFilmPictures.screen(STILL, LIFE, camera, palette),
              ScreenAndFilmPictures.film(STILL, faulty, camera, palette));
      assertTrue(found.worst() > MOST_WORST, () -> fault + " in " + palette.name() + ": " + found);
    }
  }
}
