package dev.hindsight.trainer.env.drive.map;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Packs a map as version 2, the only version written.
final class BinaryMapWriter {
  private final ByteBuffer out;

  private BinaryMapWriter(ByteBuffer out) {
    this.out = out;
  }

  static byte[] bytes(DriveMap map) {
    ByteBuffer buffer = ByteBuffer.allocate(size(map)).order(ByteOrder.LITTLE_ENDIAN);
    new BinaryMapWriter(buffer).map(map);
    return buffer.array();
  }

  private static int size(DriveMap map) {
    long size = 16 + 4L * map.tracksToPredict().length;
    for (DriveMap.Track track : map.objects()) {
      size += 44 + 32L * track.ticks();
    }
    for (DriveMap.Road road : map.roads()) {
      size += 44 + 12L * road.x().length;
    }
    return Math.toIntExact(size);
  }

  private void map(DriveMap map) {
    out.putInt(map.sdcTrackIndex()).putInt(map.tracksToPredict().length);
    wholes(map.tracksToPredict());
    out.putInt(map.objects().size()).putInt(map.roads().size());
    map.objects().forEach(this::track);
    map.roads().forEach(this::road);
  }

  private void track(DriveMap.Track t) {
    out.putInt(t.scenarioId()).putInt(t.type()).putInt(t.id()).putInt(t.ticks());
    reals(t.x());
    reals(t.y());
    reals(t.z());
    reals(t.vx());
    reals(t.vy());
    reals(t.vz());
    reals(t.heading());
    wholes(t.valid());
    out.putFloat(t.width()).putFloat(t.length()).putFloat(t.height());
    out.putFloat(t.goalX()).putFloat(t.goalY()).putFloat(t.goalZ()).putInt(t.markAsExpert());
  }

  private void road(DriveMap.Road r) {
    out.putInt(r.scenarioId()).putInt(r.type()).putInt(r.id()).putInt(r.x().length);
    reals(r.x());
    reals(r.y());
    reals(r.z());
    out.putFloat(r.width()).putFloat(r.length()).putFloat(r.height());
    out.putFloat(r.goalX()).putFloat(r.goalY()).putFloat(r.goalZ()).putInt(r.markAsExpert());
  }

  private void reals(float[] values) {
    for (float value : values) {
      out.putFloat(value);
    }
  }

  private void wholes(int[] values) {
    for (int value : values) {
      out.putInt(value);
    }
  }
}
