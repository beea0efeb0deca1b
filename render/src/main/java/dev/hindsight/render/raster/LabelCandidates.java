package dev.hindsight.render.raster;

import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;

/// Words that want a place, and the places that would do, numbered from 0. All in device pixels,
/// and before anything is moved to stay within the picture.
sealed interface LabelCandidates
    permits BodyLabelCandidates, LineLabelCandidates, PointLabelCandidates {
  /// What a place costs more than the one preferred to it, in square pixels.
  double PREFERENCE = 4;

  /// What it costs to stand off, tied by a line.
  double FAR = 120;

  /// Belongs to no body.
  int NO_BODY = -1;

  /// Which of the places where things were is meant.
  enum PlacementTime {
    /// When places were last chosen.
    EARLIER,
    /// In this picture.
    NOW
  }

  /// Everything there is to say.
  Sprite words();

  /// What is said where there is no room for everything; the same where there is no less.
  default Sprite shortened() {
    return words();
  }

  /// Their colour.
  Tone tone();

  /// Whether they are there whatever they lie over, as those of the selected one are.
  default boolean alwaysShown() {
    return tone() == Tone.SELECTED;
  }

  /// The number of the body they belong to, or [#NO_BODY].
  default int body() {
    return NO_BODY;
  }

  /// How many places there are.
  int places();

  /// Sets where the places are.
  void locate(Viewpoint seen, PlacementTime placementTime);

  /// What a place costs before it is looked at, in square pixels; no less than that of the one
  /// before.
  double preferenceCost(int place);

  /// Left edge.
  double left(int place, Sprite sprite);

  /// Upper edge.
  double top(int place, Sprite sprite);

  /// Whether a line ties words in this place to what they are about.
  default boolean hasLeader(int place) {
    return false;
  }

  /// Where that line begins, and how far from there it is to be seen.
  LeaderStart leaderStart(int place);

  /// A point that words are tied to.
  ///
  /// @param clear how far from it the line begins
  record LeaderStart(double x, double y, double clear) {}
}
