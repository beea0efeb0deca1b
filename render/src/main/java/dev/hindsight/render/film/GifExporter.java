package dev.hindsight.render.film;

import static dev.hindsight.render.text.RenderText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Job;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOInvalidTreeException;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.FileImageOutputStream;

/// Endless animations that play wherever pictures are shown.
record GifExporter() implements Exporter {
  /// The format writes the sides of a picture in 16 bits.
  private static final int LONGEST_SIDE = 65_535;

  @Override
  public String id() {
    return "gif";
  }

  @Override
  public String title() {
    return wording("GifExporter.animation_gif");
  }

  @Override
  public String extension() {
    return "gif";
  }

  @Override
  public FrameCapacity motion() {
    return FrameCapacity.MOVING;
  }

  @Override
  public void checkSize(int width, int height, String where) {
    Export.check(width, height, where);
    if (Math.max(width, height) > LONGEST_SIDE) {
      throw new Problem(
          wording("Export.a_picture_of_x_cannot_be", width, height),
          where,
          wording("GifExporter.choose_sides_of_at_most", LONGEST_SIDE));
    }
  }

  @Override
  public Job<FilmReport> export(FrameSource source, ExportRequest request) {
    return (progress, cancellation) -> {
      checkSize(request.width(), request.height(), request.target().toString());
      requireShowable(request.rate(), request.target());
      return Export.run(
          source,
          request,
          file -> {
            try (GifAnimation animation =
                new GifAnimation(file, request.width(), request.height(), request.rate())) {
              new FramePipeline(source, request.width(), request.height())
                  .run(animation::add, progress, cancellation);
              animation.finish();
            }
          });
    };
  }

  /// Rejects rates that cannot be shown: browsers show a delay of less than two hundredths of a
  /// second as ten, and the format has none over 655 seconds.
  private static void requireShowable(FrameRate rate, Path target) {
    if (rate.frameSeconds() < 0.02 || rate.frameSeconds() > 655) {
      throw new Problem(
          wording("GifExporter.a_gif_cannot_show_frames_a", rate),
          target.toString(),
          wording("GifExporter.choose_at_most_50_frames_a"));
    }
  }

  /// Writes a GIF89a that stores, after the first picture, only the pixels that changed; each
  /// picture has its own 256 colours, chosen by ImageIO's octree.
  ///
  /// One owner thread.
  private static final class GifAnimation implements AutoCloseable {
    private final ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
    private final FileImageOutputStream output;
    private final int width;
    private final int height;
    private final FrameRate rate;

    /// The previous picture, as `[height * width * 3]`.
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

    /// Display time of a frame in hundredths of a second, rounded so that errors do not accumulate.
    private int delay(int frame) {
      return Math.toIntExact(hundredths(frame + 1) - hundredths(frame));
    }

    private long hundredths(int frame) {
      return Math.round(100.0 * frame * rate.denominator() / rate.numerator());
    }

    /// The smallest rectangle around all pixels that differ; one pixel if none do.
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

    /// The part of the picture inside a rectangle, with unchanged pixels transparent.
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

    /// The metadata of a GIF, as the trees that ImageIO requires (`javax_imageio_gif_stream_1.0`
    /// and `javax_imageio_gif_image_1.0`).
    private static final class GifMetadata {
      /// Sub-block 1 of the NETSCAPE2.0 extension, with 0 rounds: endless.
      private static final byte[] LOOP_FOR_EVER = {1, 0, 0};

      private GifMetadata() {}

      /// The metadata of the file.
      static IIOMetadata stream(ImageWriter writer, int width, int height)
          throws IIOInvalidTreeException {
        IIOMetadata metadata = writer.getDefaultStreamMetadata(null);
        merge(
            metadata,
            node("Version", Map.of("value", "89a")),
            node(
                "LogicalScreenDescriptor",
                Map.of(
                    "logicalScreenWidth",
                    "" + width,
                    "logicalScreenHeight",
                    "" + height,
                    "colorResolution",
                    "8",
                    "pixelAspectRatio",
                    "0")));
        return metadata;
      }

      /// The metadata of the first picture, which also makes the animation endless.
      static IIOMetadata first(
          ImageWriter writer, BufferedImage image, Rectangle place, int hundredths)
          throws IIOInvalidTreeException {
        IIOMetadata metadata = next(writer, image, place, hundredths);
        IIOMetadataNode loop =
            node(
                "ApplicationExtension",
                Map.of("applicationID", "NETSCAPE", "authenticationCode", "2.0"));
        loop.setUserObject(LOOP_FOR_EVER.clone());
        IIOMetadataNode extensions = new IIOMetadataNode("ApplicationExtensions");
        extensions.appendChild(loop);
        merge(metadata, extensions);
        return metadata;
      }

      /// The metadata of a picture drawn over the previous one.
      ///
      /// @param place its rectangle
      /// @param hundredths display time in hundredths of a second
      static IIOMetadata next(
          ImageWriter writer, BufferedImage image, Rectangle place, int hundredths)
          throws IIOInvalidTreeException {
        IIOMetadata metadata =
            writer.getDefaultImageMetadata(
                new ImageTypeSpecifier(image), writer.getDefaultWriteParam());
        merge(
            metadata,
            node(
                "ImageDescriptor",
                Map.of(
                    "imageLeftPosition", "" + place.x,
                    "imageTopPosition", "" + place.y,
                    "imageWidth", "" + place.width,
                    "imageHeight", "" + place.height,
                    "interlaceFlag", "FALSE")),
            node(
                "GraphicControlExtension",
                Map.of(
                    "disposalMethod", "doNotDispose",
                    "userInputFlag", "FALSE",
                    // The writer corrects these two when it makes a palette with a transparent
                    // entry.
                    "transparentColorFlag", "FALSE",
                    "transparentColorIndex", "0",
                    "delayTime", "" + hundredths)));
        return metadata;
      }

      private static void merge(IIOMetadata metadata, IIOMetadataNode... children)
          throws IIOInvalidTreeException {
        String format = metadata.getNativeMetadataFormatName();
        IIOMetadataNode root = new IIOMetadataNode(format);
        for (IIOMetadataNode child : children) {
          root.appendChild(child);
        }
        metadata.mergeTree(format, root);
      }

      private static IIOMetadataNode node(String name, Map<String, String> attributes) {
        IIOMetadataNode node = new IIOMetadataNode(name);
        attributes.forEach(node::setAttribute);
        return node;
      }
    }
  }
}
