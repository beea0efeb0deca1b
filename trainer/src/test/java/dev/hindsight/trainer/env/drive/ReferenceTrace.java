package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.SharedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/// A trace of the reference simulation: the state of every agent after each step, and full
/// observations before some.
///
/// @param rows in order of step and agent
/// @param observations `[samples * A * D]`
record ReferenceTrace(List<Row> rows, float[] observations) {
  /// Steps between two observations.
  static final int SAMPLING = 10;

  /// One agent after one step.
  record Row(
      int step,
      int slot,
      int action,
      double x,
      double y,
      double heading,
      double vx,
      double vy,
      int collision,
      int laneAligned,
      int stopped,
      int respawnTick,
      double goalX,
      double goalY,
      double reward) {}

  static ReferenceTrace read(String name) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(open(name + ".csv.gz"), StandardCharsets.US_ASCII))) {
      List<Row> rows = new ArrayList<>();
      lines.lines().skip(1).forEach(line -> rows.add(row(line.split(","))));
      return new ReferenceTrace(rows, floats(open(name + ".obs.f32.gz").readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static GZIPInputStream open(String name) throws IOException {
    return new GZIPInputStream(
        Files.newInputStream(SharedData.require("data/drive/reference/" + name)));
  }

  private static float[] floats(byte[] bytes) {
    float[] values = new float[bytes.length / 4];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return values;
  }

  private static Row row(String[] f) {
    return new Row(
        Integer.parseInt(f[0]),
        Integer.parseInt(f[1]),
        Integer.parseInt(f[3]),
        Double.parseDouble(f[4]),
        Double.parseDouble(f[5]),
        Double.parseDouble(f[6]),
        Double.parseDouble(f[7]),
        Double.parseDouble(f[8]),
        Integer.parseInt(f[9]),
        Integer.parseInt(f[10]),
        Integer.parseInt(f[11]),
        Integer.parseInt(f[12]),
        Double.parseDouble(f[13]),
        Double.parseDouble(f[14]),
        Double.parseDouble(f[15]));
  }
}
