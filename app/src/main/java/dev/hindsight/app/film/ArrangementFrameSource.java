package dev.hindsight.app.film;

import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.render.film.FrameSource;
import dev.hindsight.trainer.rollout.Span;

/// Frames of all panes of a recording as they are docked, for a film.
public interface ArrangementFrameSource extends FrameSource, AutoCloseable {
  /// Creates such a source.
  @FunctionalInterface
  interface Maker {
    /// Copies the current state of all views; FX thread. Its frames are painted on another thread.
    ///
    /// @param ticks one frame for each
    /// @param size of the pictures
    ArrangementFrameSource of(
        WindowContext window, Document document, Span ticks, PictureSize size);
  }

  /// Closes the panes; not on the FX thread.
  @Override
  void close();
}
