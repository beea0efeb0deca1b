package dev.hindsight.render.raster;

/// The place words have taken, if any. One owner thread.
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

  /// Whether there is room for the words.
  boolean taken() {
    return place != NONE;
  }

  /// The number of the place, below 0 if there is none.
  int place() {
    return place;
  }

  /// What is written there.
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
