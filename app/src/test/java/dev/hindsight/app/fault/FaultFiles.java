package dev.hindsight.app.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The files of a folder at a time, by the digest of their bytes.
///
/// @param digests by path relative to the folder
record FaultFiles(Path folder, Map<String, String> digests) {
  /// Reads all files of a folder, also those in folders below.
  static FaultFiles of(Path folder) throws IOException {
    Map<String, String> digests = new TreeMap<>();
    for (Path file : list(folder)) {
      digests.put(folder.relativize(file).toString(), digest(file));
    }
    return new FaultFiles(folder, digests);
  }

  /// All files of a folder; none if it is not there.
  static List<Path> list(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  /// The SHA-256 of a file.
  static String digest(Path file) throws IOException {
    return digest(Files.readAllBytes(file));
  }

  /// The SHA-256 of bytes.
  static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /// The files that are gone or changed by now.
  List<String> missing() throws IOException {
    List<String> missing = new java.util.ArrayList<>();
    for (Map.Entry<String, String> each : digests.entrySet()) {
      try {
        if (!digest(folder.resolve(each.getKey())).equals(each.getValue())) {
          missing.add(each.getKey() + " has changed");
        }
      } catch (NoSuchFileException _) {
        missing.add(each.getKey() + " is gone");
      }
    }
    return missing;
  }
}
