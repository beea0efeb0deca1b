package dev.hindsight.render.raster;

import dev.hindsight.render.MarkStyle;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.List;

/// Places all text of a picture so that it is readable: labels beside their bodies, tags beside
/// their lines, text about their points. No two overlap each other or a plate, none is cut off at
/// an edge, and they avoid bodies: [GreedyLabelPlacement] has the rules.
///
/// So that text does not change places unnecessarily, it is first placed for slightly earlier
/// positions ([Mark.Label#steadyX], [Mark.Tag#steady]); a place found then is kept as long as it is
/// free. The picture remains a function of marks, viewpoint and plates. One owner thread.
public final class LabelLayout {
  private final TextSpriteCache sprites;
  private final LabelObstacles labelObstacles = new LabelObstacles();
  private final GreedyLabelPlacement greedyLabelPlacement =
      new GreedyLabelPlacement(labelObstacles);

  /// @param palette colours of letters and casing
  public LabelLayout(Palette palette) {
    sprites = new TextSpriteCache(palette);
  }

  /// All text of a picture.
  ///
  /// @param leaders lines to distant text, drawn below the text
  public record PlacedLabels(List<PlacedLabel> placed, List<Leader> leaders) {}

  /// A line from a body to its label, or from a line to its tag, in device pixels.
  public record Leader(float x0, float y0, float x1, float y1) {
    /// From the edge of the subject to the nearest point of the text.
    private static Leader of(LabelCandidates.LeaderStart leaderStart, PlacedLabel words) {
      double toX = Math.clamp(leaderStart.x(), words.x, words.x + (double) words.sprite.width());
      double toY = Math.clamp(leaderStart.y(), words.y, words.y + (double) words.sprite.height());
      double length = Math.max(1, Math.hypot(toX - leaderStart.x(), toY - leaderStart.y()));
      double part = leaderStart.clear() / length;
      return new Leader(
          (float) (leaderStart.x() + part * (toX - leaderStart.x())),
          (float) (leaderStart.y() + part * (toY - leaderStart.y())),
          (float) toX,
          (float) toY);
    }
  }

  /// A text and its upper left corner, in device pixels.
  public record PlacedLabel(Sprite sprite, int x, int y) {}

  /// Places the text of some marks in the picture.
  ///
  /// @param viewpoint in pixels
  /// @param device device pixels per pixel
  /// @param letters scale of the text relative to the default: 1 for films
  /// @param plates what lies over the picture
  public PlacedLabels of(
      List<Mark> marks,
      Viewpoint viewpoint,
      double device,
      double letters,
      List<PlateLayout.PlacedPlate> plates) {
    double unit = device * letters * MarkStyle.textScale(viewpoint.width(), viewpoint.height());
    Viewpoint seen = viewpoint.scaled(device);
    labelObstacles.begin(seen, unit);
    PictureLabels pictureLabels =
        PictureLabels.among(
            marks, seen, new PictureLabels.Measures(unit, device), sprites, labelObstacles);
    for (PlateLayout.PlacedPlate plate : plates) {
      labelObstacles.take(plate.x(), plate.y(), plate.sprite().width(), plate.sprite().height());
    }
    labelObstacles.keep();
    greedyLabelPlacement.begin(seen);
    LabelsByPriority labelsByPriority = pictureLabels.positions();
    if (pictureLabels.keepsPositions()) {
      pictureLabels.locate(seen, LabelCandidates.PlacementTime.EARLIER, labelObstacles);
      greedyLabelPlacement.placeFirst(labelsByPriority);
      labelObstacles.clear();
    }
    pictureLabels.locate(seen, LabelCandidates.PlacementTime.NOW, labelObstacles);
    greedyLabelPlacement.placeAgain(labelsByPriority);
    return written(labelsByPriority);
  }

  private static PlacedLabels written(LabelsByPriority labelsByPriority) {
    PlacedLabels placedLabels = new PlacedLabels(new ArrayList<>(), new ArrayList<>());
    for (List<LabelPosition> kind :
        List.of(
            labelsByPriority.lasting(), labelsByPriority.passing(), labelsByPriority.others())) {
      for (LabelPosition labelPosition : kind) {
        if (labelPosition.taken()) {
          write(labelPosition, placedLabels);
        }
      }
    }
    return placedLabels;
  }

  private static void write(LabelPosition labelPosition, PlacedLabels into) {
    PlacedLabel placedLabel =
        new PlacedLabel(labelPosition.words(), labelPosition.x(), labelPosition.y());
    into.placed.add(placedLabel);
    if (labelPosition.candidates.hasLeader(labelPosition.place())) {
      into.leaders.add(
          Leader.of(labelPosition.candidates.leaderStart(labelPosition.place()), placedLabel));
    }
  }
}
