package dev.hindsight.app;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.Summary;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Writes recordings with known events: trials of 50 ticks; agent a touches a vehicle in the world
/// of tick 20 + a of every trial and is in limbo from tick 40; its action changes every ten ticks;
/// `blink` is true at every multiple of 16.
public final class SyntheticRecording {
  static final int TRIAL = 50;

  /// Ticks in a chunk of the file.
  static final int CHUNK = 8;

  private SyntheticRecording() {}

  /// A whole recording.
  public static Path write(Path file, int agents, int ticks) {
    return write(file, agents, ticks, "pose");
  }

  /// As [#write(Path, int, int)], with the places of the agents in a column of another name.
  public static Path write(Path file, int agents, int ticks, String pose) {
    try (RolloutWriter writer = begin(file, agents, pose)) {
      add(writer, agents, ticks);
      writer.finish(Summary.of(List.of(), Map.of(), 1));
    }
    return file;
  }

  /// Starts a recording with chunks of eight ticks.
  static RolloutWriter begin(Path file, int agents) {
    return begin(file, agents, "pose");
  }

  private static RolloutWriter begin(Path file, int agents, String pose) {
    List<Column> columns =
        List.of(
            column(pose, Dtype.F4, "", agents, 3),
            column("collision", Dtype.I1, "1", agents),
            column("removed", Dtype.BOOL, "1", agents),
            column("action", Dtype.I4, "1", agents),
            column("reward", Dtype.F4, "1", agents),
            column("blink", Dtype.BOOL, "1", agents),
            new Column(ChannelSpec.perTick("trial", Dtype.I4, "1", "trial"), List.of()));
    return RolloutWriter.create(file, manifest(agents, columns), columns);
  }

  /// Continues a recording.
  ///
  /// @param to its number of ticks afterwards
  static void add(RolloutWriter writer, int agents, int to) {
    for (int tick = writer.ticks(); tick < to; tick++) {
      row(writer, agents, tick);
      writer.endTick();
    }
  }

  private static void row(RolloutWriter writer, int agents, int tick) {
    float[] pose = new float[3 * agents];
    float[] reward = new float[agents];
    int[] action = new int[agents];
    byte[] collision = new byte[agents];
    byte[] removed = new byte[agents];
    byte[] blink = new byte[agents];
    int within = tick % TRIAL;
    for (int agent = 0; agent < agents; agent++) {
      pose[3 * agent] = within + 3 * agent;
      pose[3 * agent + 1] = 5 * agent;
      reward[agent] = (float) Math.sin(tick / 9.0 + agent);
      action[agent] = tick / 10 % 7;
      collision[agent] = (byte) (within == 20 + agent ? 1 : 0);
      removed[agent] = (byte) (within >= 40 ? 1 : 0);
      blink[agent] = (byte) (tick % 16 == 0 ? 1 : 0);
    }
    writer.put(0, pose);
    writer.put(1, collision);
    writer.put(2, removed);
    writer.put(3, action);
    writer.put(4, reward);
    writer.put(5, blink);
    writer.put(6, new int[] {tick / TRIAL});
  }

  private static Column column(String name, Dtype type, String unit, int agents, int... width) {
    return width.length == 0
        ? new Column(ChannelSpec.perTick(name, type, unit, name, "agent"), List.of(agents))
        : new Column(
            ChannelSpec.perTick(name, type, unit, name, "agent", width[0]),
            List.of(agents, width[0]));
  }

  private static Manifest manifest(int agents, List<Column> columns) {
    return new Manifest(
        Manifest.FORMAT,
        Manifest.VERSION,
        "a test",
        "2026-01-01T00:00:00Z",
        new Manifest.EnvironmentInfo("planted", Map.of(), "1"),
        new Manifest.PolicyInfo("none", "", "", "random"),
        0,
        agents,
        0.1,
        new Manifest.Trials(4, TRIAL),
        CHUNK,
        new ObservationLayout(List.of()),
        columns.stream().map(Column::spec).toList(),
        List.of(),
        Map.of());
  }
}
