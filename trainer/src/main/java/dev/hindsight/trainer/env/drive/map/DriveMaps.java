package dev.hindsight.trainer.env.drive.map;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Reads and writes drive maps. What a file is, its content decides, not its name.
public final class DriveMaps {
  /// The largest real maps have a few megabytes; a file beyond this is something else.
  private static final long MOST_BYTES = 256L << 20;

  private DriveMaps() {}

  /// Reads a map: packed version 2 if that consumes the whole file, else packed version 0, else the
  /// JSON form.
  ///
  /// @throws Problem if the file cannot be read or is no map, saying where it stops being one
  public static DriveMap read(Path file) {
    return read(bytes(file), file.toString());
  }

  /// Reads what a user named: a shipped map by its name, else a file.
  ///
  /// @throws Problem as [#read(Path)]; where there is neither, it lists the shipped maps
  public static DriveMap open(String nameOrPath) {
    return BuiltInMaps.names().contains(nameOrPath)
        ? read(BuiltInMaps.bytes(nameOrPath), nameOrPath)
        : read(BuiltInMaps.resolve(nameOrPath));
  }

  /// As [#read(Path)], of bytes that are in memory already.
  ///
  /// @param where what messages call the place the bytes came from
  public static DriveMap read(byte[] bytes, String where) {
    return read(bytes, where, 0);
  }

  /// As [#read(Path)]; a JSON file's records get a scenario id, with which a converter numbers the
  /// files it is given.
  public static DriveMap convert(Path file, int scenarioId) {
    return read(bytes(file), file.toString(), scenarioId);
  }

  /// Writes packed version 2. The file appears whole or not at all.
  ///
  /// @throws Problem if it cannot be written
  public static void write(DriveMap map, Path file) {
    try {
      AtomicFile.write(file, BinaryMapWriter.bytes(map));
    } catch (IOException e) {
      throw new Problem(
          "the map could not be written (" + e.getClass().getSimpleName() + ")",
          file.toString(),
          "choose a folder that exists, has room and may be written to",
          e);
    }
  }

  private static DriveMap read(byte[] bytes, String where, int scenarioId) {
    try {
      return parse(bytes, scenarioId);
    } catch (MalformedMap e) {
      throw new Problem(
          e.what(), where, "give a whole map: packed .bin of version 2 or 0, or the JSON form");
    }
  }

  private static DriveMap parse(byte[] bytes, int scenarioId) throws MalformedMap {
    if (bytes.length == 0) {
      throw new MalformedMap("the map is empty", 0);
    }
    MalformedMap v2;
    try {
      return BinaryMapReader.read(bytes, BinaryVersion.V2);
    } catch (MalformedMap e) {
      v2 = e;
    }
    try {
      return BinaryMapReader.read(bytes, BinaryVersion.V0);
    } catch (MalformedMap v0) {
      if (JsonMapReader.looksLikeJson(bytes)) {
        return JsonMapReader.read(bytes, scenarioId);
      }
      throw v2.orRather(v0);
    }
  }

  private static byte[] bytes(Path file) {
    try {
      long size = Files.size(file);
      if (size > MOST_BYTES) {
        throw new Problem(
            "the file has " + (size >> 20) + " MB, which no map has",
            file.toString(),
            "give a packed .bin map or the JSON form of one");
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new Problem(
          "there is no such file", file.toString(), "check the name and the folder", e);
    } catch (IOException e) {
      throw new Problem(
          "the file could not be read", file.toString(), "check that it is a readable file", e);
    }
  }
}
