package dev.hindsight.trainer.env.airspace.radar;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.attention.EdgeHeads;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.EventMarks;
import dev.hindsight.trainer.scene.LengthUnit;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Narration;
import dev.hindsight.trainer.scene.ObservationSources;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.PoseSketch;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.SceneDefaults;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.SketchChoice;
import dev.hindsight.trainer.scene.SketchSettings;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The picture that a controller sees: the sector, aircraft by state with track vector, trail and
/// label, conflicts, protected zones, exits.
///
/// Every channel may be missing; without `pose` it says so as [PoseSketch] does.
///
/// @param heads whose attention is drawn from the selected aircraft
public record RadarSketch(EdgeHeads heads) implements Sketch {
  private static final Sketch ANY_RECORDING = new PoseSketch();
  private static final int CORNERS = 240;
  private static final Mark.Stroke EDGE = Mark.Stroke.solid(0, 1.6f);
  private static final float MILE = (float) LengthUnit.NAUTICAL_MILES.metres();

  /// Width of the view in metres while it follows an aircraft: 50 NM.
  private static final double SPAN = 50 * MILE;

  /// A sketch that shows the mean attention of the last layer.
  public RadarSketch() {
    this(EdgeHeads.ALL);
  }

  @Override
  public Scene backdrop(Rollout rollout) {
    float radius = sector(rollout);
    if (!(radius > 0)) {
      Bounds around = ANY_RECORDING.backdrop(rollout).bounds();
      return new Scene(around, List.of(), LengthUnit.NAUTICAL_MILES);
    }
    float side = 1.04f * radius;
    float[] circle = circle(radius);
    return new Scene(
        new Bounds(-side, -side, side, side),
        List.of(
            new Mark.Polygon(circle, Mark.Fill.SOLID, Tone.ROAD_SURFACE, MarkSubject.NONE),
            new Mark.Polyline(circle, EDGE, Tone.ROAD_EDGE, MarkSubject.NONE)),
        LengthUnit.NAUTICAL_MILES);
  }

  private static float[] circle(float radius) {
    float[] xy = new float[2 * CORNERS + 2];
    for (int i = 0; i <= CORNERS; i++) {
      double angle = 2 * Math.PI * (i % CORNERS) / CORNERS;
      xy[2 * i] = (float) (radius * Math.cos(angle));
      xy[2 * i + 1] = (float) (radius * Math.sin(angle));
    }
    return xy;
  }

  /// Radius of the sector in metres; 0 if it has no edge or the recording does not say.
  private static float sector(Rollout rollout) {
    return fixed(rollout, "sector", 2, 0);
  }

  /// Radius of the protected zone in metres; 5 NM if the recording does not say.
  static float zone(Rollout rollout) {
    return fixed(rollout, "zone", 0, 5 * MILE);
  }

  private static float fixed(Rollout rollout, String name, int index, float otherwise) {
    Optional<NpyArray> array = rollout.fixed(name).filter(a -> a.length() > index);
    return array.map(a -> (float) a.value(index)).filter(Float::isFinite).orElse(otherwise);
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    Optional<TrafficAtTick> read = TrafficAtTick.of(moment);
    if (read.isEmpty()) {
      return ANY_RECORDING.at(moment, overlays);
    }
    TrafficAtTick trafficAtTick = read.get();
    List<Mark> marks = new ArrayList<>();
    if (overlays.contains(Overlay.ZONES)) {
      ConflictMarks.zones(trafficAtTick, zone(moment.rollout()), marks);
    }
    if (overlays.contains(Overlay.TRAILS)) {
      TrackMarks.trails(trafficAtTick, marks);
    }
    if (overlays.contains(Overlay.GOALS)) {
      ExitMarks.add(trafficAtTick, marks);
    }
    if (overlays.contains(Overlay.CONFLICTS)) {
      ConflictMarks.pairs(trafficAtTick, marks);
    }
    if (overlays.contains(Overlay.VECTORS)) {
      TrackMarks.vectors(trafficAtTick, marks);
    }
    if (overlays.contains(Overlay.ATTENTION)) {
      AttentionMarks.add(trafficAtTick, heads, marks);
    }
    AircraftMarks.add(trafficAtTick, marks);
    if (overlays.contains(Overlay.OBSERVED)) {
      NeighbourMarks.rings(trafficAtTick, marks);
    }
    AircraftLabels.add(trafficAtTick, overlays.contains(Overlay.LABELS), marks);
    Poses.of(moment.rollout(), "pose")
        .ifPresent(poses -> marks.addAll(EventMarks.of(moment, poses)));
    return marks;
  }

