package dev.hindsight.render.raster;

/// The chosen place of a text, if it has one. One owner thread.
final class LabelPosition {
  private static final int NONE = -1;

  final LabelCandidates candidates;
  private Sprite words;
  private int place = NONE;
  private int x;
  private int y;

  LabelPosition(LabelCandidates labelCandidates) {
    this.candidates = labelCandidates;
    this.words = labelCandidates.words();
  }

  /// Whether the text has a place.
  boolean taken() {
    return place != NONE;
  }

  /// The index of the place, negative if there is none.
  int place() {
    return place;
  }

  /// The text shown there.
  Sprite words() {
    return words;
  }

  int x() {
    return x;
  }

  int y() {
    return y;
  }

  void leave() {
    place = NONE;
  }

  void take(int number, Sprite written, int left, int top) {
    place = number;
    words = written;
    x = left;
    y = top;
  }
}
