package dev.hindsight.trainer.env.excavation.picture;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.EventMarks;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
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

/// The site from above. Colours are doubled by patterns: rising hatching must be dug, falling
/// hatching is not dumpable, holes are dark and outlined, squares are soil and grow with its
/// height, diamonds are what the next dig or dump would change.
public record ExcavationSketch() implements Sketch {
  /// Metres below the site for the progress of the task.
  private static final float FOOT = 6;

  private static final float LETTERS = 12;
  private static final float SMALL_LETTERS = 10;
  private static final int HOLE = 0xd0101014;

  /// Height from which soil fills its tile and shows a number.
  private static final int FULL = 4;

  private static final Mark.Stroke GRID = Mark.Stroke.solid(0, 1).faded(0.35f);
  private static final Mark.Stroke THIN = Mark.Stroke.solid(0, 1).faded(0.7f);
  private static final Mark.Stroke LINE = Mark.Stroke.solid(0.08f, 1.5f);
  private static final Mark.Stroke STRONG = Mark.Stroke.solid(0.14f, 2.5f);
  private static final Mark.Stroke HATCH = Mark.Stroke.solid(0.05f, 1.5f);

  @Override
  public Scene backdrop(Rollout rollout) {
    List<Mark> marks = new ArrayList<>();
    float side = SiteMoment.SITE;
    marks.add(rectangle(0, 0, side, side, Mark.Fill.SOLID, Tone.ROAD_SURFACE));
    int size =
        rollout
            .channel(SiteTile.COLUMN)
            .filter(channel -> channel.rowShape().length == 2)
            .map(channel -> channel.rowShape()[0])
            .orElse(1);
    for (int i = 1; i < size; i++) {
      float at = side * i / size;
      marks.add(line(GRID, Tone.ROAD_LANE, at, 0, at, side));
      marks.add(line(GRID, Tone.ROAD_LANE, 0, at, side, at));
    }
    marks.add(line(LINE, Tone.ROAD_EDGE, 0, 0, side, 0, side, side, 0, side, 0, 0));
    return new Scene(new Bounds(0, -FOOT, side, side), marks);
  }

  @Override
  public SceneDefaults sceneDefaults() {
    return new SceneDefaults(
        EnumSet.of(Overlay.GOALS, Overlay.OBSERVED, Overlay.CAPTION, Overlay.METRICS),
        EnumSet.of(Overlay.GOALS, Overlay.CAPTION),
        30);
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    Optional<SiteMoment> found = SiteMoment.of(moment);
    if (found.isEmpty()) {
      return new PoseSketch().at(moment, overlays);
    }
    SiteMoment site = found.get();
    List<Mark> marks = new ArrayList<>();
    ground(site, overlays.contains(Overlay.GOALS), marks);
    if (moment.agent() == 0) {
      marks.add(SelectionMarks.halo(site.pose(), site.length()));
    }
    MachineMarks.add(site, wheeled(moment.rollout()), marks);
    float[] sums = RoseMarks.sums(moment);
    if (overlays.contains(Overlay.OBSERVED) && sums.length > 0) {
      rose(site).add(sums, marks);
    }
    progress(site.progress(), marks);
    Poses.of(moment.rollout(), "pose")
        .ifPresent(poses -> marks.addAll(EventMarks.of(moment, poses)));
    return marks;
  }

  private static void ground(SiteMoment site, boolean goals, List<Mark> marks) {
    TileMarks tiles = new TileMarks(site.size(), site.tile());
    int[] heights = site.heights();
    if (goals) {
      tiles.squares(i -> site.is(i, SiteTile.ZONE) ? 1 : 0, Mark.Fill.FAINT, Tone.GOAL, marks);
      tiles.outline(i -> site.is(i, SiteTile.ZONE), LINE.dashed(), Tone.GOAL, marks);
    }
    tiles.squares(i -> site.is(i, SiteTile.OBSTACLE) ? 1 : 0, Mark.Fill.SOLID, Tone.STATIC, marks);
    tiles.hatch(i -> site.is(i, SiteTile.OBSTACLE), true, HATCH, Tone.ROAD_SURFACE, marks);
    tiles.hatch(
        i -> !site.is(i, SiteTile.DUMPABLE | SiteTile.DIG) && heights[i] >= 0,
        false,
        THIN,
        Tone.TEXT_MUTED,
        marks);
    tiles.squares(
        i -> site.is(i, SiteTile.REACHED) ? 1 : 0, Mark.Fill.FAINT, Tone.OBSERVED_ROAD, marks);
    holes(site, marks);
    tiles.outline(i -> heights[i] < 0, LINE, Tone.TEXT_MUTED, marks);
    if (goals) {
      tiles.hatch(
          i -> site.is(i, SiteTile.DIG) && heights[i] >= 0, true, HATCH, Tone.OFFROAD, marks);
      tiles.outline(i -> site.is(i, SiteTile.DIG), STRONG, Tone.OFFROAD, marks);
    }
    tiles.squares(
        i -> heights[i] <= 0 ? 0 : 0.35 + 0.6 * Math.min(heights[i] - 1, FULL - 1) / (FULL - 1),
        Mark.Fill.SOLID,
        Tone.EXPERT,
        marks);
    for (int i = 0; i < heights.length; i++) {
      if (heights[i] >= FULL) {
        marks.add(
            new Mark.Text(
                tiles.x(i),
                tiles.y(i) - site.tile() / 3,
                0,
                Integer.toString(heights[i]),
                SMALL_LETTERS,
                Tone.TEXT,
                MarkSubject.NONE));
      }
    }
    tiles.outline(i -> site.is(i, SiteTile.LAST_DIG), STRONG.dashed(), Tone.SELECTED, marks);
    tiles.outline(i -> site.is(i, SiteTile.REACHED), LINE, Tone.OBSERVED_ROAD, marks);
    tiles.diamonds(i -> site.is(i, SiteTile.WORK), 0.4f, Tone.SELECTED, marks);
  }

