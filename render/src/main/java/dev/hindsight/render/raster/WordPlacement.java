package dev.hindsight.render.raster;

import dev.hindsight.render.Look;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.List;

/// Puts words beside their points so that no two lie over each other: above, or else below, to the
/// right, to the left, or else not at all. The selected agent's come first and are always there;
/// before all words come labels, which [LabelPlacement] puts. One owner thread.
public final class WordPlacement {
  private final WordSprites words;
  private final LabelPlacement labels;

  /// @param palette colours of letters and casing
  public WordPlacement(Palette palette) {
    words = new WordSprites(palette);
    labels = new LabelPlacement(words);
  }

  /// All words of a picture.
  ///
  /// @param leaders lines from bodies to labels that stand off, to be drawn below the words
  public record Words(List<Placed> placed, List<Leader> leaders) {}

  /// A line from a body to its label, in device pixels.
  public record Leader(float x0, float y0, float x1, float y1) {}

  /// Words and where their upper left corner goes, in device pixels.
  public record Placed(Sprite sprite, int x, int y) {
    private boolean over(Placed other) {
      return x < other.x + other.sprite.width()
          && other.x < x + sprite.width()
          && y < other.y + other.sprite.height()
          && other.y < y + sprite.height();
    }
  }

  /// The words among some marks that are on the picture.
  ///
  /// @param viewpoint in pixels
  /// @param device device pixels per pixel
  /// @param letters how large words are, times the usual: 1 for films
  public Words of(List<Mark> marks, Viewpoint viewpoint, double device, double letters) {
    Scale scale = new Scale(device, letters);
    List<Placed> placed = new ArrayList<>();
    List<Leader> leaders = new ArrayList<>();
    labels.place(marks, viewpoint, device, letters, placed, leaders);
    for (Mark mark : marks) {
      if (mark instanceof Mark.Text text && text.tone() == Tone.SELECTED) {
        placed.add(at(text, viewpoint, scale, Side.ABOVE));
      }
    }
    for (Mark mark : marks) {
      if (mark instanceof Mark.Text text && text.tone() != Tone.SELECTED && seen(text, viewpoint)) {
        place(text, viewpoint, scale, placed);
      }
    }
    return new Words(placed, leaders);
  }

  /// @param device device pixels per pixel
  /// @param letters size of words, times the usual
  private record Scale(double device, double letters) {}

  private enum Side {
    ABOVE(0, -1),
    BELOW(0, 1),
    RIGHT(1, 0),
    LEFT(-1, 0);

    private final int right;
    private final int down;

    Side(int right, int down) {
      this.right = right;
      this.down = down;
    }
  }

  private static boolean seen(Mark.Text text, Viewpoint viewpoint) {
    double x = viewpoint.pixelX(text.x(), text.y());
    double y = viewpoint.pixelY(text.x(), text.y());
    return x >= 0 && y >= 0 && x <= viewpoint.width() && y <= viewpoint.height();
  }

  private void place(Mark.Text text, Viewpoint viewpoint, Scale scale, List<Placed> placed) {
    for (Side side : Side.values()) {
      Placed candidate = at(text, viewpoint, scale, side);
      if (placed.stream().noneMatch(candidate::over)) {
        placed.add(candidate);
        return;
      }
    }
  }

  private Placed at(Mark.Text text, Viewpoint viewpoint, Scale scale, Side side) {
    double device = scale.device();
    double size =
        text.pixels()
            * Look.words(viewpoint.width(), viewpoint.height())
            * device
            * scale.letters();
    Sprite sprite = words.of(text.words(), (float) size, text.tone());
    double gap = Look.gap(text, viewpoint.pixelsPerMetre()) * device;
    double middleX =
        viewpoint.pixelX(text.x(), text.y()) * device + side.right * (gap + sprite.width() / 2.0);
    double middleY =
        viewpoint.pixelY(text.x(), text.y()) * device + side.down * (gap + sprite.height() / 2.0);
    return new Placed(
        sprite,
        (int) Math.floor(middleX - sprite.width() / 2.0 + 0.5),
        (int) Math.floor(middleY - sprite.height() / 2.0 + 0.5));
  }
}
