package dev.hindsight.trainer.scene;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.rollout.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The selected agent at other ticks that the user points at: its body in outline with a ring and
/// the tick.
public final class OtherMomentMarks {
  private static final float LETTERS = 12;

  private OtherMomentMarks() {}

  /// Marks over all others, for any sketch. Ticks at which the agent is off the map give none.
  ///
  /// @param moment the shown moment
  /// @param pointed subjects; only those of kind [MarkSubject#MOMENT] are used
  public static List<Mark> of(Sketch sketch, Moment moment, Set<MarkSubject> pointed) {
    List<Mark> marks = new ArrayList<>();
    MarkSubject agent = MarkSubject.agent(moment.agent());
    for (MarkSubject markSubject : pointed) {
      boolean there =
          markSubject.kind().equals(MarkSubject.MOMENT)
              && markSubject.index() >= 0
              && markSubject.index() < moment.rollout().ticks();
      if (there && moment.agent() != Moment.NO_AGENT) {
        Moment other = new Moment(moment.rollout(), markSubject.index(), moment.agent());
        List<Mark> bodies = new ArrayList<>();
        for (Mark mark : sketch.at(other, Set.of())) {
          if (mark instanceof Mark.Box box && box.subject().equals(agent)) {
            bodies.add(box);
            marks.add(outline(box));
            marks.add(words(box, markSubject.index()));
          }
        }
        marks.addAll(HighlightMarks.of(bodies, Set.of(agent)));
      }
    }
    return marks;
  }

  private static Mark outline(Mark.Box box) {
    return box.drawn(Mark.Fill.HOLLOW, Tone.POINTED, MarkSubject.NONE);
  }

  private static Mark words(Mark.Box box, int tick) {
    return new Mark.Text(
        box.x(),
        box.y(),
        box.length(),
        wording("OtherMomentMarks.tick", tick),
        LETTERS,
        Tone.POINTED,
        MarkSubject.NONE);
  }
}
