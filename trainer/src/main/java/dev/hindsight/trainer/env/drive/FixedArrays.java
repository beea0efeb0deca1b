package dev.hindsight.trainer.env.drive;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.DriveMap.Road;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.drive.simulation.MapFrame;
import dev.hindsight.trainer.env.drive.simulation.ReachableExits;
import dev.hindsight.trainer.env.drive.simulation.Roster;
import dev.hindsight.trainer.env.drive.simulation.TrafficParticipant;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/// The fixed arrays of a drive recording: sizes, kinds, the origin and the roads.
final class FixedArrays {
  private FixedArrays() {}

  static List<FixedArray> of(
      DriveMap map, MapFrame frame, Roster roster, ReachableExits exits, DriveConfig config) {
    List<FixedArray> all = new ArrayList<>();
    List<TrafficParticipant> agents = roster.agents();
    int egos = roster.egos(config.casting());
    all.add(sizes("size", "agent", agents));
    all.add(
        bytes(
            "kind",
            "agent",
            "1 vehicle, 2 pedestrian, 3 cyclist",
            agents,
            TrafficParticipant::type));
    all.add(
        bytes(
            "ego",
            "agent",
            wording("FixedArrays.1_where_its_arrival_counts_for"),
            agents,
            trafficParticipant -> agents.indexOf(trafficParticipant) < egos ? 1 : 0));
    if (!roster.others().isEmpty()) {
      all.add(sizes("other_size", "other", roster.others()));
      all.add(
          bytes(
              "other_kind",
              "other",
              "1 expert, 2 static",
              roster.others(),
              trafficParticipant ->
                  trafficParticipant.role() == TrafficParticipant.Role.EXPERT ? 1 : 2));
      all.add(
          bytes(
              "other_type",
              "other",
              "1 vehicle, 2 pedestrian, 3 cyclist",
              roster.others(),
              TrafficParticipant::type));
    }
    all.add(
        new FixedArray(
            ChannelSpec.fixed(
                "world_origin", Dtype.F8, "m", wording("FixedArrays.world_coordinates_of_0_0"), 2),
            NpyArray.of(new double[] {frame.meanX(), frame.meanY()}, 2)));
    all.add(
        new FixedArray(
            ChannelSpec.fixed(
                "goal_radius", Dtype.F4, "m", wording("FixedArrays.how_near_counts_as_there"), 1),
            NpyArray.of(new float[] {config.goals().radius()}, 1)));
    if (config.goals().hidden()) {
      exits(all, exits);
    }
    roads(all, map.roads(), frame);
    return List.copyOf(all);
  }

  private static void exits(List<FixedArray> all, ReachableExits exits) {
    int[] offsets = new int[exits.x().length + 1];
    for (int a = 0; a < exits.x().length; a++) {
      offsets[a + 1] = offsets[a] + exits.x()[a].length;
    }
    float[] points = new float[2 * offsets[exits.x().length]];
    for (int a = 0; a < exits.x().length; a++) {
      for (int e = 0; e < exits.x()[a].length; e++) {
        points[2 * (offsets[a] + e)] = exits.x()[a][e];
        points[2 * (offsets[a] + e) + 1] = exits.y()[a][e];
      }
    }
    all.add(
        new FixedArray(
            ChannelSpec.fixed(
                "exit/points", Dtype.F4, "m", wording("FixedArrays.exits_points"), "exit", 2),
            NpyArray.of(points, points.length / 2, 2)));
    all.add(
        new FixedArray(
            ChannelSpec.fixed(
                "exit/offsets", Dtype.I4, "1", wording("FixedArrays.exits_offsets"), "exit_offset"),
            NpyArray.of(offsets, offsets.length)));
  }

  private static void roads(List<FixedArray> all, List<Road> roads, MapFrame frame) {
    int[] offsets = new int[roads.size() + 1];
    int[] types = new int[roads.size()];
    for (int r = 0; r < types.length; r++) {
      offsets[r + 1] = offsets[r] + roads.get(r).x().length;
      types[r] = roads.get(r).type();
    }
    float[] points = new float[2 * offsets[types.length]];
    for (int r = 0; r < types.length; r++) {
      float[] x = frame.localX(roads.get(r).x());
      float[] y = frame.localY(roads.get(r).x(), roads.get(r).y());
      for (int p = 0; p < x.length; p++) {
        points[2 * (offsets[r] + p)] = x[p];
        points[2 * (offsets[r] + p) + 1] = y[p];
      }
    }
    all.add(
        new FixedArray(
            ChannelSpec.fixed(
                "road/points",
                Dtype.F4,
                "m",
                wording("FixedArrays.x_and_y_of_all_polylines"),
                "point",
                2),
            NpyArray.of(points, points.length / 2, 2)));
    all.add(
        new FixedArray(
            ChannelSpec.fixed(
                "road/offsets",
                Dtype.I4,
                "1",
                wording("FixedArrays.polyline_r_is_points_offsets_r"),
                "offset"),
            NpyArray.of(offsets, offsets.length)));
    all.add(
        new FixedArray(
            ChannelSpec.fixed(
                "road/types", Dtype.I4, "1", wording("FixedArrays.4_lane_5_line_6_edge"), "road"),
            NpyArray.of(types, types.length)));
  }

  private static FixedArray sizes(String name, String axis, List<TrafficParticipant> actors) {
    float[] sizes = new float[2 * actors.size()];
    for (int i = 0; i < actors.size(); i++) {
      sizes[2 * i] = actors.get(i).length();
      sizes[2 * i + 1] = actors.get(i).width();
    }
    return new FixedArray(
        ChannelSpec.fixed(
            name, Dtype.F4, "m", wording("FixedArrays.length_and_width_as_simulated"), axis, 2),
        NpyArray.of(sizes, actors.size(), 2));
  }

  private static FixedArray bytes(
      String name,
      String axis,
      String doc,
      List<TrafficParticipant> actors,
      ToIntFunction<TrafficParticipant> value) {
    ByteBuffer bytes = ByteBuffer.allocate(actors.size());
    actors.forEach(trafficParticipant -> bytes.put((byte) value.applyAsInt(trafficParticipant)));
    return new FixedArray(
        ChannelSpec.fixed(name, Dtype.I1, "1", doc, axis),
        new NpyArray(Dtype.I1, new int[] {actors.size()}, bytes.flip()));
  }
}