  /// Dark tiles in both themes, whose rows count from the bottom.
  private static void holes(SiteMoment site, List<Mark> marks) {
    int n = site.size();
    int[] argb = new int[n * n];
    for (int i = 0; i < argb.length; i++) {
      argb[(n - 1 - i / n) * n + i % n] = site.heights()[i] < 0 ? HOLE : 0;
    }
    marks.add(new Mark.Cells(0, 0, site.tile(), n, argb, Tone.STATIC, MarkSubject.NONE));
  }

  private static RoseMarks rose(SiteMoment site) {
    return new RoseMarks(
        site.pose().x(),
        site.pose().y(),
        site.arm(),
        site.farthest() + 0.5f,
        SiteMoment.SITE / 48,
        full(site));
  }

  /// Tiles of a workspace, which is a sixth of a ring.
  static float full(SiteMoment site) {
    float area = site.farthest() * site.farthest() - site.nearest() * site.nearest();
    return (float) (Math.PI / 6 * area / (site.tile() * site.tile()));
  }

  private static void progress(SiteMoment.Progress progress, List<Mark> marks) {
    float half = SiteMoment.SITE / 2;
    float gap = 0.5f;
    boolean digs = progress.toDig() > 0;
    bar(
        0,
        half - gap,
        digs ? (float) progress.dug() / progress.toDig() : 1,
        Tone.OFFROAD,
        digs
            ? wording("ExcavationSketch.dug_tiles", progress.dug(), progress.toDig())
            : wording("ExcavationSketch.nothing_to_dig"),
        marks);
    bar(
        half + gap,
        SiteMoment.SITE,
        progress.soil() == 0 ? 0 : (float) progress.inZone() / progress.soil(),
        Tone.GOAL,
        wording("ExcavationSketch.in_the_dump_zone", progress.inZone(), progress.soil()),
        marks);
  }

  private static void bar(
      float from, float to, float share, Tone tone, String words, List<Mark> marks) {
    float top = -1;
    float bottom = -2;
    marks.add(rectangle(from, bottom, from + share * (to - from), top, Mark.Fill.SOLID, tone));
    marks.add(rectangle(from, bottom, to, top, Mark.Fill.HOLLOW, Tone.TEXT_MUTED));
    marks.add(
        new Mark.Text(
            (from + to) / 2, bottom - 3.2f, 0, words, LETTERS, Tone.TEXT, MarkSubject.NONE));
  }

  private static boolean wheeled(Rollout rollout) {
    JsonNode base = rollout.manifest().environment().config().get("base");
    return base != null && base.asText().equals("wheeled");
  }

  @Override
  public List<String> legend(Moment moment, Set<Overlay> overlays) {
    return SiteMoment.of(moment).isPresent()
        ? List.of(
            wording("ExcavationSketch.must_be_dug"),
            wording("ExcavationSketch.not_dumpable"),
            wording("ExcavationSketch.soil_by_height"),
            wording("ExcavationSketch.next_dig_or_dump"))
        : List.of();
  }

  @Override
  public Optional<Sketch> asObserved() {
    return Optional.of(new RoseSketch());
  }

  private static Mark rectangle(float x0, float y0, float x1, float y1, Mark.Fill fill, Tone tone) {
    float[] xy = {x0, y0, x1, y0, x1, y1, x0, y1};
    return new Mark.Polygon(xy, fill, tone, MarkSubject.NONE);
  }

  private static Mark line(Mark.Stroke stroke, Tone tone, float... xy) {
    return new Mark.Polyline(xy, stroke, tone, MarkSubject.NONE);
  }
}
