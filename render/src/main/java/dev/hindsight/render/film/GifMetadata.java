package dev.hindsight.render.film;

import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.util.Map;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOInvalidTreeException;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;

/// What a GIF says beside its pixels, as the trees ImageIO wants (`javax_imageio_gif_stream_1.0`
/// and `javax_imageio_gif_image_1.0`).
final class GifMetadata {
  /// Sub-block 1 of the NETSCAPE2.0 extension, with 0 rounds: for ever.
  private static final byte[] LOOP_FOR_EVER = {1, 0, 0};

  private GifMetadata() {}

  /// The head of the file.
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

  /// The head of the first picture, which also says that the animation plays for ever.
  static IIOMetadata first(ImageWriter writer, BufferedImage image, Rectangle place, int hundredths)
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

  /// The head of a picture that is laid over the one before.
  ///
  /// @param place where it goes
  /// @param hundredths of a second it is shown
  static IIOMetadata next(ImageWriter writer, BufferedImage image, Rectangle place, int hundredths)
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
                // The writer corrects these two where it makes a palette with a transparent entry.
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
