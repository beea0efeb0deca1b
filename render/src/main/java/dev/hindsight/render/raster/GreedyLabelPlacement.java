package dev.hindsight.render.raster;

import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.List;

/// Gives words their places, in the order in which they ask: that which costs least. Where words
/// lie over others in every place, their first line alone tries again, then they have none; those
/// that are certain have one always. One owner thread.
final class GreedyLabelPlacement {
  /// What the part outside the picture costs before words are moved inside, times one over a body.
  private static final double OUTSIDE = 4;

  /// What staying is worth, in square pixels.
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

  /// All choose anew: first those that like to stay, so that others do not disturb them.
  void placeFirst(LabelsByPriority labelsByPriority) {
    labelsByPriority.lasting().forEach(this::choose);
    labelsByPriority.passing().forEach(this::choose);
  }

  /// All choose again. What passes chooses before what lasts, but does not disturb it where there
  /// is other room. Of what lasts, who can stay, stays, and then the others choose: nobody moves
  /// because somebody else did who had the choice.
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

  /// Takes a place if words there lie over no others, or have to.
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

  /// The place that costs least.
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

  /// What it costs to be there; reckoned no further than up to `enough`.
  private double cost(LabelCandidates labelCandidates, int place, Sprite words, double enough) {
    double x = labelCandidates.left(place, words);
    double y = labelCandidates.top(place, words);
    double insideX = within(x, words.width(), seen.width());
    double insideY = within(y, words.height(), seen.height());
    if (insideX == x && insideY == y) {
      return labelObstacles.cost(labelCandidates.body(), x, y, words, enough);
    }
    // Moved inside, they may lie over their own body.
    double area = (double) words.width() * words.height();
    double inside = LabelObstacles.overlap(x, y, words, 0, 0, seen.width(), seen.height());
    double outside = OUTSIDE * (area - inside);
    return outside
        + labelObstacles.cost(LabelCandidates.NO_BODY, insideX, insideY, words, enough - outside);
  }

  /// Where something begins along one axis once it is moved onto the picture.
  private static double within(double from, int length, double picture) {
    return Math.max(0, Math.min(from, Math.floor(picture) - length));
  }
}
