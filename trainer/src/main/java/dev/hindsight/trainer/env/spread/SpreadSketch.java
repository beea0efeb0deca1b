package dev.hindsight.trainer.env.spread;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationTree;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.EventMarks;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.ObservationSources;
import dev.hindsight.trainer.scene.ObservationSources.ObservationSource;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.PoseSketch;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.SceneDefaults;
import dev.hindsight.trainer.scene.SelectionMarks;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Agents as rings with a line in their direction of motion, and landmarks as targets: filled once
/// covered, with a line to the nearest agent until then. Agents are no filled discs, because they
/// would hide what they cover. A landmark that the selected agent does not observe says so.
record SpreadSketch() implements Sketch {
  private static final PoseSketch BODIES = new PoseSketch();
  private static final float EDGE = 1.5f;
  private static final float RADIUS = (float) SpreadPhysics.RADIUS;
  private static final float COVER = 0.1f;
  private static final float LETTERS = 12;
  private static final int CORNERS = 48;

  /// Maximum length of the trail in ticks, as in other sketches.
  private static final int MOST_TICKS = 512;

  private static final Mark.Stroke TRAIL = Mark.Stroke.solid(0.02f, 1.6f).faded(0.6f);
  private static final Mark.Stroke NEAREST = Mark.Stroke.solid(0, 1).faded(0.7f).dashed();
  private static final Mark.Stroke NOSE = Mark.Stroke.solid(0.03f, 2);
  private static final Mark.Stroke RIM = Mark.Stroke.solid(0.035f, 2.5f);
  private static final Mark.Stroke SQUARE = Mark.Stroke.solid(0.01f, 1);

  /// The square in which landmarks and starts are drawn; agents may leave it.
  @Override
  public Scene backdrop(Rollout rollout) {
    float[] floor = {-EDGE, -EDGE, EDGE, -EDGE, EDGE, EDGE, -EDGE, EDGE};
    float[] drawn = {-1, -1, 1, -1, 1, 1, -1, 1, -1, -1};
    return new Scene(
        new Bounds(-EDGE, -EDGE, EDGE, EDGE),
        List.of(
            new Mark.Polygon(floor, Mark.Fill.SOLID, Tone.ROAD_SURFACE, MarkSubject.NONE),
            new Mark.Polyline(drawn, SQUARE, Tone.ROAD_LANE, MarkSubject.NONE)));
  }

  @Override
  public SceneDefaults sceneDefaults() {
    return new SceneDefaults(
        EnumSet.of(
            Overlay.GOALS,
            Overlay.TRAILS,
            Overlay.OBSERVED,
            Overlay.LABELS,
            Overlay.CAPTION,
            Overlay.METRICS),
        EnumSet.of(Overlay.GOALS, Overlay.TRAILS, Overlay.LABELS, Overlay.CAPTION),
        2);
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    Optional<Poses> found = Poses.of(moment.rollout(), "pose");
    if (found.isEmpty() || moment.tick() < 0 || moment.tick() >= moment.rollout().ticks()) {
      return BODIES.at(moment, overlays);
    }
    Poses poses = found.get();
    List<Mark> marks = new ArrayList<>();
    if (overlays.contains(Overlay.TRAILS)) {
      trails(poses, moment.tick(), marks);
    }
    if (overlays.contains(Overlay.GOALS)) {
      landmarks(moment, poses, marks);
    }
    agents(moment, poses, overlays.contains(Overlay.LABELS), marks);
    if (overlays.contains(Overlay.OBSERVED)) {
      observed(moment, poses, marks);
    }
    marks.addAll(EventMarks.of(moment, poses));
    return marks;
  }

  private static void trails(Poses poses, int tick, List<Mark> marks) {
    int first = Math.max(poses.trialStart(tick), tick - MOST_TICKS);
    float[][] xy = new float[poses.count()][2 * (tick - first + 1)];
    for (int t = first; t <= tick; t++) {
      float[] row = poses.row(t);
      for (int agent = 0; agent < xy.length; agent++) {
        xy[agent][2 * (t - first)] = row[3 * agent];
        xy[agent][2 * (t - first) + 1] = row[3 * agent + 1];
      }
    }
    for (int agent = 0; agent < xy.length; agent++) {
      marks.add(new Mark.Polyline(xy[agent], TRAIL, Tone.TRAIL, MarkSubject.agent(agent)));
    }
  }

  private static void landmarks(Moment moment, Poses poses, List<Mark> marks) {
    Optional<Channel> places =
        moment.rollout().channel(SpreadFactory.LANDMARK).filter(c -> c.rowLength() % 2 == 0);
    if (places.isEmpty()) {
      return;
    }
    int count = places.get().rowLength() / 2;
    Optional<Channel> covered =
        moment.rollout().channel(SpreadFactory.COVERED).filter(c -> c.rowLength() == count);
    float radius =
        moment
            .rollout()
            .fixed("cover_radius")
            .filter(array -> array.length() == 1)
            .map(array -> (float) array.value(0))
            .orElse(COVER);
    for (int i = 0; i < count; i++) {
      float x = (float) places.get().value(moment.tick(), 2 * i);
      float y = (float) places.get().value(moment.tick(), 2 * i + 1);
      MarkSubject subject = new MarkSubject(SpreadObserver.LANDMARKS, i);
      boolean done = covered.isPresent() && covered.get().value(moment.tick(), i) != 0;
      marks.add(new Mark.Disc(x, y, radius, 6, Mark.Fill.HOLLOW, Tone.GOAL, subject));
      marks.add(
          new Mark.Disc(
              x, y, done ? radius : radius / 3, done ? 6 : 2, Mark.Fill.SOLID, Tone.GOAL, subject));
      if (!done) {
        nearest(poses, moment.tick(), x, y).ifPresent(marks::add);
      }
      if (unseen(moment, count, i)) {
        marks.add(
            new Mark.Text(
                x,
                y,
                1.2f * radius,
                wording("SpreadSketch.unseen"),
                LETTERS,
                Tone.GOAL,
                MarkSubject.NONE));
      }
    }
  }

