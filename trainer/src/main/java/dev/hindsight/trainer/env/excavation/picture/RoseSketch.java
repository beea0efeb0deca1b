package dev.hindsight.trainer.env.excavation.picture;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.excavation.observation.LocalMap;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the machine observes of its surroundings, as a rose in its own frame: the arm looks up.
record RoseSketch() implements Sketch {
  private static final float INNER = 3;
  private static final float RING = 2;
  private static final float OUTER = INNER + LocalMap.COUNT * RING;
  private static final float NAMES = 18;
  private static final float LETTERS = 13;

  @Override
  public Scene backdrop(Rollout rollout) {
    return new Scene(new Bounds(-OUTER - 1, -OUTER - 1, OUTER + NAMES, OUTER + 1), List.of());
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    float[] sums = RoseMarks.sums(moment);
    Optional<SiteMoment> site = SiteMoment.of(moment);
    if (sums.length == 0 || site.isEmpty()) {
      String why =
          moment.agent() == Moment.NO_AGENT
              ? wording("RoseSketch.select_the_agent")
              : wording("RoseSketch.not_recorded");
      return List.of(new Mark.Text(0, 0, 0, why, LETTERS, Tone.TEXT_MUTED, MarkSubject.NONE));
    }
    List<Mark> marks = new ArrayList<>();
    float full = ExcavationSketch.full(site.get());
    new RoseMarks(0, 0, Math.PI / 2, INNER, RING, full).add(sums, marks);
    for (LocalMap map : LocalMap.values()) {
      float y = OUTER - 2 - map.index() * 2 * RING;
      float x = OUTER + 2;
      float[] square = {x, y, x + 1, y, x + 1, y + 1, x, y + 1};
      marks.add(new Mark.Polygon(square, Mark.Fill.SOLID, RoseMarks.tone(map), MarkSubject.NONE));
      String words = (map.index() + 1) + " " + map.id() + " " + Math.round(sums[map.index()]);
      marks.add(new Mark.Text(x + 9, y, 0, words, LETTERS, Tone.TEXT, MarkSubject.NONE));
    }
    return marks;
  }
}
