package dev.hindsight.render.raster;

import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;

/// A text to place and its candidate places, numbered from 0. All in device pixels, before the text
/// is moved to stay within the picture.
sealed interface LabelCandidates
    permits BodyLabelCandidates, LineLabelCandidates, PointLabelCandidates {
  /// Additional cost of a place over the next better one, in square pixels.
  double PREFERENCE = 4;

  /// Cost of a distant place with a leader line.
  double FAR = 120;

  /// Index of a text without a body.
  int NO_BODY = -1;

  /// Whose positions to use.
  enum PlacementTime {
    /// Those when places were last chosen.
    EARLIER,
    /// Those in this picture.
    NOW
  }

  /// The full text.
  Sprite words();

  /// The short text for places without room; the full text if there is no shorter one.
  default Sprite shortened() {
    return words();
  }

  /// Its colour.
  Tone tone();

  /// Whether it is shown even if it overlaps others, like that of the selected agent.
  default boolean alwaysShown() {
    return tone() == Tone.SELECTED;
  }

  /// The index of its body, or [#NO_BODY].
  default int body() {
    return NO_BODY;
  }

  /// Number of places.
  int places();

  /// Computes the places.
  void locate(Viewpoint seen, PlacementTime placementTime);

  /// The basic cost of a place, in square pixels; at least that of the previous one.
  double preferenceCost(int place);

  /// Left edge.
  double left(int place, Sprite sprite);

  /// Upper edge.
  double top(int place, Sprite sprite);

  /// Whether a leader line joins the text at this place to its subject.
  default boolean hasLeader(int place) {
    return false;
  }

  /// Start of the leader line, and the distance from there at which it becomes visible.
  LeaderStart leaderStart(int place);

  /// A point that a leader line starts from.
  ///
  /// @param clear distance from it at which the line begins
  record LeaderStart(double x, double y, double clear) {}
}
