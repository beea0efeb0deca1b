package dev.hindsight.render.film;

import java.awt.image.BufferedImage;

/// Anything that can be filmed: a scene, an arrangement of panes, two recordings side by side.
///
/// A pure function of (frame, size), on any thread, one thread at a time: a frame paints the same
/// pixels whatever was painted before.
public interface FrameSource {
  /// Number of frames; does not change during an export.
  int frames();

  /// Paints one frame over every pixel of a picture.
  ///
  /// An arrangement passes each of its parts a [BufferedImage#getSubimage] of the target.
  ///
  /// @param frame `0..frames-1`
  /// @param target of type 3BYTE_BGR, any size, with any content
  void paint(int frame, BufferedImage target);
}
