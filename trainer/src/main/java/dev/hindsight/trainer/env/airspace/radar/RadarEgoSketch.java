package dev.hindsight.trainer.env.airspace.radar;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.LengthUnit;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.MessageSketch;
import dev.hindsight.trainer.scene.ObservationSources;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.SceneDefaults;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The observation of the selected aircraft: itself in the middle, flying up, and for each row of
/// `neighbours` the position, one minute of relative motion, and the height difference in hundreds
/// of feet. Drawn from the observation alone, recorded or edited.
record RadarEgoSketch() implements Sketch {
  private static final float MILE = (float) LengthUnit.NAUTICAL_MILES.metres();
  private static final float REACH = 40 * MILE;
  private static final float SPEED = 250;
  private static final float SECONDS = 60;
  private static final float AIRCRAFT = 37.6f;
  private static final float UP = (float) (Math.PI / 2);
  private static final float LETTERS = 11;
  private static final int FEATURES = 12;
  private static final Mark.Stroke VECTOR = Mark.Stroke.solid(0, 1.4f);
  private static final int RINGS = 4;

  @Override
  public Scene backdrop(Rollout rollout) {
    List<Mark> rings = new ArrayList<>();
    for (int i = 1; i <= RINGS; i++) {
      float radius = REACH * i / RINGS;
      rings.add(new Mark.Disc(0, 0, radius, 0, Mark.Fill.HOLLOW, Tone.ROAD_LANE, MarkSubject.NONE));
    }
    float side = 1.05f * REACH;
    return new Scene(new Bounds(-side, -side, side, side), rings, LengthUnit.NAUTICAL_MILES);
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    Optional<Segment> table =
        moment.rollout().manifest().observation().segments().stream()
            .filter(s -> s.name().equals(NeighbourMarks.TABLE))
            .filter(s -> s.shape().size() == 2 && s.features() == FEATURES)
            .findFirst();
    float[] seen = moment.observation();
    if (table.isEmpty() || seen.length == 0) {
      String why =
          moment.agent() == Moment.NO_AGENT
              ? wording("RadarEgoSketch.select_an_aircraft_to_see_what")
              : wording("RadarEgoSketch.this_recording_does_not_hold_what");
      return new MessageSketch(why).at(moment, overlays);
    }
    List<Mark> marks = new ArrayList<>();
    marks.add(symbol(0, 0, UP, Tone.SELECTED, MarkSubject.agent(moment.agent())));
    int end = table.get().offset() + table.get().length();
    int row = 0;
    for (int at = table.get().offset(); at < end; at += FEATURES) {
      if (seen[at] >= 0) {
        neighbour(seen, at, new MarkSubject(NeighbourMarks.TABLE, row), marks);
      }
      row++;
    }
    miles(marks);
    return marks;
  }

  /// Labels of the range rings, placed where no traffic is drawn.
  private static void miles(List<Mark> marks) {
    for (int i = 1; i <= RINGS; i++) {
      float radius = REACH * i / RINGS;
      String miles = Math.round(radius / MILE) + " NM";
      marks.add(new Mark.Text(0, radius, 0, miles, LETTERS, Tone.TEXT_MUTED, MarkSubject.NONE));
    }
  }

  /// Ahead is up, left is left: observed (ahead, left) is drawn at (-left, ahead).
  private static void neighbour(float[] seen, int at, MarkSubject markSubject, List<Mark> marks) {
    float x = -seen[at + 2] * REACH;
    float y = seen[at + 1] * REACH;
    Tone tone = seen[at + 11] > 0 ? Tone.LOSS : seen[at + 10] > 0 ? Tone.CONFLICT : Tone.AGENT;
    float[] past = {x, y, x - seen[at + 5] * SPEED * SECONDS, y + seen[at + 4] * SPEED * SECONDS};
    marks.add(new Mark.Polyline(past, VECTOR, tone, markSubject));
    float heading = UP + (float) Math.atan2(seen[at + 7], seen[at + 6]);
    marks.add(symbol(x, y, heading, tone, markSubject));
    String higher = higher(Math.round(10 * seen[at + 3]));
    marks.add(
        new Mark.Label(
            x,
            y,
            x,
            y,
            List.of(higher),
            LETTERS,
            tone == Tone.AGENT ? Tone.TEXT : tone,
            markSubject));
  }

  private static String higher(int hundredsOfFeet) {
    return hundredsOfFeet == 0 ? "=" : String.format(Locale.ROOT, "%+d", hundredsOfFeet);
  }

  private static Mark symbol(float x, float y, float heading, Tone tone, MarkSubject markSubject) {
    return new Mark.Box(
        x, y, heading, AIRCRAFT, AIRCRAFT, Mark.Form.AIRCRAFT, Mark.Fill.SOLID, tone, markSubject);
  }

  @Override
  public ObservationSources sources(Moment moment) {
    return NeighbourMarks.sources(moment);
  }

  @Override
  public SceneDefaults sceneDefaults() {
    return new RadarSketch().sceneDefaults();
  }
}
