package dev.hindsight.render.film;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.Subtitle;
import java.awt.image.BufferedImage;
import java.util.List;

/// Several films one after the other, each under its own text.
///
/// @param clips in order
/// @param palette of the texts
public record ReelFrames(List<Clip> clips, Palette palette) implements FrameSource {
  /// Copies the list.
  public ReelFrames {
    clips = List.copyOf(clips);
  }

  /// One film of a reel.
  ///
  /// @param frames the film
  /// @param subtitle over every picture of it
  public record Clip(FrameSource frames, Subtitle subtitle) {}

  @Override
  public int frames() {
    return clips.stream().mapToInt(clip -> clip.frames().frames()).sum();
  }

  @Override
  public void paint(int frame, BufferedImage target) {
    int left = frame;
    for (Clip clip : clips) {
      if (left < clip.frames().frames()) {
        clip.frames().paint(left, target);
        clip.subtitle().paint(target, palette);
        return;
      }
      left -= clip.frames().frames();
    }
    throw new IndexOutOfBoundsException(frame);
  }
}
