package dev.hindsight.render.film;

import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.stream.FileImageOutputStream;

/// Writes a GIF89a that stores, after the first picture, only the pixels that changed; each picture
/// has 256 colours of its own, chosen by ImageIO's octree.
///
/// One owner thread.
final class GifAnimation implements AutoCloseable {
  private final ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
  private final FileImageOutputStream output;
  private final int width;
  private final int height;
  private final FrameRate rate;

  /// The picture before, as `[height * width * 3]`.
  private final byte[] shown;

  private int frames;

  GifAnimation(Path file, int width, int height, FrameRate rate) throws IOException {
    this.width = width;
    this.height = height;
    this.rate = rate;
    shown = new byte[3 * width * height];
    output = new FileImageOutputStream(file.toFile());
    writer.setOutput(output);
    writer.prepareWriteSequence(GifMetadata.stream(writer, width, height));
  }

  /// Appends a picture.
  ///
  /// @param picture of type 3BYTE_BGR; free again on return
  void add(BufferedImage picture) throws IOException {
    byte[] pixels = ((DataBufferByte) picture.getRaster().getDataBuffer()).getData();
    Rectangle changed = frames == 0 ? new Rectangle(width, height) : changed(pixels);
    BufferedImage news = news(pixels, changed);
    IIOMetadata metadata =
        frames == 0
            ? GifMetadata.first(writer, news, changed, delay(frames))
            : GifMetadata.next(writer, news, changed, delay(frames));
    writer.writeToSequence(new IIOImage(news, null, metadata), null);
    System.arraycopy(pixels, 0, shown, 0, shown.length);
    frames++;
  }

  /// Writes the end of the animation.
  void finish() throws IOException {
    writer.endWriteSequence();
  }

  @Override
  public void close() throws IOException {
    writer.dispose();
    output.close();
  }

  /// Hundredths of a second a frame is shown: rounded so that the errors do not add up.
  private int delay(int frame) {
    return Math.toIntExact(hundredths(frame + 1) - hundredths(frame));
  }

  private long hundredths(int frame) {
    return Math.round(100.0 * frame * rate.denominator() / rate.numerator());
  }

  /// The smallest rectangle around all pixels that differ; one pixel if none does.
  private Rectangle changed(byte[] pixels) {
    int left = width;
    int right = -1;
    int top = height;
    int bottom = -1;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        if (differs(pixels, 3 * (y * width + x))) {
          left = Math.min(left, x);
          right = Math.max(right, x);
          top = Math.min(top, y);
          bottom = y;
        }
      }
    }
    return right < 0
        ? new Rectangle(1, 1)
        : new Rectangle(left, top, right - left + 1, bottom - top + 1);
  }

  /// The part of the picture inside a rectangle; what is shown already is left transparent.
  private BufferedImage news(byte[] pixels, Rectangle part) {
    BufferedImage news = new BufferedImage(part.width, part.height, BufferedImage.TYPE_INT_ARGB);
    for (int y = 0; y < part.height; y++) {
      for (int x = 0; x < part.width; x++) {
        int at = 3 * ((y + part.y) * width + x + part.x);
        if (frames == 0 || differs(pixels, at)) {
          int blue = pixels[at] & 0xff;
          int green = pixels[at + 1] & 0xff;
          int red = pixels[at + 2] & 0xff;
          news.setRGB(x, y, 0xff << 24 | red << 16 | green << 8 | blue);
        }
      }
    }
    return news;
  }

  private boolean differs(byte[] pixels, int at) {
    return pixels[at] != shown[at]
        || pixels[at + 1] != shown[at + 1]
        || pixels[at + 2] != shown[at + 2];
  }
}
