package dev.hindsight.inspector.lookback;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.lookback.LookBack.WeightedTick;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.SketchAround;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/// A picture with what an agent's policy looks back at: its own body at those moments of earlier
/// trials in outline, a line to each, wider with more weight, and the weight on each trial in the
/// legend.
///
/// @param own the picture without it
/// @param looks of the agent, for every tick
public record LookBackSketch(Sketch own, LookBackTicks looks) implements SketchAround {
  private static final float LETTERS = 12;

  @Override
  public Sketch around(Sketch other) {
    return new LookBackSketch(other, looks);
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    List<Mark> marks = new ArrayList<>(own.at(moment, overlays));
    Optional<Mark.Box> here = body(moment);
    if (here.isPresent() && moment.tick() < looks.moments().size()) {
      for (WeightedTick look : looks.moments().get(moment.tick())) {
        body(new Moment(moment.rollout(), look.tick(), looks.agent()))
            .ifPresent(there -> add(marks, here.get(), there, moment, look));
      }
    }
    return marks;
  }

  private static void add(
      List<Mark> marks, Mark.Box here, Mark.Box there, Moment moment, WeightedTick look) {
    TrialIndex trials = moment.rollout().trials();
    int trial = trials.trial(trials.stretchAt(look.tick())) + 1;
    marks.add(
        new Mark.Link(
            here.x(),
            here.y(),
            there.x(),
            there.y(),
            look.weight(),
            Tone.ATTENTION,
            MarkSubject.NONE));
    marks.add(there.drawn(Mark.Fill.HOLLOW, Tone.ATTENTION, MarkSubject.NONE));
    marks.add(
        new Mark.Text(
            there.x(),
            there.y(),
            there.length(),
            wording("LookBackSketch.trial", trial, NumberWords.percent(look.weight(), 0)),
            LETTERS,
            Tone.ATTENTION,
            MarkSubject.NONE));
  }

  /// The agent's body at a moment; empty in limbo.
  private Optional<Mark.Box> body(Moment moment) {
    MarkSubject subject = MarkSubject.agent(looks.agent());
    return own.at(new Moment(moment.rollout(), moment.tick(), looks.agent()), Set.of()).stream()
        .filter(mark -> mark instanceof Mark.Box box && box.subject().equals(subject))
        .map(Mark.Box.class::cast)
        .findFirst();
  }

  @Override
  public List<String> legend(Moment moment, Set<Overlay> overlays) {
    List<String> lines = new ArrayList<>(own.legend(moment, overlays));
    if (moment.tick() < looks.byTrial().length && looks.byTrial()[moment.tick()].length > 1) {
      float[] weight = looks.byTrial()[moment.tick()];
      StringJoiner trials = new StringJoiner(", ");
      for (int trial = 0; trial < weight.length - 1; trial++) {
        trials.add(
            wording(
                "LookBackSketch.trial_weight", trial + 1, NumberWords.percent(weight[trial], 0)));
      }
      lines.add(wording("LookBackSketch.looks_back_at", trials));
    }
    return lines;
  }
}
