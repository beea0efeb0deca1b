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

  /// Checks a size before anything is exported, as [#export] does.
  ///
  /// @param width pixels
  /// @param height pixels
  /// @param where what the problem names
  /// @throws dev.hindsight.trainer.Problem if no such file has pictures of this size
  default void checkSize(int width, int height, String where) {
    Export.check(width, height, where);
  }

  /// One picture or many.
  enum FrameCapacity {
    /// Holds exactly one frame.
    STILL,
    /// Holds any number of frames.
    MOVING
  }
}
