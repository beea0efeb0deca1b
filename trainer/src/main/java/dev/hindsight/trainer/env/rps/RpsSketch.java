package dev.hindsight.trainer.env.rps;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.scene.Bounds;
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

/// Two players at a table. Between them lies what they played in the last turn, each as its shape
/// and its word; the winner's is ringed. Below, the turns that each has won in this game.
record RpsSketch() implements Sketch {
  private static final PoseSketch BODIES = new PoseSketch();
  private static final Mark.Stroke EDGE = Mark.Stroke.solid(0.02f, 1.5f);
  private static final Mark.Stroke BLADE = Mark.Stroke.solid(0.05f, 3);
  private static final float WIDE = 1.6f;
  private static final float HIGH = 0.8f;
  private static final float BODY = 0.22f;

  /// Length by which the selection's ring is drawn; names keep clear of it.
  private static final float RING = 1.6f * BODY;

  /// Metres from the middle to where a move lies.
  private static final float HAND = 0.42f;

  private static final float SHAPE = 0.14f;
  private static final float LETTERS = 14;

  @Override
  public Scene backdrop(Rollout rollout) {
    float[] table = {-0.75f, -0.5f, 0.75f, -0.5f, 0.75f, 0.5f, -0.75f, 0.5f};
    float[] edge = {-0.75f, -0.5f, 0.75f, -0.5f, 0.75f, 0.5f, -0.75f, 0.5f, -0.75f, -0.5f};
    return new Scene(
        new Bounds(-WIDE, -HIGH, WIDE, HIGH),
        List.of(
            new Mark.Polygon(table, Mark.Fill.SOLID, Tone.ROAD_SURFACE, MarkSubject.NONE),
            new Mark.Polyline(edge, EDGE, Tone.ROAD_EDGE, MarkSubject.NONE)));
  }

  @Override
  public SceneDefaults sceneDefaults() {
    Set<Overlay> offered = EnumSet.of(Overlay.LABELS, Overlay.CAPTION, Overlay.METRICS);
    return new SceneDefaults(offered, EnumSet.of(Overlay.LABELS, Overlay.CAPTION), 2);
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    Optional<Poses> found = Poses.of(moment.rollout(), "pose");
    Optional<AgentColumn> moves = AgentColumn.of(moment.rollout(), RpsFactory.MOVE);
    boolean readable =
        found.filter(poses -> poses.count() == RpsFactory.PLAYERS).isPresent()
            && moment.tick() >= 0
            && moment.tick() < moment.rollout().ticks();
    if (!readable || moves.isEmpty()) {
      return BODIES.at(moment, overlays);
    }
    Poses poses = found.get();
    List<Mark> marks = new ArrayList<>();
    for (int player = 0; player < RpsFactory.PLAYERS; player++) {
      player(moment, poses.at(moment.tick(), player), player, overlays, marks);
    }
    moves(moment, moves.get(), marks);
    AgentColumn.of(moment.rollout(), RpsFactory.WINS).ifPresent(wins -> score(moment, wins, marks));
    return marks;
  }

  private static void player(
      Moment moment, Poses.Pose pose, int player, Set<Overlay> overlays, List<Mark> marks) {
    boolean selected = moment.agent() == player;
    if (selected) {
      marks.add(SelectionMarks.halo(pose, RING));
    }
    MarkSubject subject = MarkSubject.agent(player);
    marks.add(new Mark.Disc(pose.x(), pose.y(), BODY, 6, Mark.Fill.SOLID, Tone.AGENT, subject));
    if (selected || overlays.contains(Overlay.LABELS)) {
      marks.add(
          new Mark.Text(
              pose.x(),
              pose.y(),
              selected ? RING : BODY,
              BodyNames.brief(moment.rollout(), player),
              LETTERS,
              selected ? Tone.SELECTED : Tone.TEXT,
              MarkSubject.NONE));
    }
  }

  private static void moves(Moment moment, AgentColumn moves, List<Mark> marks) {
    int first = (int) moves.value(moment.tick(), 0, 0);
    int second = (int) moves.value(moment.tick(), 1, 0);
    int count = RpsFactory.MOVES.size();
    if (first < 0 || second < 0 || first >= count || second >= count) {
      marks.add(words(0, 0, wording("RpsSketch.no_turn_yet"), Tone.TEXT_MUTED));
      return;
    }
    int ahead = Math.floorMod(first - second, count);
    move(0, first, ahead == 1, marks);
    move(1, second, ahead == 2, marks);
    if (ahead == 0) {
      marks.add(words(0, 0, wording("RpsSketch.draw"), Tone.TEXT));
    }
  }

  private static void move(int player, int move, boolean wins, List<Mark> marks) {
    float x = player == 0 ? -HAND : HAND;
    MarkSubject subject = MarkSubject.agent(player);
    Tone tone = wins ? Tone.GOAL : Tone.TEXT;
    switch (move) {
      case 0 -> marks.add(new Mark.Disc(x, 0, SHAPE, 4, Mark.Fill.SOLID, tone, subject));
      case 1 -> {
        float[] sheet = {x - SHAPE, -SHAPE, x + SHAPE, -SHAPE, x + SHAPE, SHAPE, x - SHAPE, SHAPE};
        marks.add(new Mark.Polygon(sheet, Mark.Fill.SOLID, tone, subject));
      }
      default -> {
        float[] one = {x - SHAPE, -SHAPE, x + SHAPE, SHAPE};
        float[] other = {x - SHAPE, SHAPE, x + SHAPE, -SHAPE};
        marks.add(new Mark.Polyline(one, BLADE, tone, subject));
        marks.add(new Mark.Polyline(other, BLADE, tone, subject));
      }
    }
    if (wins) {
      marks.add(new Mark.Disc(x, 0, 1.7f * SHAPE, 8, Mark.Fill.HOLLOW, Tone.GOAL, subject));
    }
    marks.add(words(x, 0.26f, RpsFactory.MOVES.get(move), tone));
  }

  private static void score(Moment moment, AgentColumn wins, List<Mark> marks) {
    String standing =
        wording(
            "RpsSketch.standing",
            (int) wins.value(moment.tick(), 0, 0),
            (int) wins.value(moment.tick(), 1, 0));
    marks.add(words(0, -0.75f, standing, Tone.TEXT));
  }

  private static Mark words(float x, float y, String words, Tone tone) {
    return new Mark.Text(x, y, 0, words, LETTERS, tone, MarkSubject.NONE);
  }

  /// An agent observes the other player.
  @Override
  public ObservationSources sources(Moment moment) {
    if (moment.agent() < 0 || moment.agent() >= RpsFactory.PLAYERS) {
      return ObservationSources.NONE;
    }
    int numbers = moment.rollout().manifest().observation().size();
    return ObservationSources.NONE.and(
        List.of(new ObservationSource(MarkSubject.agent(1 - moment.agent()), 0, numbers)));
  }
}
