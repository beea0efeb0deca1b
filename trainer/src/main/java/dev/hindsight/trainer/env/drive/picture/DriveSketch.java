package dev.hindsight.trainer.env.drive.picture;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.EventMarks;
import dev.hindsight.trainer.scene.HighlightMarks;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Mark.Stroke;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.ObservationSources;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.PoseSketch;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.TrailMarks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The picture of driving: roads, vehicles by state, goals, trails, and what the selected vehicle
/// observes. Drawn from the recording alone, in its own frame (metres from the map's mean).
///
/// Every channel may be missing; without `pose` it says so as [PoseSketch] does.
public record DriveSketch() implements Sketch {
  private static final float DOT_METRES = 0.5f;

  private static final float DOT_PIXELS = 1.8f;

  private static final float RING_PIXELS = 4.5f;

  private static final float USUAL_RADIUS = 2;

  private static final Sketch ANY_RECORDING = new PoseSketch();

  @Override
  public Scene backdrop(Rollout rollout) {
    return DriveRoadSketch.of(rollout).orElseGet(() -> ANY_RECORDING.backdrop(rollout));
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    Optional<Poses> poses = Poses.of(moment.rollout(), "pose");
    if (poses.isEmpty() || moment.rollout().ticks() == 0) {
      return ANY_RECORDING.at(moment, overlays);
    }
    List<Mark> marks = new ArrayList<>();
    if (overlays.contains(Overlay.TRAILS)) {
      marks.addAll(TrailMarks.of(poses.get(), moment.tick()));
    }
    if (overlays.contains(Overlay.OBSERVED)) {
      marks.addAll(DriveObservationSketch.roads(moment, poses.get()));
    }
    if (overlays.contains(Overlay.GOALS)) {
      marks.addAll(goals(moment, poses.get()));
    }
    marks.addAll(DriveBodySketch.others(moment));
    marks.addAll(DriveBodySketch.agents(moment, poses.get(), overlays));
    if (overlays.contains(Overlay.OBSERVED)) {
      marks.addAll(DriveObservationSketch.partners(moment, poses.get()));
    }
    marks.addAll(EventMarks.of(moment, poses.get()));
    return marks;
  }

  @Override
  public ObservationSources sources(Moment moment) {
    return DriveSources.of(moment);
  }

  @Override
  public List<Mark> pointed(Moment moment, Set<MarkSubject> subjects) {
    // A row of roads stands for one piece of its polyline, not for the others.
    boolean piece = subjects.stream().anyMatch(s -> s.kind().equals(DriveLayout.ROADS));
    Set<MarkSubject> asked = new HashSet<>(subjects);
    asked.removeIf(s -> piece && s.kind().equals(MarkSubject.ROAD));
    Set<MarkSubject> related = sources(moment).related(asked);
    return HighlightMarks.of(at(moment, EnumSet.of(Overlay.GOALS, Overlay.OBSERVED)), related);
  }

  @Override
  public String describe(Moment moment, MarkSubject markSubject) {
    return DriveDescriptions.of(moment, markSubject);
  }

  @Override
  public Optional<Sketch> asObserved() {
    return Optional.of(new DriveEgoSketch());
  }

  /// Says what the rings are if the selected agent's goal is hidden.
  @Override
  public List<String> legend(Moment moment, Set<Overlay> overlays) {
    int agent = moment.agent();
    Optional<Poses> poses = Poses.of(moment.rollout(), "pose").filter(all -> agent < all.count());
    if (!overlays.contains(Overlay.GOALS)
        || agent == Moment.NO_AGENT
        || poses.isEmpty()
        || moment.rollout().ticks() == 0) {
      return List.of();
    }
    return goals(moment, poses.get().count())
        .map(goals ->
            HiddenGoals.of(moment.rollout())
                .words(
                    agent,
                    poses.get().at(moment.tick(), agent),
                    goals[2 * agent],
                    goals[2 * agent + 1]))
        .orElse(List.of());
  }

  /// x and y of each agent's goal, if they are recorded.
  private static Optional<float[]> goals(Moment moment, int agents) {
    return AgentColumn.of(moment.rollout(), "goal", 2)
        .filter(column -> column.agents() == agents)
        .map(column -> {
          float[] goals = new float[2 * agents];
          column.read(moment.tick(), goals);
          return goals;
        });
  }

