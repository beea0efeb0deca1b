package dev.hindsight.trainer;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/// Files that were compressed as a whole, as downloads and archived logs often are. Nothing here
/// unpacks them: readers say so before they take them for damaged.
public final class CompressedFile {
  /// How many first bytes it takes to recognise one.
  public static final int RECOGNISED_BY = 6;

  private enum Format {
    GZIP("1f8b08", "gzip"),
    BZIP2("425a68", "bzip2"),
    XZ("fd377a585a00", "xz"),
    ZSTANDARD("28b52ffd", "Zstandard"),
    SEVEN_ZIP("377abcaf271c", "7-Zip");

    /// Its first bytes, in hexadecimal.
    private final String start;

    private final String words;

    Format(String start, String words) {
      this.start = start;
      this.words = words;
    }
  }

  private CompressedFile() {}

  /// @param bytes the first of the file, or all of them
  /// @throws Problem if they are those of a compressed file
  public static void refuse(byte[] bytes, String where) {
    String start = HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, RECOGNISED_BY));
    for (Format format : Format.values()) {
      if (start.startsWith(format.start)) {
        throw new Problem(
            wording("CompressedFile.it_is_compressed", format.words),
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
