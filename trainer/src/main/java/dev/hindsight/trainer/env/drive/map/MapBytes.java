package dev.hindsight.trainer.env.drive.map;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Little-endian numbers out of a map file, never past its end and never more memory than the file
/// has bytes.
final class MapBytes {
  private final ByteBuffer bytes;
  private String place = "the header";

  MapBytes(byte[] file) {
    bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Names what is being read from now on, for messages: "road 17 of 470".
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

  /// A count of things that take at least `bytesEach` bytes each, checked against what is left.
  int count(String things, int bytesEach) throws MalformedMap {
    int count = whole();
    if (count < 0) {
      throw malformed(place + " announces " + count + " " + things);
    }
    if ((long) count * bytesEach > bytes.remaining()) {
      throw cutOff(
          "the map ends inside "
              + place
              + ", which announces "
              + count
              + " "
              + things
              + " with "
              + bytes.remaining()
              + " bytes to come");
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
      throw malformed(place + " has the " + what + " " + value);
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
      throw cutOff("the map ends inside " + place);
    }
  }
}
