package dev.hindsight.trainer.scene;

/// Marks of the selected agent: a ring around it and its number, whatever its colour.
public final class SelectionMarks {
  /// Radius of the ring, in body lengths.
  private static final float RING = 0.85f;

  private static final float RING_PIXELS = 13;
  private static final float LETTERS = 12;

  private SelectionMarks() {}

  /// The ring, to draw below the body.
  ///
  /// @param length of the body, metres
  public static Mark halo(Poses.Pose pose, float length) {
    return new Mark.Disc(
        pose.x(),
        pose.y(),
        RING * length,
        RING_PIXELS,
        Mark.Fill.HOLLOW,
        Tone.SELECTED,
        MarkSubject.NONE);
  }

  /// The number of an agent, above its body.
  ///
  /// @param length of the body, metres
  /// @param tone [Tone#SELECTED] for the selected one, [Tone#TEXT] for others
  public static Mark label(Poses.Pose pose, float length, int agent, Tone tone) {
    return new Mark.Text(
        pose.x(),
        pose.y(),
        0.5f * length,
        Integer.toString(agent),
        LETTERS,
        tone,
        MarkSubject.NONE);
  }
}
