package dev.hindsight.render.film;

import dev.hindsight.trainer.task.Job;

/// A kind of file that what is seen can be saved as. To add one: a class here, and one line in
/// [BuiltInExporters].
public interface Exporter {
  /// The name on the command line: `mp4`.
  String id();

  /// The name for people.
  String title();

  /// What file names end in, without the dot.
  String extension();

  /// Whether it holds one picture or many.
  FrameCapacity motion();

  /// The work of writing one file. Nothing happens before it is run; a request that will not do is
  /// a [dev.hindsight.trainer.Problem] then. A failed or cancelled export leaves no file, and one
  /// that was there before stays as it was.
  Job<FilmReport> export(FrameSource source, ExportRequest request);

  /// One picture or many.
  enum FrameCapacity {
    /// Holds exactly one frame.
    STILL,
    /// Holds any number of frames, one after the other.
    MOVING
  }
}
