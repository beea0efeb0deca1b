package dev.hindsight.trainer.rollout.foreign.mcap;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.OutputFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Saves a recording as MCAP with JSON channels: `/scene` (`foxglove.SceneUpdate`, a box for each
/// agent that is on the map), `/poses` (`foxglove.PosesInFrame`), and for each agent
/// `/agent/N/metrics` with its reward, value, action and ends. Message times are those of the
/// simulation, from 0.
///
/// @param rollout the recording, open
/// @param ticks the ticks to save
/// @param out the file to write
public record McapExport(Rollout rollout, RequestedTicks ticks, Path out)
    implements Job<McapExport.Report> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FRAME = "map";
  private static final String ANY = "{\"type\":\"object\"}";
  private static final List<String> METRICS =
      List.of("reward", "value", "terminal", "truncation", "trial_ended", "removed");

  /// The result.
  ///
  /// @param messages in all channels
  public record Report(Path file, int ticks, long messages, long bytes) {}

  @Override
  public Report run(Progress progress, Cancellation cancellation) {
    OutputFile.spares(out, List.of(rollout.file()));
    Span span = ticks.in(rollout);
    long[] messages = new long[1];
    try {
      long bytes =
          AtomicFile.write(
              out,
              stream -> {
                messages[0] = write(stream, span, progress, cancellation);
              });
      return new Report(out, span.ticks(), messages[0], bytes);
    } catch (IOException e) {
      throw new Problem(
          wording("McapExport.the_file_cannot_be_written"),
          out.toString(),
          wording("McapExport.check_that_the_folder_is_there"),
          e);
    }
  }

  private long write(OutputStream stream, Span span, Progress progress, Cancellation cancellation)
      throws IOException {
    McapWriter writer = new McapWriter(stream, "hindsight");
    int agents = rollout.manifest().agents();
    Optional<Channel> pose =
        rollout.channel("pose").filter(channel -> channel.rowLength() == 3 * agents);
    int scene = pose.isPresent() ? writer.channel("/scene", "foxglove.SceneUpdate", ANY) : 0;
    int poses = pose.isPresent() ? writer.channel("/poses", "foxglove.PosesInFrame", ANY) : 0;
    Limbo limbo = new Limbo(rollout);
    int[] metrics = new int[agents];
    for (int agent = 0; agent < agents; agent++) {
      metrics[agent] = writer.channel("/agent/" + agent + "/metrics", "hindsight.Metrics", ANY);
    }
    long count = 0;
    for (int tick = span.from(); tick < span.to(); tick++) {
      cancellation.throwIfCancelled();
      long time = Math.round(tick * rollout.manifest().tickSeconds() * 1e9);
      if (pose.isPresent()) {
        writer.message(scene, time, JSON.writeValueAsBytes(scene(pose.get(), limbo, tick, time)));
        writer.message(poses, time, JSON.writeValueAsBytes(poses(pose.get(), limbo, tick, time)));
        count += 2;
      }
      for (int agent = 0; agent < agents; agent++) {
        writer.message(metrics[agent], time, JSON.writeValueAsBytes(metrics(tick, agent)));
        count++;
      }
      progress.report(tick - span.from() + 1L, span.ticks(), "ticks");
    }
    writer.finish();
    return count;
  }

  private record Time(long sec, long nsec) {
    static Time of(long nanoseconds) {
      return new Time(nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000);
    }
  }

  private record Vector(double x, double y, double z) {}

  private record Quaternion(double x, double y, double z, double w) {}

  private record Pose(Vector position, Quaternion orientation) {
    /// @param heading radians, counter-clockwise from +x
    static Pose of(double x, double y, double heading) {
      return new Pose(
          new Vector(x, y, 0), new Quaternion(0, 0, Math.sin(heading / 2), Math.cos(heading / 2)));
    }
  }

  private record Colour(double r, double g, double b, double a) {}

  private record Cube(Pose pose, Vector size, Colour color) {}

  private record Entity(
      Time timestamp,
      @JsonProperty("frame_id") String frameId,
      String id,
      Time lifetime,
      @JsonProperty("frame_locked") boolean frameLocked,
      List<Object> metadata,
      List<Object> arrows,
      List<Cube> cubes,
      List<Object> spheres,
      List<Object> cylinders,
      List<Object> lines,
      List<Object> triangles,
      List<Object> texts,
      List<Object> models) {}

  /// Type 1 deletes all entities before the new ones appear.
  private record Deletion(Time timestamp, int type, String id) {}

  private record SceneUpdate(List<Deletion> deletions, List<Entity> entities) {}

  private record PosesInFrame(
      Time timestamp, @JsonProperty("frame_id") String frameId, List<Pose> poses) {}

  private SceneUpdate scene(Channel pose, Limbo limbo, int tick, long time) {
    Time now = Time.of(time);
    List<Entity> entities = new ArrayList<>();
    Optional<NpyArray> size = rollout.fixed("size");
    for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
      double x = pose.value(tick, 3 * agent);
      double y = pose.value(tick, 3 * agent + 1);
      double heading = pose.value(tick, 3 * agent + 2);
      if (limbo.at(tick, agent) || !Double.isFinite(x + y + heading)) {
        continue;
      }
      int at = 2 * agent;
      Vector extent =
          size.filter(array -> array.length() > at + 1)
              .map(array -> new Vector(array.value(at), array.value(at + 1), 1.5))
              .orElse(new Vector(1, 1, 1));
      entities.add(
          new Entity(
              now,
              FRAME,
              "agent-" + agent,
              new Time(0, 0),
              false,
              List.of(),
              List.of(),
              List.of(new Cube(Pose.of(x, y, heading), extent, new Colour(0.34, 0.71, 0.91, 1))),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of()));
    }
    return new SceneUpdate(List.of(new Deletion(now, 1, "")), entities);
  }

  private PosesInFrame poses(Channel pose, Limbo limbo, int tick, long time) {
    List<Pose> all = new ArrayList<>();
    for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
      double x = pose.value(tick, 3 * agent);
      double y = pose.value(tick, 3 * agent + 1);
      double heading = pose.value(tick, 3 * agent + 2);
      if (!limbo.at(tick, agent) && Double.isFinite(x + y + heading)) {
        all.add(Pose.of(x, y, heading));
      }
    }
    return new PosesInFrame(Time.of(time), FRAME, all);
  }

  private Map<String, Object> metrics(int tick, int agent) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("tick", tick);
    for (String name : METRICS) {
      Optional<Channel> channel =
          rollout.channel(name).filter(found -> found.rowLength() == rollout.manifest().agents());
      if (channel.isPresent()) {
        double value = channel.get().value(tick, agent);
        switch (channel.get().spec().type()) {
          case BOOL -> row.put(name, value != 0);
          case F2, F4, F8, I1, U1, I2, I4, I8 -> {
            if (Double.isFinite(value)) {
              row.put(name, value);
            }
          }
        }
      }
    }
    rollout
        .channel("action")
        .filter(found -> found.rowLength() % Math.max(1, rollout.manifest().agents()) == 0)
        .ifPresent(found -> {
          int width = found.rowLength() / Math.max(1, rollout.manifest().agents());
          List<@Nullable Double> action = new ArrayList<>();
          for (int i = 0; i < width; i++) {
            double value = found.value(tick, agent * width + i);
            action.add(Double.isFinite(value) ? value : null);
          }
          row.put("action", action);
        });
    return row;
  }
}
