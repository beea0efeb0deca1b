package dev.hindsight.trainer.env.drive.map;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/// A map of two objects and three roads, small enough to cut at every byte.
final class SmallMap {
  private SmallMap() {}

  static DriveMap map() {
    return new DriveMap(
        1,
        new int[] {0, 1},
        List.of(track(1, 10, 3), track(3, 11, 2)),
        List.of(road(4, 20, 4), road(6, 21, 2), road(77, 22, 1)));
  }

  /// The same content as [#map()], less what version 0 cannot say.
  static byte[] v0() {
    ByteBuffer out = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    DriveMap map = map();
    out.putInt(map.objects().size()).putInt(map.roads().size());
    for (DriveMap.Track t : map.objects()) {
      out.putInt(t.type()).putInt(t.ticks());
      put(out, t.x(), t.y(), t.z(), t.vx(), t.vy(), t.vz(), t.heading());
      for (int valid : t.valid()) {
        out.putInt(valid);
      }
      put(out, new float[] {t.width(), t.length(), t.height(), t.goalX(), t.goalY(), t.goalZ()});
      out.putInt(t.markAsExpert());
    }
    for (DriveMap.Road r : map.roads()) {
      out.putInt(r.type()).putInt(r.x().length);
      put(out, r.x(), r.y(), r.z(), new float[6]);
      out.putInt(r.markAsExpert());
    }
    byte[] bytes = new byte[out.position()];
    out.get(0, bytes);
    return bytes;
  }

  private static void put(ByteBuffer out, float[]... arrays) {
    for (float[] array : arrays) {
      for (float value : array) {
        out.putFloat(value);
      }
    }
  }

  private static DriveMap.Track track(int type, int id, int n) {
    int[] valid = new int[n];
    valid[0] = 1;
    return new DriveMap.Track(
        5,
        type,
        id,
        ramp(n, 1),
        ramp(n, 2),
        ramp(n, 3),
        ramp(n, 4),
        ramp(n, 5),
        ramp(n, 6),
        ramp(n, 0.1f),
        valid,
        2,
        4.5f,
        1.8f,
        30,
        40,
        0.5f,
        id % 2);
  }

  private static DriveMap.Road road(int type, int id, int n) {
    return new DriveMap.Road(
        5, type, id, ramp(n, -1), ramp(n, -2), ramp(n, -3), 0, 0, 0, 0, 0, 0, 0);
  }

  private static float[] ramp(int n, float start) {
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = start + i;
    }
    return values;
  }
}
