package dev.hindsight.render.raster;

import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.List;

/// Places text in the order of the list, each at the cheapest place. If every place overlaps other
/// text, the first line alone tries again, then the text is left out; text marked as always shown
/// always gets a place. One owner thread.
final class GreedyLabelPlacement {
  /// Cost of the part outside the picture before text is moved inside, relative to area over a
  /// body.
  private static final double OUTSIDE = 4;

  /// Bonus for staying, in square pixels.
  private static final double STAYING = 400;

  private final LabelObstacles labelObstacles;
  private Viewpoint seen = new Viewpoint(1, 1, 0, 0, 1, 0);

  GreedyLabelPlacement(LabelObstacles labelObstacles) {
    this.labelObstacles = labelObstacles;
  }

  /// @param picture in device pixels
  void begin(Viewpoint picture) {
    seen = picture;
  }

  /// Places all text for the first time: text that prefers to stay comes first, so that others do
  /// not disturb it.
  void placeFirst(LabelsByPriority labelsByPriority) {
    labelsByPriority.lasting().forEach(this::choose);
    labelsByPriority.passing().forEach(this::choose);
  }

  /// Places all text again. Tags choose before labels, but do not disturb them if there is other
  /// room. Of the labels, those that can stay do so, and then the others choose: no label moves
  /// just because another one that was free to choose took its place.
  void placeAgain(LabelsByPriority labelsByPriority) {
    List<LabelPosition> pending = new ArrayList<>(labelsByPriority.lasting().size());
    for (LabelPosition labelPosition : labelsByPriority.lasting()) {
      if (labelPosition.candidates.alwaysShown()) {
        choose(labelPosition);
      } else {
        pending.add(labelPosition);
        reserve(labelPosition);
      }
    }
    labelsByPriority.passing().forEach(this::choose);
    labelObstacles.release();
    pending.removeIf(labelPosition -> labelPosition.taken() && stays(labelPosition));
    pending.forEach(this::choose);
    labelsByPriority.others().forEach(this::choose);
  }

  private void reserve(LabelPosition labelPosition) {
    if (labelPosition.taken()) {
      Sprite words = labelPosition.words();
      double x = labelPosition.candidates.left(labelPosition.place(), words);
      double y = labelPosition.candidates.top(labelPosition.place(), words);
      labelObstacles.reserve(x, y, words.width(), words.height());
    }
  }

  private boolean stays(LabelPosition labelPosition) {
    int place = labelPosition.place();
    Sprite words = labelPosition.words();
    boolean free = cost(labelPosition.candidates, place, words, STAYING) < STAYING;
    return free && sit(labelPosition, place, words);
  }

  private void choose(LabelPosition labelPosition) {
    LabelCandidates labelCandidates = labelPosition.candidates;
    int before = labelPosition.place();
    labelPosition.leave();
    if (!sit(
        labelPosition,
        best(labelCandidates, labelCandidates.words(), before),
        labelCandidates.words())) {
      sit(
          labelPosition,
          best(labelCandidates, labelCandidates.shortened(), before),
          labelCandidates.shortened());
    }
  }

  /// Takes a place if the text there overlaps no other text, or must be shown anyway.
  private boolean sit(LabelPosition labelPosition, int place, Sprite words) {
    LabelCandidates labelCandidates = labelPosition.candidates;
    int x =
        (int) Math.round(within(labelCandidates.left(place, words), words.width(), seen.width()));
    int y =
        (int) Math.round(within(labelCandidates.top(place, words), words.height(), seen.height()));
    if (!labelCandidates.alwaysShown() && labelObstacles.overWords(x, y, words)) {
      return false;
    }
    labelPosition.take(place, words, x, y);
    labelObstacles.take(x, y, words.width(), words.height());
    return true;
  }

  /// The cheapest place.
  private int best(LabelCandidates labelCandidates, Sprite words, int before) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    int places = labelCandidates.places();
    for (int place = 0; place < places; place++) {
      double cost = labelCandidates.preferenceCost(place) - (place == before ? STAYING : 0);
      if (cost < least) {
        cost += cost(labelCandidates, place, words, least - cost);
        if (cost < least) {
          least = cost;
          best = place;
        }
      }
    }
    return best;
  }

  /// The cost of a place; the computation stops at `enough`.
  private double cost(LabelCandidates labelCandidates, int place, Sprite words, double enough) {
    double x = labelCandidates.left(place, words);
    double y = labelCandidates.top(place, words);
    double insideX = within(x, words.width(), seen.width());
    double insideY = within(y, words.height(), seen.height());
    if (insideX == x && insideY == y) {
      return labelObstacles.cost(labelCandidates.body(), x, y, words, enough);
    }
    // Moved inside, the text may overlap its own body.
    double area = (double) words.width() * words.height();
    double inside =
        RectangleGrid.overlap(
            x, y, words.width(), words.height(), 0, 0, seen.width(), seen.height());
    double outside = OUTSIDE * (area - inside);
    return outside
        + labelObstacles.cost(LabelCandidates.NO_BODY, insideX, insideY, words, enough - outside);
  }

  /// Start along one axis after moving the text onto the picture.
  private static double within(double from, int length, double picture) {
    return Math.max(0, Math.min(from, Math.floor(picture) - length));
  }
}
