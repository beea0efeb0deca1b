package dev.hindsight.trainer.env.darkroom;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.HighlightMarks;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.ObservationSources;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.PoseSketch;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.SceneDefaults;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The room as a floor of cells with the start marked; on it the agent, its path during this trial,
/// and the goal, which the agent cannot see.
record DarkRoomSketch() implements Sketch {
  private static final Mark.Stroke LINE = Mark.Stroke.solid(0.06f, 2.5f).faded(0.85f);

  /// Maximum length of the trail in ticks, as in other sketches.
  private static final int MOST_TICKS = 512;

  private static final PoseSketch BODIES = new PoseSketch();
  private static final Mark.Stroke JOINT = Mark.Stroke.solid(0.02f, 1);
  private static final Mark.Stroke WALL = Mark.Stroke.solid(0.05f, 2);
  private static final float LETTERS = 12;

  /// Metres that are seen around a followed agent.
  private static final double SPAN = 9;

  @Override
  public Scene backdrop(Rollout rollout) {
    int size = size(rollout);
    List<Mark> marks = new ArrayList<>();
    marks.add(square(0, 0, size, Mark.Fill.SOLID, Tone.ROAD_SURFACE, MarkSubject.NONE));
    for (int i = 1; i < size; i++) {
      marks.add(line(JOINT, Tone.ROAD_LANE, i, 0, i, size));
      marks.add(line(JOINT, Tone.ROAD_LANE, 0, i, size, i));
    }
    marks.add(line(WALL, Tone.ROAD_EDGE, 0, 0, size, 0, size, size, 0, size, 0, 0));
    return new Scene(new Bounds(0, 0, size, size), marks);
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    Optional<Poses> poses = Poses.of(moment.rollout(), "pose");
    List<Mark> marks = new ArrayList<>();
    if (poses.isPresent() && moment.rollout().ticks() > 0) {
      if (overlays.contains(Overlay.TRAILS)) {
        start(poses.get(), moment.tick(), marks);
        addPath(poses.get(), moment.tick(), marks);
      }
      if (overlays.contains(Overlay.GOALS)) {
        goal(moment, marks);
      }
    }
    if (overlays.contains(Overlay.OBSERVED)) {
      Set<MarkSubject> observed = DarkRoomSources.observedSubjects(moment);
      strips(size(moment.rollout())).stream()
          .filter(strip -> observed.contains(strip.subject()))
          .forEach(marks::add);
    }
    Set<Overlay> rest = EnumSet.noneOf(Overlay.class);
    rest.addAll(overlays);
    rest.removeAll(Set.of(Overlay.TRAILS, Overlay.GOALS));
    marks.addAll(BODIES.at(moment, rest));
    return marks;
  }

  private static void start(Poses poses, int tick, List<Mark> marks) {
    Poses.Pose pose = poses.at(poses.trialStart(tick), 0);
    if (pose.onMap()) {
      float x = pose.x() - 0.42f;
      float y = pose.y() - 0.42f;
      marks.add(square(x, y, 0.84f, Mark.Fill.HOLLOW, Tone.TEXT_MUTED, MarkSubject.NONE));
      marks.add(words(pose.x(), y, "start", Tone.TEXT_MUTED));
    }
  }

  private static void goal(Moment moment, List<Mark> marks) {
    Optional<Channel> goal = moment.rollout().channel("goal").filter(c -> c.rowLength() == 2);
    if (goal.isPresent()) {
      float x = (float) goal.get().value(moment.tick(), 0);
      float y = (float) goal.get().value(moment.tick(), 1);
      MarkSubject markSubject = MarkSubject.goal(0);
      marks.add(square(x - 0.5f, y - 0.5f, 1, Mark.Fill.FAINT, Tone.GOAL, markSubject));
      marks.add(new Mark.Disc(x, y, 0.28f, 5, Mark.Fill.HOLLOW, Tone.GOAL, markSubject));
      marks.add(new Mark.Disc(x, y, 0.08f, 2, Mark.Fill.SOLID, Tone.GOAL, markSubject));
      marks.add(words(x, y - 0.5f, wording("DarkRoomSketch.goal_unseen"), Tone.GOAL));
    }
  }

  /// Text along the lower edge of a cell.
  private static Mark words(float x, float y, String words, Tone tone) {
    return new Mark.Text(x, y, 0, words, LETTERS, tone, MarkSubject.NONE);
  }