  /// Goals: a dot each, a ring with the radius that counts as reached, and a line from the selected
  /// vehicle. A goal that its agent does not see is grey and hollow.
  private static List<Mark> goals(Moment moment, Poses poses) {
    Optional<float[]> recorded = goals(moment, poses.count());
    if (recorded.isEmpty()) {
      return List.of();
    }
    float[] goals = recorded.get();
    HiddenGoals hidden = HiddenGoals.of(moment.rollout());
    float[] radii = radii(moment.rollout(), poses.count());
    List<Mark> marks = new ArrayList<>();
    marks.addAll(hidden.exits(moment.agent(), radii));
    for (int agent = 0; agent < poses.count(); agent++) {
      float x = goals[2 * agent];
      float y = goals[2 * agent + 1];
      Poses.Pose pose = poses.at(moment.tick(), agent);
      if (new Poses.Pose(x, y, 0, moment.tick()).onMap()) {
        MarkSubject markSubject = MarkSubject.goal(agent);
        if (hidden.hides(pose, x, y)) {
          marks.add(
              new Mark.Disc(
                  x, y, radii[agent], RING_PIXELS, Mark.Fill.HOLLOW, Tone.LIMBO, markSubject));
          marks.add(
              new Mark.Disc(
                  x, y, DOT_METRES, DOT_PIXELS, Mark.Fill.HOLLOW, Tone.LIMBO, markSubject));
          continue;
        }
        if (agent == moment.agent() && pose.onMap()) {
          marks.add(new Mark.Link(pose.x(), pose.y(), x, y, 0.5f, Tone.GOAL, markSubject));
        }
        marks.add(
            new Mark.Disc(
                x, y, radii[agent], RING_PIXELS, Mark.Fill.HOLLOW, Tone.GOAL, markSubject));
        marks.add(
            new Mark.Disc(x, y, DOT_METRES, DOT_PIXELS, Mark.Fill.SOLID, Tone.GOAL, markSubject));
      }
    }
    return marks;
  }

  /// One radius per agent: from the array `goal_radius` (one per agent, or one for all), else from
  /// the setting of that name.
  private static float[] radii(Rollout rollout, int agents) {
    Optional<NpyArray> array = rollout.fixed("goal_radius").filter(a -> a.length() > 0);
    JsonNode setting = rollout.manifest().environment().config().get("goal_radius");
    float usual = setting == null ? USUAL_RADIUS : (float) setting.asDouble(USUAL_RADIUS);
    float[] radii = new float[agents];
    for (int agent = 0; agent < agents; agent++) {
      int index = agent;
      radii[agent] = array.map(a -> (float) a.value(Math.min(index, a.length() - 1))).orElse(usual);
    }
    return radii;
  }

  /// The roads of a recording: `road/points` f4 `[point, 2]`, `road/offsets` (first point of each)
  /// i4 `[road]` or `[road + 1]`, `road/types` i4 `[road]`.
  private static final class DriveRoadSketch {
    private static final int LANE = 4;
    private static final int LINE = 5;
    private static final int EDGE = 6;

    /// A little wider than a lane, so that neighbouring lanes join into one surface.
    private static final Stroke SURFACE = Stroke.solid(4.2f, 2);

    private static final Stroke LANE_CENTRE = Stroke.solid(0.15f, 0.6f).faded(0.5f);
    private static final Stroke PAINT = Stroke.solid(0.15f, 0.7f).faded(0.6f);
    private static final Stroke KERB = Stroke.solid(0.3f, 1.1f);
    private static final Stroke OTHER = Stroke.solid(0.2f, 0.8f).faded(0.6f);

    private DriveRoadSketch() {}

    /// The map; empty if the recording has no roads or inconsistent ones.
    static Optional<Scene> of(Rollout rollout) {
      Optional<NpyArray> points = rollout.fixed("road/points");
      Optional<NpyArray> offsets = rollout.fixed("road/offsets");
      Optional<NpyArray> types = rollout.fixed("road/types");
      if (points.isEmpty() || offsets.isEmpty() || types.isEmpty()) {
        return Optional.empty();
      }
      return of(points.get().floats(), offsets.get().ints(), types.get().ints());
    }

    private static Optional<Scene> of(float[] xy, int[] offsets, int[] types) {
      List<List<Mark>> layers =
          List.of(
              new ArrayList<>(),
              new ArrayList<>(),
              new ArrayList<>(),
              new ArrayList<>(),
              new ArrayList<>());
      for (int road = 0; road < types.length; road++) {
        int from = 2 * offsets[road];
        int to = road + 1 < offsets.length ? 2 * offsets[road + 1] : xy.length;
        if (from < 0 || to > xy.length || from > to) {
          return Optional.empty();
        }
        if (to - from >= 4) {
          add(
              Arrays.copyOfRange(xy, from, to),
              types[road],
              new MarkSubject(MarkSubject.ROAD, road),
              layers);
        }
      }
      List<Mark> marks = new ArrayList<>();
      layers.forEach(marks::addAll);
      return Optional.of(new Scene(Bounds.around(xy), marks));
    }

    private static void add(
        float[] xy, int type, MarkSubject markSubject, List<List<Mark>> layers) {
      switch (type) {
        case LANE -> {
          layers.get(0).add(new Mark.Polyline(xy, SURFACE, Tone.ROAD_SURFACE, markSubject));
          layers.get(1).add(new Mark.Polyline(xy, LANE_CENTRE, Tone.ROAD_LANE, markSubject));
        }
        case LINE -> layers.get(3).add(new Mark.Polyline(xy, PAINT, Tone.ROAD_LINE, markSubject));
        case EDGE -> layers.get(4).add(new Mark.Polyline(xy, KERB, Tone.ROAD_EDGE, markSubject));
        default -> layers.get(2).add(new Mark.Polyline(xy, OTHER, Tone.ROAD_OTHER, markSubject));
      }
    }
  }
}
