package dev.hindsight.render.film;

import java.awt.image.BufferedImage;

/// Something that can be filmed: a scene, an arrangement of panes, two recordings side by side.
///
/// A pure function of (frame, size), on any thread, one thread at a time: the same frame paints the
/// same pixels whatever was painted before.
public interface FrameSource {
  /// Number of frames there are; does not change while something is exported.
  int frames();

  /// Paints one frame over every pixel of a picture.
  ///
  /// An arrangement hands each of its parts a [BufferedImage#getSubimage] of the target.
  ///
  /// @param frame `0..frames-1`
  /// @param target of type 3BYTE_BGR, of any size, holding anything
  void paint(int frame, BufferedImage target);
}