  static Mark square(
      float x, float y, float side, Mark.Fill fill, Tone tone, MarkSubject markSubject) {
    float[] xy = {x, y, x + side, y, x + side, y + side, x, y + side};
    return new Mark.Polygon(xy, fill, tone, markSubject);
  }

  private static Mark line(Mark.Stroke stroke, Tone tone, float... xy) {
    return new Mark.Polyline(xy, stroke, tone, MarkSubject.NONE);
  }

  @Override
  public ObservationSources sources(Moment moment) {
    return DarkRoomSources.of(moment);
  }

  /// Highlights columns and rows, even those the agent is not in.
  @Override
  public List<Mark> pointed(Moment moment, Set<MarkSubject> subjects) {
    List<Mark> things = new ArrayList<>(strips(size(moment.rollout())));
    things.addAll(BODIES.at(moment, Set.of(Overlay.GOALS)));
    return HighlightMarks.of(things, subjects);
  }

  /// Near enough to make out cells; a small room is seen whole from each of them.
  @Override
  public SceneDefaults sceneDefaults() {
    return new SceneDefaults(SceneDefaults.GROUND.offered(), SceneDefaults.GROUND.shown(), SPAN);
  }

  @Override
  public Optional<Sketch> asObserved() {
    return Optional.of(new DarkRoomEgoSketch());
  }

  /// Every column and row of a room, as subjects of the observation.
  static List<Mark.Polygon> strips(int size) {
    List<Mark.Polygon> strips = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      strips.add(strip(i, 0, i + 1, size, new MarkSubject(DarkRoomObserver.COLUMN, i)));
      strips.add(strip(0, i, size, i + 1, new MarkSubject(DarkRoomObserver.ROW, i)));
    }
    return strips;
  }

  private static Mark.Polygon strip(int x0, int y0, int x1, int y1, MarkSubject markSubject) {
    float[] corners = {x0, y0, x1, y0, x1, y1, x0, y1};
    return new Mark.Polygon(corners, Mark.Fill.HOLLOW, Tone.OBSERVED_ROAD, markSubject);
  }

  /// Cells along a side, read from a recording; the usual number if it names no room that there is.
  static int size(Rollout rollout) {
    return Optional.ofNullable(rollout.manifest().environment().config().get(DarkRoomSettings.SIZE))
        .map(node -> node.asInt(0))
        .filter(size -> size > 0 && size <= DarkRoomSettings.LARGEST)
        .orElse(5);
  }

  private record Cell(float x, float y) {
    /// Whether a step, or a bump into the wall, leads from one to the other.
    boolean touches(Cell other) {
      return Math.abs(x - other.x) + Math.abs(y - other.y) < 1.5f;
    }
  }

  /// The agent's path in this trial: every cell it entered tinted, and lines through their centres.
  /// Bumping into the wall adds nothing; where an edit moved the agent, no line leads.
  private static void addPath(Poses poses, int tick, List<Mark> marks) {
    MarkSubject agent = MarkSubject.agent(0);
    List<List<Cell>> ways = ways(poses, tick);
    Set<Cell> entered = new LinkedHashSet<>();
    ways.forEach(entered::addAll);
    for (Cell cell : entered) {
      marks.add(
          DarkRoomSketch.square(
              cell.x - 0.5f, cell.y - 0.5f, 1, Mark.Fill.FAINT, Tone.TRAIL, agent));
    }
    for (List<Cell> way : ways) {
      if (way.size() > 1) {
        float[] xy = new float[2 * way.size()];
        for (int i = 0; i < way.size(); i++) {
          xy[2 * i] = way.get(i).x;
          xy[2 * i + 1] = way.get(i).y;
        }
        marks.add(new Mark.Polyline(xy, LINE, Tone.TRAIL, agent));
      }
    }
  }

  /// Cells entered one after the other: another list begins where the agent was off the map or put
  /// elsewhere.
  private static List<List<Cell>> ways(Poses poses, int tick) {
    List<List<Cell>> ways = new ArrayList<>();
    boolean there = false;
    for (int t = Math.max(poses.trialStart(tick), tick - MOST_TICKS); t <= tick; t++) {
      Poses.Pose pose = poses.at(t, 0);
      Cell cell = new Cell(pose.x(), pose.y());
      if (pose.onMap()) {
        if (!there || !ways.getLast().getLast().touches(cell)) {
          ways.add(new ArrayList<>());
        }
        if (ways.getLast().isEmpty() || !ways.getLast().getLast().equals(cell)) {
          ways.getLast().add(cell);
        }
      }
      there = pose.onMap();
    }
    return ways;
  }
}
