package dev.hindsight.trainer.env.drive.picture;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.ObservationSources;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The observation of the selected vehicle and nothing else, in metres of its own frame; ahead is
/// up. The policy cannot know anything that is not drawn here.
record DriveEgoSketch() implements Sketch {
  /// A little more than the observed range.
  private static final double REACH = 1.08 * DriveLayout.PARTNER_RANGE;

  private static final Poses.Pose CENTRE = new Poses.Pose(0, 0, (float) (Math.PI / 2), 0);
  private static final float LETTERS = 15;
  private static final float SMALL = 10;
  private static final Mark.Stroke AXIS = Mark.Stroke.solid(0, 1).faded(0.45f);

  /// Metres between two numbers of an axis.
  private static final int STEP = 20;

  private static final int STEPS = 5;
  private static final float NOTCH = 0.8f;

  @Override
  public Scene backdrop(Rollout rollout) {
    return new Scene(new Bounds(-REACH, -REACH, REACH, REACH), List.of());
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    Optional<float[]> ego = ego(moment).flatMap(segment -> ObservedTable.read(moment, segment));
    if (moment.agent() == Moment.NO_AGENT || moment.rollout().ticks() == 0) {
      return sentence(wording("DriveEgoSketch.select_an_agent_to_see_what"));
    }
    if (ego.isEmpty()) {
      return sentence(wording("DriveEgoSketch.this_recording_has_no_observation"));
    }
    if (limbo(moment)) {
      return sentence(wording("DriveEgoSketch.agent_is_in_limbo_its_observation", moment.agent()));
    }
    List<Mark> marks = axes();
    marks.addAll(
        DriveObservationSketch.roads(ObservedTable.from(CENTRE, moment, DriveLayout.ROADS)));
    if (overlays.contains(Overlay.GOALS) && HiddenGoals.observed(moment)) {
      addGoal(moment, ego.get(), marks);
    }
    ObservedTable.from(CENTRE, moment, DriveLayout.PARTNERS)
        .ifPresent(seen -> addPartners(seen, marks));
    addSelf(moment, ego.get(), marks);
    return marks;
  }

  @Override
  public ObservationSources sources(Moment moment) {
    return DriveSources.of(moment);
  }

  @Override
  public String describe(Moment moment, MarkSubject markSubject) {
    return DriveDescriptions.of(moment, markSubject);
  }

  /// Metres ahead and to the side, with the vehicle at 0.
  private static List<Mark> axes() {
    List<Mark> marks = new ArrayList<>();
    float end = (float) REACH;
    marks.add(axis(0, -end, 0, end));
    marks.add(axis(-end, 0, end, 0));
    for (int metres = -STEPS * STEP; metres <= STEPS * STEP; metres += STEP) {
      if (metres != 0 && Math.abs(metres) < REACH) {
        marks.add(axis(-NOTCH, metres, NOTCH, metres));
        marks.add(axis(metres, -NOTCH, metres, NOTCH));
        marks.add(number(4.2f, metres, Math.abs(metres) + " m"));
        marks.add(number(metres, -2.4f, Math.abs(metres) + " m"));
      }
    }
    marks.add(number(0, end, "ahead"));
    marks.add(number(-end + 3, 2.4f, "left"));
    marks.add(number(end - 3, 2.4f, "right"));
    return marks;
  }

  private static Mark axis(float x0, float y0, float x1, float y1) {
    return new Mark.Polyline(new float[] {x0, y0, x1, y1}, AXIS, Tone.TEXT_MUTED, MarkSubject.NONE);
  }

  private static Mark number(float x, float y, String words) {
    return new Mark.Text(x, y, 0, words, SMALL, Tone.TEXT_MUTED, MarkSubject.NONE);
  }

  private static List<Mark> sentence(String words) {
    return List.of(new Mark.Text(0, 0, 0, words, LETTERS, Tone.TEXT_MUTED, MarkSubject.NONE));
  }

  private static Optional<Segment> ego(Moment moment) {
    return moment.rollout().manifest().observation().segments().stream()
        .filter(s -> s.name().equals(DriveLayout.EGO) && s.names().contains("goal_x"))
        .findFirst();
  }

  private static boolean limbo(Moment moment) {
    return moment.ofAgent() && new Limbo(moment.rollout()).at(moment.tick(), moment.agent());
  }

  private static void addGoal(Moment moment, float[] ego, List<Mark> marks) {
    float ahead = ego[0] / DriveLayout.GOAL_SCALE;
    float left = ego[1] / DriveLayout.GOAL_SCALE;
    MarkSubject markSubject = MarkSubject.goal(moment.agent());
    marks.add(new Mark.Link(0, 0, -left, ahead, 0.5f, Tone.GOAL, markSubject));
    marks.add(new Mark.Disc(-left, ahead, 2, 4.5f, Mark.Fill.HOLLOW, Tone.GOAL, markSubject));
    marks.add(new Mark.Disc(-left, ahead, 0.5f, 3, Mark.Fill.SOLID, Tone.GOAL, markSubject));
  }

  private static void addPartners(ObservedTable seen, List<Mark> marks) {
    for (int row = 0; row < seen.rows(); row++) {
      if (seen.filled(row)) {
        marks.add(
            new Mark.Box(
                seen.x(row),
                seen.y(row),
                (float) seen.heading(row),
                seen.feature(row, "length") * DriveLayout.LENGTH_UNIT,
                seen.feature(row, "width") * DriveLayout.WIDTH_UNIT,
                Mark.Fill.SOLID,
                Tone.OBSERVED_PARTNER,
                new MarkSubject(DriveLayout.PARTNERS, row)));
      }
    }
  }

  /// The vehicle itself, with its observed size and state.
  private static void addSelf(Moment moment, float[] ego, List<Mark> marks) {
    float width = ego[DriveLayout.EGO_FEATURES.indexOf("width")] * DriveLayout.WIDTH_UNIT;
    float length = ego[DriveLayout.EGO_FEATURES.indexOf("length")] * DriveLayout.LENGTH_UNIT;
    boolean collided = ego[DriveLayout.EGO_FEATURES.indexOf("collided")] != 0;
    marks.add(
        new Mark.Box(
            0,
            0,
            CENTRE.heading(),
            length,
            width,
            Mark.Fill.SOLID,
            collided ? Tone.COLLIDED : Tone.AGENT,
            MarkSubject.agent(moment.agent())));
  }
}
