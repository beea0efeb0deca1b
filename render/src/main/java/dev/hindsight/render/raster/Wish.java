package dev.hindsight.render.raster;

import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;

/// Words that want a place, and the places that would do, numbered from 0. All in device pixels,
/// and before anything is moved to stay within the picture.
sealed interface Wish permits LabelWish, TagWish, TextWish {
  /// What a place costs more than the one preferred to it, in square pixels.
  double PREFERENCE = 4;

  /// What it costs to stand off, tied by a line.
  double FAR = 120;

  /// Belongs to no body.
  int NOBODY = -1;

  /// Which of the places where things were is meant.
  enum Time {
    /// When places were last chosen.
    EARLIER,
    /// In this picture.
    NOW
  }

  /// Everything there is to say.
  Sprite words();

  /// What is said where there is no room for everything; the same where there is no less.
  default Sprite brief() {
    return words();
  }

  /// Their colour.
  Tone tone();

  /// Whether they are there whatever they lie over, as those of the selected one are.
  default boolean certain() {
    return tone() == Tone.SELECTED;
  }

  /// The number of the body they belong to, or [#NOBODY].
  default int body() {
    return NOBODY;
  }

  /// How many places there are.
  int places();

  /// Sets where the places are.
  void locate(Viewpoint seen, Time time);

  /// What a place costs before it is looked at, in square pixels; no less than that of the one
  /// before.
  double dislike(int place);

  /// Left edge.
  double left(int place, Sprite sprite);

  /// Upper edge.
  double top(int place, Sprite sprite);

  /// Whether a line ties words in this place to what they are about.
  default boolean tied(int place) {
    return false;
  }

  /// Where that line begins, and how far from there it is to be seen.
  Tie tie(int place);

  /// A point that words are tied to.
  ///
  /// @param clear how far from it the line begins
  record Tie(double x, double y, double clear) {}
}
