package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.observation.ObservationLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Small recordings to test with; every number in them is a function of (column, tick, index).
final class TestRecordings {
  static final int AGENTS = 3;

  static final List<Column> COLUMNS =
      List.of(
          new Column(
              ChannelSpec.perTick("observation", Dtype.F4, "1", "what is seen", "agent", 5),
              List.of(AGENTS, 5)),
          new Column(
              ChannelSpec.perTick("action", Dtype.I4, "", "what is done", "agent"),
              List.of(AGENTS)),
          new Column(
              ChannelSpec.perTick("removed", Dtype.BOOL, "", "in limbo", "agent"), List.of(AGENTS)),
          new Column(ChannelSpec.perTick("trial", Dtype.I4, "", "from 0"), List.of()),
          new Column(ChannelSpec.perTick("state_hash", Dtype.I8, "", "chain"), List.of()));

  static final FixedArray ROAD =
      new FixedArray(
          ChannelSpec.fixed("road/points", Dtype.F4, "m", "centre line", "point", 2),
          NpyArray.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2));

  private TestRecordings() {}

  static Manifest manifest(List<Column> columns, int chunkTicks) {
    return manifest(columns, chunkTicks, "2026-01-01T00:00:00Z");
  }

  /// The same, made at another time, four ticks a chunk.
  static Manifest madeAt(String created) {
    return manifest(COLUMNS, 4, created);
  }

  private static Manifest manifest(List<Column> columns, int chunkTicks, String created) {
    return new Manifest(
        Manifest.FORMAT,
        Manifest.VERSION,
        "test",
        created,
        new Manifest.EnvironmentInfo("toy", Map.of(), "1"),
        new Manifest.PolicyInfo("scripted", "", "", "argmax"),
        7,
        AGENTS,
        0.1,
        new Manifest.Trials(2, 10),
        chunkTicks,
        new ObservationLayout(
            List.of(
                new ObservationLayout.Segment(
                    "ego", 0, List.of(5), List.of("a", "b", "c", "d", "e")))),
        columns.stream().map(Column::spec).toList(),
        List.of(ROAD.spec()),
        Map.of());
  }

  /// The number at a place, small enough for every element type.
  static int number(int column, int tick, int index) {
    int mixed = (column * 1_000_003 + tick * 1009 + index + 1) * 0x9e3779b9;
    return mixed >>> 31;
  }

  static void write(Path file, List<Column> columns, int ticks, int chunkTicks) {
    try (RolloutWriter writer =
        RolloutWriter.create(file, manifest(columns, chunkTicks), columns)) {
      writer.fixed(ROAD);
      for (int t = 0; t < ticks; t++) {
        tick(writer, columns, t);
      }
      fill(writer.last(0), columns.getFirst(), 0, ticks);
      writer.finish(Summary.of(List.of(0.5, 1.0), Map.of("goals", 3.0), 0.25));
    }
  }

  static void tick(RolloutWriter writer, List<Column> columns, int tick) {
    for (int c = 0; c < columns.size(); c++) {
      fill(writer.row(c), columns.get(c), c, tick);
    }
    writer.endTick();
  }

  static void fill(ByteBuffer row, Column column, int number, int tick) {
    for (int i = 0; i < column.rowLength(); i++) {
      int value = number(number, tick, i);
      switch (column.spec().type()) {
        case F2 -> row.putShort(Float.floatToFloat16(value));
        case F4 -> row.putFloat(value);
        case F8 -> row.putDouble(value);
        case I1, U1, BOOL -> row.put((byte) value);
        case I2 -> row.putShort((short) value);
        case I4 -> row.putInt(value);
        case I8 -> row.putLong(value);
      }
    }
  }
}
