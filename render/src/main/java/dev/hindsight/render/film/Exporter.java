package dev.hindsight.render.film;

import dev.hindsight.trainer.task.Job;

/// A kind of file for pictures. To add one: a class here, and one line in [BuiltInExporters].
public interface Exporter {
  /// The name on the command line: `mp4`.
  String id();

  /// The name for people.
  String title();

  /// Extension of file names, without the dot.
  String extension();

  /// Whether it holds one picture or many.
  FrameCapacity motion();

  /// Returns the job that writes one file. Nothing happens before it runs; an invalid request is a
  /// [dev.hindsight.trainer.Problem] then. A failed or cancelled export leaves no file, and an
  /// existing file stays as it was.
  Job<FilmReport> export(FrameSource source, ExportRequest request);

  /// One picture or many.
  enum FrameCapacity {
    /// Holds exactly one frame.
    STILL,
    /// Holds any number of frames.
    MOVING
  }
}