  private static Optional<Mark> nearest(Poses poses, int tick, float x, float y) {
    float[] row = poses.row(tick);
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int agent = 0; agent < poses.count(); agent++) {
      double distance = Math.hypot(row[3 * agent] - x, row[3 * agent + 1] - y);
      if (distance < least) {
        least = distance;
        best = agent;
      }
    }
    if (best < 0) {
      return Optional.empty();
    }
    float[] xy = {x, y, row[3 * best], row[3 * best + 1]};
    return Optional.of(new Mark.Polyline(xy, NEAREST, Tone.GOAL, MarkSubject.NONE));
  }

  /// Whether the selected agent, or without one every agent, does not observe a landmark.
  private static boolean unseen(Moment moment, int count, int landmark) {
    Optional<Channel> seen =
        moment.rollout().channel(SpreadFactory.SEEN).filter(c -> c.rowLength() == count * count);
    if (seen.isEmpty()) {
      return false;
    }
    for (int agent = 0; agent < count; agent++) {
      boolean asked = moment.agent() == Moment.NO_AGENT || moment.agent() == agent;
      if (asked && seen.get().value(moment.tick(), agent * count + landmark) != 0) {
        return false;
      }
    }
    return true;
  }

  private static void agents(Moment moment, Poses poses, boolean labels, List<Mark> marks) {
    Optional<AgentColumn> touching = AgentColumn.of(moment.rollout(), "collision");
    for (int agent = 0; agent < poses.count(); agent++) {
      Poses.Pose pose = poses.at(moment.tick(), agent);
      if (!pose.onMap()) {
        continue;
      }
      boolean selected = agent == moment.agent();
      if (selected) {
        marks.add(SelectionMarks.halo(pose, 2 * RADIUS));
      }
      boolean touched = touching.isPresent() && touching.get().value(moment.tick(), agent, 0) != 0;
      MarkSubject subject = MarkSubject.agent(agent);
      Tone tone = touched ? Tone.COLLIDED : Tone.AGENT;
      marks.add(new Mark.Disc(pose.x(), pose.y(), RADIUS, 5, Mark.Fill.FAINT, tone, subject));
      marks.add(new Mark.Polyline(ring(pose), RIM, tone, subject));
      float[] nose = {
        pose.x(),
        pose.y(),
        pose.x() + RADIUS * (float) Math.cos(pose.heading()),
        pose.y() + RADIUS * (float) Math.sin(pose.heading())
      };
      marks.add(new Mark.Polyline(nose, NOSE, Tone.TEXT, subject));
      if (labels || selected) {
        marks.add(
            SelectionMarks.label(pose, 2 * RADIUS, agent, selected ? Tone.SELECTED : Tone.TEXT));
      }
    }
  }

  /// The middle of the rim, whose outer edge is the agent's.
  private static float[] ring(Poses.Pose pose) {
    float[] xy = new float[2 * (CORNERS + 1)];
    double radius = RADIUS - RIM.metres() / 2;
    for (int i = 0; i <= CORNERS; i++) {
      double angle = 2 * Math.PI * i / CORNERS;
      xy[2 * i] = (float) (pose.x() + radius * Math.cos(angle));
      xy[2 * i + 1] = (float) (pose.y() + radius * Math.sin(angle));
    }
    return xy;
  }

  /// Lines from the selected agent to the landmarks that it observes.
  private static void observed(Moment moment, Poses poses, List<Mark> marks) {
    Optional<Channel> places = moment.rollout().channel(SpreadFactory.LANDMARK);
    if (moment.agent() < 0 || moment.agent() >= poses.count() || places.isEmpty()) {
      return;
    }
    int count = places.get().rowLength() / 2;
    Poses.Pose pose = poses.at(moment.tick(), moment.agent());
    for (int i = 0; i < count; i++) {
      if (!unseen(moment, count, i)) {
        float[] xy = {
          pose.x(),
          pose.y(),
          (float) places.get().value(moment.tick(), 2 * i),
          (float) places.get().value(moment.tick(), 2 * i + 1)
        };
        marks.add(
            new Mark.Polyline(
                xy, NEAREST, Tone.OBSERVED_PARTNER, new MarkSubject(SpreadObserver.LANDMARKS, i)));
      }
    }
  }

  /// Arrays of landmarks are named by their path; those of the others are agents.
  @Override
  public ObservationSources sources(Moment moment) {
    ObservationLayout layout = moment.rollout().manifest().observation();
    if (moment.agent() == Moment.NO_AGENT) {
      return ObservationSources.NONE;
    }
    List<ObservationSource> sources = new ArrayList<>();
    int landmarks = 0;
    int others = 0;
    for (ObservationLayout.Segment segment : layout.segments()) {
      MarkSubject subject = MarkSubject.agent(moment.agent());
      if (segment.name().startsWith(SpreadObserver.LANDMARKS + ObservationTree.SEPARATOR)) {
        subject = new MarkSubject(SpreadObserver.LANDMARKS, landmarks++);
      } else if (segment.name().startsWith(SpreadObserver.OTHERS + ObservationTree.SEPARATOR)) {
        subject = MarkSubject.agent(others < moment.agent() ? others : others + 1);
        others++;
      }
      sources.add(new ObservationSource(subject, segment.offset(), segment.length()));
    }
    return new ObservationSources(sources);
  }
}
