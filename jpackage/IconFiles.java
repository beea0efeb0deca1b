import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// The icon in the containers of macOS and Windows; both hold PNG pictures as they are.
final class IconFiles {
  /// Apple Icon Image format: the type of an entry says the side of its picture.
  private static final Map<String, Integer> APPLE =
      new LinkedHashMap<>(
          Map.of("icp4", 16, "icp5", 32, "icp6", 64, "ic07", 128, "ic08", 256, "ic09", 512));

  private static final int[] WINDOWS = {16, 24, 32, 48, 64, 128, 256};
  private static final int ICO_HEADER = 6;
  private static final int ICO_ENTRY = 16;

  private IconFiles() {}

  /// An `.icns`: a header, then each picture with its type and the length of both.
  static Path apple(Product product) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (Map.Entry<String, Integer> size : APPLE.entrySet()) {
      byte[] picture = Files.readAllBytes(product.icon(size.getValue()));
      body.writeBytes(size.getKey().getBytes());
      body.writeBytes(ByteBuffer.allocate(4).putInt(picture.length + 8).array());
      body.writeBytes(picture);
    }
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes("icns".getBytes());
    file.writeBytes(ByteBuffer.allocate(4).putInt(body.size() + 8).array());
    file.writeBytes(body.toByteArray());
    return Files.write(product.target("hindsight.icns"), file.toByteArray());
  }

  /// An `.ico`: a header, a table of contents, then the pictures.
  static Path windows(Product product) throws IOException {
    ByteArrayOutputStream pictures = new ByteArrayOutputStream();
    ByteBuffer head =
        ByteBuffer.allocate(ICO_HEADER + ICO_ENTRY * WINDOWS.length).order(ByteOrder.LITTLE_ENDIAN);
    head.putShort((short) 0).putShort((short) 1).putShort((short) WINDOWS.length);
    for (int pixels : WINDOWS) {
      byte[] picture = Files.readAllBytes(product.icon(pixels));
      // A side of 256 is written as 0.
      head.put((byte) pixels).put((byte) pixels).put((byte) 0).put((byte) 0);
      head.putShort((short) 1).putShort((short) 32);
      head.putInt(picture.length).putInt(head.capacity() + pictures.size());
      pictures.writeBytes(picture);
    }
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(head.array());
    file.writeBytes(pictures.toByteArray());
    return Files.write(product.target("hindsight.ico"), file.toByteArray());
  }
}