  @Override
  public ObservationSources sources(Moment moment) {
    return NeighbourMarks.sources(moment);
  }

  @Override
  public String describe(Moment moment, MarkSubject markSubject) {
    return RadarWords.of(moment, markSubject);
  }

  @Override
  public String narrate(Moment moment) {
    return TrafficAtTick.of(moment).map(RadarWords::sentence).orElseGet(() -> Narration.of(moment));
  }

  @Override
  public List<String> legend(Moment moment, Set<Overlay> overlays) {
    boolean drawn = overlays.contains(Overlay.ATTENTION) && moment.agent() != Moment.NO_AGENT;
    return drawn && !heads.equals(EdgeHeads.ALL)
        ? heads
            .words(moment.rollout())
            .map(words -> wording("RadarSketch.attention", words))
            .stream()
            .toList()
        : List.of();
  }

  @Override
  public SceneDefaults sceneDefaults() {
    Set<Overlay> offered = EnumSet.allOf(Overlay.class);
    Set<Overlay> shown = EnumSet.allOf(Overlay.class);
    shown.removeAll(Set.of(Overlay.OBSERVED, Overlay.METRICS));
    return new SceneDefaults(offered, shown, SPAN);
  }

  @Override
  public List<SketchChoice> choices(Rollout rollout) {
    return EdgeHeads.choices(rollout);
  }

  @Override
  public Sketch choosing(SketchSettings sketchSettings) {
    return new RadarSketch(EdgeHeads.of(sketchSettings));
  }

  @Override
  public Optional<Sketch> asObserved() {
    return Optional.of(new RadarEgoSketch());
  }

  /// Each aircraft's callsign, level and speed. The selected aircraft's label comes first, then
  /// those in trouble, so that they get room where space is short.
  private static final class AircraftLabels {
    private static final float LETTERS = 11;

    private static final List<TrafficAtTick.ConflictState> RANK =
        List.of(
            TrafficAtTick.ConflictState.LOSS,
            TrafficAtTick.ConflictState.CONFLICT,
            TrafficAtTick.ConflictState.FREE,
            TrafficAtTick.ConflictState.GONE);

    private AircraftLabels() {}

    /// @param all whether aircraft other than the selected one have labels
    static void add(TrafficAtTick trafficAtTick, boolean all, List<Mark> marks) {
      for (int body : order(trafficAtTick)) {
        if (trafficAtTick.here(body) && (all || trafficAtTick.selected(body))) {
          Poses.Pose pose = trafficAtTick.pose(body);
          Poses.Pose steady = trafficAtTick.steady(body);
          marks.add(
              new Mark.Label(
                  pose.x(),
                  pose.y(),
                  steady.x(),
                  steady.y(),
                  RadarWords.label(trafficAtTick, body),
                  LETTERS,
                  tone(trafficAtTick, body),
                  trafficAtTick.subject(body)));
        }
      }
    }

    private static Tone tone(TrafficAtTick trafficAtTick, int body) {
      if (trafficAtTick.selected(body)) {
        return Tone.SELECTED;
      }
      return switch (trafficAtTick.states()[body]) {
        case FREE, GONE -> Tone.TEXT;
        case CONFLICT -> Tone.CONFLICT;
        case LOSS -> Tone.LOSS;
      };
    }

    /// Ordered by the states when labels last chose their places, so that the order does not change
    /// from tick to tick.
    private static List<Integer> order(TrafficAtTick trafficAtTick) {
      TrafficAtTick.ConflictState[] states =
          TrafficAtTick.of(trafficAtTick.steady())
              .map(TrafficAtTick::states)
              .orElse(trafficAtTick.states());
      List<Integer> order = new ArrayList<>();
      int selected = trafficAtTick.moment().agent();
      if (selected >= 0 && selected < trafficAtTick.agents()) {
        order.add(selected);
      }
      for (TrafficAtTick.ConflictState conflictState : RANK) {
        for (int body = 0; body < trafficAtTick.bodies(); body++) {
          if (states[body] == conflictState && !trafficAtTick.selected(body)) {
            order.add(body);
          }
        }
      }
      return order;
    }
  }
}
