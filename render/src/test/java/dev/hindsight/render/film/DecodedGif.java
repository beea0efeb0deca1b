package dev.hindsight.render.film;

import dev.hindsight.render.raster.SceneRaster;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.FileImageInputStream;

/// An animation read back and played as a browser does: each picture over the one before.
///
/// @param pictures what is seen, frame by frame
/// @param hundredths how long each is shown
/// @param loops what the file says about repeating; 0 for ever
record DecodedGif(List<BufferedImage> pictures, List<Integer> hundredths, List<Integer> loops) {

  static DecodedGif of(Path file) throws IOException {
    ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
    List<BufferedImage> pictures = new ArrayList<>();
    List<Integer> hundredths = new ArrayList<>();
    List<Integer> loops = new ArrayList<>();
    try (FileImageInputStream input = new FileImageInputStream(file.toFile())) {
      reader.setInput(input);
      BufferedImage shown = SceneRaster.canvas(reader.getWidth(0), reader.getHeight(0));
      for (int i = 0; i < reader.getNumImages(true); i++) {
        IIOMetadataNode root =
            (IIOMetadataNode) reader.getImageMetadata(i).getAsTree("javax_imageio_gif_image_1.0");
        IIOMetadataNode place = child(root, "ImageDescriptor");
        Graphics2D graphics = shown.createGraphics();
        graphics.drawImage(
            reader.read(i),
            number(place, "imageLeftPosition"),
            number(place, "imageTopPosition"),
            null);
        graphics.dispose();
        pictures.add(copy(shown));
        IIOMetadataNode control = child(root, "GraphicControlExtension");
        hundredths.add(number(control, "delayTime"));
        if (control.getAttribute("disposalMethod").equals("restoreToBackgroundColor")) {
          shown = SceneRaster.canvas(shown.getWidth(), shown.getHeight());
        }
        if (root.getElementsByTagName("ApplicationExtension").getLength() > 0) {
          byte[] loop = (byte[]) child(root, "ApplicationExtension").getUserObject();
          loops.add((loop[1] & 0xff) | ((loop[2] & 0xff) << 8));
        }
      }
    } finally {
      reader.dispose();
    }
    return new DecodedGif(pictures, hundredths, loops);
  }

  private static IIOMetadataNode child(IIOMetadataNode root, String name) {
    return (IIOMetadataNode) root.getElementsByTagName(name).item(0);
  }

  private static int number(IIOMetadataNode node, String attribute) {
    return Integer.parseInt(node.getAttribute(attribute));
  }

  private static BufferedImage copy(BufferedImage picture) {
    BufferedImage copy = SceneRaster.canvas(picture.getWidth(), picture.getHeight());
    picture.copyData(copy.getRaster());
    return copy;
  }
}
