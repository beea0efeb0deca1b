package dev.hindsight.trainer.env.drive.map;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// Reads the packed little-endian form. It has no magic number and no version number, so a file has
/// a version exactly if reading it as that version consumes every byte.
final class BinaryMapReader {
  /// Bytes of width, length, height, goal and expert mark, at the end of every record.
  private static final int TAIL = 28;

  private final MapBytes in;
  private final BinaryVersion version;

  private BinaryMapReader(byte[] file, BinaryVersion version) {
    in = new MapBytes(file);
    this.version = version;
  }

  static DriveMap read(byte[] file, BinaryVersion version) throws MalformedMap {
    return new BinaryMapReader(file, version).map();
  }

  private DriveMap map() throws MalformedMap {
    int sdc = -1;
    int[] tracks = new int[0];
    if (version == BinaryVersion.V2) {
      sdc = in.whole();
      tracks = in.wholes(in.count(wording("BinaryMapReader.tracks_to_predict"), Integer.BYTES));
    }
    int objectCount = in.count("objects", version.headBytes() + TAIL);
    int roadCount = in.count("roads", version.headBytes() + TAIL);
    List<DriveMap.Track> objects = new ArrayList<>(objectCount);
    for (int i = 0; i < objectCount; i++) {
      in.enter(wording("BinaryMapReader.object_of", i, objectCount));
      objects.add(track(i));
    }
    List<DriveMap.Road> roads = new ArrayList<>(roadCount);
    for (int i = 0; i < roadCount; i++) {
      in.enter(wording("BinaryMapReader.road_of", i, roadCount));
      roads.add(road(objectCount + i));
    }
    if (in.remaining() > 0) {
      throw in.malformed(wording("BinaryMapReader.bytes_are_left_over_after_the", in.remaining()));
    }
    return new DriveMap(sdc, tracks, objects, roads);
  }

  private DriveMap.Track track(int index) throws MalformedMap {
    Head head = head(index);
    if (!head.isObject()) {
      throw in.malformed(
          wording("BinaryMapReader.object_has_type_which_is_none", index, head.type));
    }
    int n = in.count("ticks", 8 * Float.BYTES);
    if (n == 0) {
      throw in.malformed(wording("BinaryMapReader.object_has_no_ticks", index));
    }
    return new DriveMap.Track(
        head.scenarioId,
        head.type,
        head.id,
        in.reals("x", n),
        in.reals("y", n),
        in.reals("z", n),
        in.reals("x velocity", n),
        in.reals("y velocity", n),
        in.reals("z velocity", n),
        in.reals("heading", n),
        in.wholes(n),
        in.real("width"),
        in.real("length"),
        in.real("height"),
        in.real(wording("BinaryMapReader.goal_x")),
        in.real(wording("BinaryMapReader.goal_y")),
        in.real(wording("BinaryMapReader.goal_z")),
        in.whole());
  }

  private DriveMap.Road road(int index) throws MalformedMap {
    Head head = head(index);
    if (head.isObject()) {
      throw in.malformed(wording("BinaryMapReader.a_road_has_type_which_is", head.type));
    }
    int n = in.count("points", 3 * Float.BYTES);
    return new DriveMap.Road(
        head.scenarioId,
        head.type,
        head.id,
        in.reals("x", n),
        in.reals("y", n),
        in.reals("z", n),
        in.real("width"),
        in.real("length"),
        in.real("height"),
        in.real(wording("BinaryMapReader.goal_x")),
        in.real(wording("BinaryMapReader.goal_y")),
        in.real(wording("BinaryMapReader.goal_z")),
        in.whole());
  }

  /// Version 0 has neither scenario nor id; the position in the file replaces the id.
  private Head head(int index) throws MalformedMap {
    return switch (version) {
      case V0 -> new Head(0, in.whole(), index);
      case V2 -> new Head(in.whole(), in.whole(), in.whole());
    };
  }

  private record Head(int scenarioId, int type, int id) {
    /// The type alone decides which arrays follow.
    boolean isObject() {
      return type >= 1 && type <= 3;
    }
  }

  /// Reads little-endian numbers from a map file. It never reads past the end and never allocates
  /// more memory than the file has bytes.
  private static final class MapBytes {
    private final ByteBuffer bytes;
    private String place = wording("BinaryMapReader.the_header");

    MapBytes(byte[] file) {
      bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// Names the part that is read next, for messages: "road 17 of 470".
    void enter(String newPlace) {
      place = newPlace;
    }

    int remaining() {
      return bytes.remaining();
    }

    int whole() throws MalformedMap {
      require(1);
      return bytes.getInt();
    }

    /// A count of things of at least `bytesEach` bytes each, checked against the remaining bytes.
    int count(String things, int bytesEach) throws MalformedMap {
      int count = whole();
      if (count < 0) {
        throw malformed(wording("BinaryMapReader.announces", place, count, things));
      }
      if ((long) count * bytesEach > bytes.remaining()) {
        throw cutOff(
            wording(
                "BinaryMapReader.the_map_ends_inside_which_announces",
                place,
                count,
                things,
                bytes.remaining()));
      }
      return count;
    }

    int[] wholes(int n) throws MalformedMap {
      require(n);
      int[] values = new int[n];
      for (int i = 0; i < n; i++) {
        values[i] = bytes.getInt();
      }
      return values;
    }

    float[] reals(String what, int n) throws MalformedMap {
      require(n);
      float[] values = new float[n];
      for (int i = 0; i < n; i++) {
        values[i] = real(what);
      }
      return values;
    }

    float real(String what) throws MalformedMap {
      require(1);
      float value = bytes.getFloat();
      if (!Float.isFinite(value)) {
        throw malformed(wording("BinaryMapReader.has_the", place, what, value));
      }
      return value;
    }

    MalformedMap malformed(String what) {
      return new MalformedMap(what, bytes.position());
    }

    private MalformedMap cutOff(String what) {
      return MalformedMap.cutOff(what, bytes.position());
    }

    private void require(int numbers) throws MalformedMap {
      if (4L * numbers > bytes.remaining()) {
        throw cutOff(wording("BinaryMapReader.the_map_ends_inside", place));
      }
    }
  }
}
