package dev.hindsight.render.raster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.LabelLayout.PlacedLabel;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LabelLayoutTest {
  private static final Viewpoint SEEN = new Viewpoint(800, 600, 0, 0, 1, 0);

  private static Mark.Label label(int number, double x, double y, double steadyX, double steadyY) {
    return new Mark.Label(
        (float) x,
        (float) y,
        (float) steadyX,
        (float) steadyY,
        List.of("KL0" + number, "33" + number % 10 + "↑ 450"),
        11,
        Tone.TEXT,
        MarkSubject.agent(number));
  }

  private static Mark.Label label(int number, double x, double y) {
    return label(number, x, y, x, y);
  }

  /// Aircraft anywhere, but at least so many pixels apart.
  private static List<Mark> sky(int aircraft, double apart, long seed) {
    Random random = new Random(seed);
    List<Mark> sky = new ArrayList<>();
    while (sky.size() < aircraft) {
      Mark.Label next =
          label(sky.size(), random.nextDouble(-360, 360), random.nextDouble(-260, 260));
      boolean free =
          sky.stream()
              .map(Mark.Label.class::cast)
              .allMatch(l -> Math.hypot(l.x() - next.x(), l.y() - next.y()) >= apart);
      if (free) {
        sky.add(next);
      }
    }
    return sky;
  }

  private static List<PlacedLabel> placed(List<Mark> marks) {
    return new LabelLayout(Palette.DARK).of(marks, SEEN, 1, 1, List.of()).placed();
  }

  private static int overlaps(List<PlacedLabel> placed) {
    int overlaps = 0;
    for (int i = 0; i < placed.size(); i++) {
      for (int j = i + 1; j < placed.size(); j++) {
        PlacedLabel a = placed.get(i);
        PlacedLabel b = placed.get(j);
        boolean across = a.x() < b.x() + b.sprite().width() && b.x() < a.x() + a.sprite().width();
        boolean down = a.y() < b.y() + b.sprite().height() && b.y() < a.y() + a.sprite().height();
        overlaps += across && down ? 1 : 0;
      }
    }
    return overlaps;
  }

  /// All on the side they like best: what a placement that does not look would do.
  private static List<PlacedLabel> blind(List<Mark> marks) {
    return marks.stream().flatMap(mark -> placed(List.of(mark)).stream()).toList();
  }

  @Test
  void noTwoOfTwentyLabelsOverlapAndNoneIsLeftOut() {
    int blind = 0;
    for (long seed = 1; seed <= 20; seed++) {
      List<Mark> sky = sky(20, 40, seed);
      List<PlacedLabel> placed = placed(sky);
      assertEquals(20, placed.size(), "seed " + seed);
      assertEquals(0, overlaps(placed), "seed " + seed);
      blind += overlaps(blind(sky));
    }
    assertTrue(blind > 20, "too easy: side by side without looking they overlap " + blind);
  }

  @Test
  void anUnchangedPictureHasUnchangedLabels() {
    List<Mark> sky = sky(50, 20, 3);
    LabelLayout words = new LabelLayout(Palette.LIGHT);

    assertEquals(
        words.of(sky, SEEN, 1, 1, List.of()).placed(),
        words.of(List.copyOf(sky), SEEN, 1, 1, List.of()).placed());
  }

  @Test
  void aLabelKeepsItsSideWhileItIsFree() {
    // While the other stood upper right, the label went elsewhere; now that is free again.
    Mark.Label other = label(1, 300, 0, 30, 22);
    PlacedLabel kept = placed(List.of(other, label(2, 0, 0))).get(1);
    PlacedLabel fresh = placed(List.of(label(1, 300, 0), label(2, 0, 0))).get(1);

    assertFalse(kept.x() == fresh.x() && kept.y() == fresh.y());
    assertTrue(fresh.x() > 400 && fresh.y() < 300, "upper right is preferred: " + fresh);
  }

  @Test
  void whereThereIsNoRoomTheNameAloneIsShownAndThenNothing() {
    List<Mark> heap = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      heap.add(label(i, i % 8, i / 8.0));
    }
    List<PlacedLabel> placed = placed(heap);
    int full = placed.getFirst().sprite().height();

    assertEquals(0, overlaps(placed));
    assertTrue(placed.size() < 60, placed.size() + " of 60");
    assertTrue(placed.stream().anyMatch(one -> one.sprite().height() < full), "all lines or none");
  }

  @Test
  void theSelectedLabelIsThereHoweverCrowdedItIs() {
    List<Mark> heap = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      heap.add(label(i, 0, 0));
    }
    Mark selected =
        new Mark.Label(0, 0, 0, 0, List.of("KL999"), 11, Tone.SELECTED, MarkSubject.agent(99));
    heap.add(selected);
    LabelLayout words = new LabelLayout(Palette.DARK);
    Sprite name = words.of(List.of(selected), SEEN, 1, 1, List.of()).placed().getFirst().sprite();

    assertTrue(
        words.of(heap, SEEN, 1, 1, List.of()).placed().stream()
            .anyMatch(one -> one.sprite().equals(name)));
  }

  @Test
  void aSentenceThatIsWiderThanThePictureIsBroken() {
    String words = "Waiting for the first ticks: whoever records this has not written any yet";
    Mark sentence = new Mark.Text(0, 0, 0, words, 15, Tone.TEXT_MUTED, MarkSubject.NONE);
    Viewpoint narrow = new Viewpoint(240, 200, 0, 0, 1, 0);
    Viewpoint wide = new Viewpoint(1000, 200, 0, 0, 1, 0);
    LabelLayout placement = new LabelLayout(Palette.DARK);
    PlacedLabel broken =
        placement.of(List.of(sentence), narrow, 1, 1, List.of()).placed().getFirst();
    PlacedLabel whole = placement.of(List.of(sentence), wide, 1, 1, List.of()).placed().getFirst();

    assertTrue(broken.x() >= 0 && broken.x() + broken.sprite().width() <= 240, broken::toString);
    assertTrue(whole.sprite().width() > 400 && whole.sprite().height() < 30, whole::toString);
  }

  @Test
  void aBrokenSentenceFitsWhateverTheWidthOfItsLetters() {
    String words = "No second recording is open. Choose File > Compare with…";
    Mark sentence = new Mark.Text(0, 0, 0, words, 15, Tone.TEXT_MUTED, MarkSubject.NONE);
    LabelLayout placement = new LabelLayout(Palette.DARK);
    List<Integer> over = new ArrayList<>();
    for (int width = 180; width < 600; width += 5) {
      Viewpoint seen = new Viewpoint(width, 400, 0, 0, 1, 0);
      PlacedLabel placed =
          placement.of(List.of(sentence), seen, 1, 2, List.of()).placed().getFirst();
      if (placed.sprite().width() > width) {
        over.add(width);
      }
    }
    assertEquals(List.of(), over);
  }

  @Test
  void whatStandsOffIsTiedToItsBody() {
    List<Mark> heap = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      heap.add(label(i, 0, 0));
    }
    assertFalse(new LabelLayout(Palette.DARK).of(heap, SEEN, 1, 1, List.of()).leaders().isEmpty());
    assertTrue(
        new LabelLayout(Palette.DARK)
            .of(List.of(label(0, 0, 0)), SEEN, 1, 1, List.of())
            .leaders()
            .isEmpty());
  }
}
