package dev.hindsight.trainer.env.drive.map;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.CompressedFile;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/// Reads and writes drive maps. The content of a file determines its format, not its name.
public final class DriveMaps {
  /// The largest real maps have a few megabytes; a larger file is something else.
  private static final long MOST_BYTES = 256L << 20;

  /// The area of the largest map in square metres: 10 km by 10 km.
  private static final double LARGEST_AREA = 1e8;

  /// Its longest side in metres.
  private static final double LONGEST = 1e5;

  /// The coordinate of a point that is off the map, as the reference writes it.
  private static final float NOWHERE = -10_000;

  /// Bytes that show whether a file is text.
  private static final int START = 64;

  private DriveMaps() {}

  /// Reads a map: as packed version 2 if that consumes the whole file, else as packed version 0,
  /// else as JSON.
  ///
  /// @throws Problem if the file cannot be read or is not a map, naming the place where it fails
  public static DriveMap read(Path file) {
    return read(bytes(file), file.toString());
  }

  /// Reads a shipped map by name, or a file.
  ///
  /// @throws Problem as [#read(Path)]; if there is neither, it lists the shipped maps
  public static DriveMap open(String nameOrPath) {
    return BuiltInMaps.names().contains(nameOrPath)
        ? read(BuiltInMaps.bytes(nameOrPath), nameOrPath)
        : read(BuiltInMaps.resolve(nameOrPath));
  }

  /// As [#read(Path)], from bytes in memory.
  ///
  /// @param where name of their source in messages
  public static DriveMap read(byte[] bytes, String where) {
    return read(bytes, where, 0);
  }

  /// As [#read(Path)]; the records of a JSON file get the scenario id with which a converter
  /// numbers its input files.
  public static DriveMap convert(Path file, int scenarioId) {
    return read(bytes(file), file.toString(), scenarioId);
  }

  /// Writes packed version 2. The file appears completely or not at all.
  ///
  /// @throws Problem if it cannot be written, or its name is that of a map as JSON
  public static void write(DriveMap map, Path file) {
    if (String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".json")) {
      throw new Problem(
          wording("DriveMaps.maps_are_written_packed"),
          file.toString(),
          wording("DriveMaps.name_it_bin"));
    }
    try {
      AtomicFile.write(file, BinaryMapWriter.bytes(map));
    } catch (IOException e) {
      throw new Problem(
          wording("DriveMaps.the_map_could_not_be_written", Problem.reason(e)),
          file.toString(),
          wording("DriveMaps.choose_a_folder_that_exists_has"),
          e);
    }
  }

  private static DriveMap read(byte[] bytes, String where, int scenarioId) {
    CompressedFile.refuse(bytes, where);
    try {
      DriveMap map = parse(bytes, scenarioId);
      checkExtent(map, where);
      return map;
    } catch (MalformedMap e) {
      throw new Problem(e.what(), where, wording("DriveMaps.give_a_whole_map_packed_bin"));
    }
  }

  /// The simulator lays a grid over the roads: one stray point must not make it fill the memory.
  private static void checkExtent(DriveMap map, String where) {
    float[] x = {Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};
    float[] y = {Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};
    for (DriveMap.Road road : map.roads()) {
      for (int p = 0; p < road.x().length; p++) {
        if (road.x()[p] != NOWHERE && road.y()[p] != NOWHERE) {
          stretch(x, road.x()[p]);
          stretch(y, road.y()[p]);
        }
      }
    }
    double wide = (double) x[1] - x[0];
    double high = (double) y[1] - y[0];
    if (wide > 0 && high > 0 && !(wide * high <= LARGEST_AREA && Math.max(wide, high) <= LONGEST)) {
      throw new Problem(
          wording("DriveMaps.its_roads_cover_x_km", Math.rint(wide / 1e3), Math.rint(high / 1e3)),
          where,
          wording("DriveMaps.take_out_the_points_that_lie"));
    }
  }

  private static void stretch(float[] range, float at) {
    range[0] = Math.min(range[0], at);
    range[1] = Math.max(range[1], at);
  }

  private static DriveMap parse(byte[] bytes, int scenarioId) throws MalformedMap {
    if (bytes.length == 0) {
      throw new MalformedMap(wording("DriveMaps.the_map_is_empty"), 0);
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
      if (!JsonMapReader.looksLikeJson(bytes)) {
        throw v2.orRather(v0);
      }
      try {
        return JsonMapReader.read(bytes, scenarioId);
      } catch (MalformedMap json) {
        // A packed map of 91 or 123 objects begins like JSON; no text in UTF-8 holds zeros.
        throw holdsZeros(bytes) && !isWideText(bytes) ? v2.orRather(v0) : json;
      }
    }
  }

  private static boolean holdsZeros(byte[] bytes) {
    for (int i = 0; i < Math.min(bytes.length, START); i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }

  /// Whether a file begins like a text of characters of two or four bytes, with or without a mark
  /// of their order: a packed map begins with a small number, or with -1.
  private static boolean isWideText(byte[] file) {
    if (file.length < Integer.BYTES) {
      return false;
    }
    int first = ((file[0] & 0xff) << 8) | (file[1] & 0xff);
    boolean marked = first == 0xfeff || first == 0xfffe;
    return marked
        || (file[0] == 0 && file[3] != 0)
        || (file[1] == 0 && file[2] != 0)
        || isUtf32LittleEndian(file);
  }

  /// Whether the first numbers of a file, of four bytes each, are all characters that JSON can hold
  /// there. Of a packed map, too, the first can be that of a brace, but not the ids, coordinates
  /// and zeros that follow.
  private static boolean isUtf32LittleEndian(byte[] file) {
    ByteBuffer numbers = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at + Integer.BYTES <= Math.min(file.length, START); at += Integer.BYTES) {
      int character = numbers.getInt(at);
      boolean blank = character == '\n' || character == '\r' || character == '\t';
      if (!blank && !(character >= ' ' && Character.isValidCodePoint(character))) {
        return false;
      }
    }
    return true;
  }

  private static byte[] bytes(Path file) {
    try {
      long size = Files.size(file);
      if (size > MOST_BYTES) {
        throw new Problem(
            wording("DriveMaps.the_file_has_mb_which_no", size >> 20),
            file.toString(),
            wording("DriveMaps.give_a_packed_bin_map_or"));
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new Problem(
          wording("DriveMaps.there_is_no_such_file"),
          file.toString(),
          wording("DriveMaps.check_the_name_and_the_folder"),
          e);
    } catch (IOException e) {
      throw new Problem(
          wording("DriveMaps.the_file_could_not_be_read"),
          file.toString(),
          wording("DriveMaps.check_that_it_is_a_readable"),
          e);
    }
  }
}
