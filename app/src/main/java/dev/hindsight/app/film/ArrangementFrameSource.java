package dev.hindsight.app.film;

import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.render.film.FrameSource;
import dev.hindsight.trainer.rollout.Span;

/// All panes of a recording as they are docked, to be filmed.
public interface ArrangementFrameSource extends FrameSource, AutoCloseable {
  /// Makes one.
  @FunctionalInterface
  interface Maker {
    /// Takes down how everything is looked at now; FX thread. Its frames are painted on another.
    ///
    /// @param ticks one frame each
    /// @param size of the pictures
    ArrangementFrameSource of(WindowContext bench, Document document, Span ticks, PictureSize size);
  }

  /// Closes the panes; not on the FX thread.
  @Override
  void close();
}
