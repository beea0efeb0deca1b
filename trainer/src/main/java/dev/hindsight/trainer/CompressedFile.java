package dev.hindsight.trainer;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Files that were compressed as a whole, as downloads and archived logs often are. Nothing here
/// unpacks them: readers say so before they take them for damaged.
public final class CompressedFile {
  /// How many first bytes it takes to recognise one.
  public static final int RECOGNISED_BY = 6;

  private enum Format {
    GZIP(0x1f, 0x8b, 0x08),
    BZIP2('B', 'Z', 'h'),
    XZ(0xfd, '7', 'z', 'X', 'Z', 0),
    ZSTANDARD(0x28, 0xb5, 0x2f, 0xfd),
    SEVEN_ZIP('7', 'z', 0xbc, 0xaf, 0x27, 0x1c);

    private final byte[] start;

    Format(int... start) {
      this.start = new byte[start.length];
      for (int i = 0; i < start.length; i++) {
        this.start[i] = (byte) start[i];
      }
    }

    private boolean begins(byte[] bytes) {
      return bytes.length >= start.length
          && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
    }

    private String words() {
      return switch (this) {
        case GZIP -> "gzip";
        case BZIP2 -> "bzip2";
        case XZ -> "xz";
        case ZSTANDARD -> "Zstandard";
        case SEVEN_ZIP -> "7-Zip";
      };
    }
  }

  private CompressedFile() {}

  /// @param bytes the first of the file, or all of them
  /// @throws Problem if they are those of a compressed file
  public static void refuse(byte[] bytes, String where) {
    for (Format format : Format.values()) {
      if (format.begins(bytes)) {
        throw new Problem(
            wording("CompressedFile.it_is_compressed", format.words()),
            where,
            wording("CompressedFile.unpack_it_first"));
      }
    }
  }

  /// The same for a file that this process does not hold locked ([HeldFile]).
  ///
  /// @throws Problem if it is compressed; one that cannot be read is left to its reader
  public static void refuse(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      refuse(in.readNBytes(RECOGNISED_BY), file.toString());
    } catch (IOException _) {
      // Its reader says why.
    }
  }
}
