package dev.hindsight.trainer.env.gym;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/// A picture of a tick, as the environment drew it, and its row in the column `frame`: width (u2),
/// height (u2), bytes (u4), then the RGB bytes from the top left as a zlib stream; little-endian,
/// padded with zeros. Width 0 means that there is none.
///
/// @param width pixels
/// @param height pixels
/// @param rgb `[height * width * 3]`
record RenderedFrame(int width, int height, byte[] rgb) {
  /// Name of the column.
  static final String COLUMN = "frame";

  /// No picture.
  static final RenderedFrame NONE = new RenderedFrame(0, 0, new byte[0]);

  private static final int HEAD = 8;
  private static final int MOST_PIXELS = 1 << 24;
  private static final int CHANNELS = 3;

  /// The column.
  ///
  /// @param bytes of a row
  static Column column(int bytes) {
    return new Column(
        ChannelSpec.perTick(
            COLUMN, Dtype.U1, "", wording("RenderedFrame.the_picture_before_the_action"), bytes),
        List.of(bytes));
  }

  /// Bytes of the row that holds it exactly.
  int packedBytes() {
    return HEAD + deflated().length;
  }

  private byte[] deflated() {
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
    try {
      deflater.setInput(rgb);
      deflater.finish();
      byte[] packed = new byte[rgb.length / 2 + 64];
      int length = 0;
      while (!deflater.finished()) {
        if (length == packed.length) {
          packed = Arrays.copyOf(packed, 2 * length);
        }
        length += deflater.deflate(packed, length, packed.length - length);
      }
      return Arrays.copyOf(packed, length);
    } finally {
      deflater.end();
    }
  }

  /// Writes a row; a picture that does not fit is written with fewer pixels.
  ///
  /// @param row little-endian; all of it is written
  void put(ByteBuffer row) {
    RenderedFrame frame = this;
    byte[] packed = frame.deflated();
    while (packed.length + HEAD > row.remaining() && frame.width > 1 && frame.height > 1) {
      frame = frame.halved();
      packed = frame.deflated();
    }
    if (frame.width == 0 || packed.length + HEAD > row.remaining()) {
      frame = NONE;
      packed = new byte[0];
    }
    if (row.remaining() >= HEAD) {
      row.putShort((short) frame.width).putShort((short) frame.height).putInt(packed.length);
      row.put(packed);
    }
    while (row.hasRemaining()) {
      row.put((byte) 0);
    }
  }

  private RenderedFrame halved() {
    int w = width / 2;
    int h = height / 2;
    byte[] half = new byte[w * h * CHANNELS];
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        for (int c = 0; c < CHANNELS; c++) {
          int from = (2 * y * width + 2 * x) * CHANNELS + c;
          int below = from + width * CHANNELS;
          int sum =
              (rgb[from] & 0xff)
                  + (rgb[from + CHANNELS] & 0xff)
                  + (rgb[below] & 0xff)
                  + (rgb[below + CHANNELS] & 0xff);
          half[(y * w + x) * CHANNELS + c] = (byte) (sum / 4);
        }
      }
    }
    return new RenderedFrame(w, h, half);
  }

  /// The picture of a tick; empty if the recording has none, or one that cannot be read.
  static Optional<RenderedFrame> read(Rollout rollout, int tick) {
    Optional<Channel> channel =
        rollout
            .channel(COLUMN)
            .filter(found -> found.spec().type() == Dtype.U1 && found.rowShape().length == 1)
            .filter(found -> found.rowLength() > HEAD);
    if (channel.isEmpty() || tick < 0 || tick >= rollout.ticks()) {
      return Optional.empty();
    }
    int[] numbers = new int[channel.get().rowLength()];
    channel.get().read(tick, 0, numbers, numbers.length);
    byte[] row = new byte[numbers.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = (byte) numbers[i];
    }
    return read(ByteBuffer.wrap(row).order(ByteOrder.LITTLE_ENDIAN));
  }

  /// Reads a row.
  ///
  /// @param row little-endian
  static Optional<RenderedFrame> read(ByteBuffer row) {
    int width = row.getShort() & 0xffff;
    int height = row.getShort() & 0xffff;
    int length = row.getInt();
    if (width == 0
        || height == 0
        || (long) width * height > MOST_PIXELS
        || length < 0
        || length > row.remaining()) {
      return Optional.empty();
    }
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(row.duplicate().limit(row.position() + length));
      byte[] rgb = new byte[width * height * CHANNELS];
      int came = 0;
      while (came < rgb.length) {
        int more = inflater.inflate(rgb, came, rgb.length - came);
        if (more == 0) {
          return Optional.empty();
        }
        came += more;
      }
      return Optional.of(new RenderedFrame(width, height, rgb));
    } catch (DataFormatException _) {
      return Optional.empty();
    } finally {
      inflater.end();
    }
  }

  /// Colours as a sketch draws them, row 0 at the bottom.
  int[] argb() {
    int[] argb = new int[width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int from = (y * width + x) * CHANNELS;
        argb[(height - 1 - y) * width + x] =
            0xff000000
                | (rgb[from] & 0xff) << 16
                | (rgb[from + 1] & 0xff) << 8
                | (rgb[from + 2] & 0xff);
      }
    }
    return argb;
  }
}
