package dev.hindsight.render.raster;

import dev.hindsight.render.MarkStyle;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.List;

/// Places for text about a point: above it, or else below, right, left. Text wider than the picture
/// is broken into lines.
final class PointLabelCandidates implements LabelCandidates {
  private static final int[][] SIDES = {{0, -1}, {0, 1}, {1, 0}, {-1, 0}};

  /// Largest width of a line as a fraction of the picture's.
  private static final double LARGEST_WIDTH = 0.9;

  private final Mark.Text text;
  private final Sprite words;
  private final double device;
  private double x;
  private double y;
  private double gap;

  /// @param measures of the picture
  /// @param picture its width, device pixels
  PointLabelCandidates(
      Mark.Text text, TextSpriteCache sprites, PictureLabels.Measures measures, double picture) {
    this.text = text;
    this.words = words(text, sprites, (float) (text.pixels() * measures.unit()), picture);
    this.device = measures.device();
  }

  private static Sprite words(Mark.Text text, TextSpriteCache sprites, float size, double picture) {
    Sprite whole = sprites.of(text.words(), size, text.tone());
    double fits = LARGEST_WIDTH * picture / whole.width();
    if (fits >= 1) {
      return whole;
    }
    double letters = fits * text.words().length();
    Sprite broken = sprites.of(lines(text.words(), letters), size, text.tone());
    // Letters differ in width: a line of wide ones may need fewer.
    while (broken.width() > picture && letters > 1) {
      letters--;
      broken = sprites.of(lines(text.words(), letters), size, text.tone());
    }
    return broken;
  }

  /// @param most letters per line; a single word may be longer
  private static List<String> lines(String words, double most) {
    List<String> lines = new ArrayList<>();
    String line = "";
    for (String word : words.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > most) {
        lines.add(line);
        line = word;
      } else {
        line = line.isEmpty() ? word : line + " " + word;
      }
    }
    lines.add(line);
    return lines;
  }

  @Override
  public Sprite words() {
    return words;
  }

  @Override
  public Tone tone() {
    return text.tone();
  }

  @Override
  public int places() {
    return SIDES.length;
  }

  @Override
  public void locate(Viewpoint seen, PlacementTime placementTime) {
    x = seen.pixelX(text.x(), text.y());
    y = seen.pixelY(text.x(), text.y());
    gap = MarkStyle.gap(text, seen.pixelsPerMetre() / device) * device;
  }

  @Override
  public double preferenceCost(int place) {
    return place * PREFERENCE;
  }

  @Override
  public double left(int place, Sprite sprite) {
    return x + SIDES[place][0] * (gap + sprite.width() / 2.0) - sprite.width() / 2.0;
  }

  @Override
  public double top(int place, Sprite sprite) {
    return y + SIDES[place][1] * (gap + sprite.height() / 2.0) - sprite.height() / 2.0;
  }

  @Override
  public LeaderStart leaderStart(int place) {
    return new LeaderStart(x, y, gap);
  }
}
