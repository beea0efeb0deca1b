package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.recompute.Discrepancy;
import dev.hindsight.inspector.recompute.Explanation;
import dev.hindsight.inspector.recompute.Recomputation;
import dev.hindsight.inspector.recompute.Recomputation.Part;
import dev.hindsight.inspector.recompute.Sightings;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.parity.BothForms;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Remembers;
import dev.hindsight.trainer.parity.Seen;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Lays what a network says in its two forms beside each other and beside what was recorded, part
/// by part; then looks for what explains all of a difference. One owner thread.
final class Parity {
  /// Parts in which what the forms say is kept for the search.
  private static final int KEPT = 64;

  /// Positions counted by slot.
  private static final MemoryRules BY_SLOT =
      new MemoryRules(
          MemoryRules.Wipe.TERMINALS, MemoryRules.Limbo.CLOSED, MemoryRules.Position.SLOT);

  private final Rollout rollout;
  private final BothForms forms;
  private final Recomputation recomputation;
  private final Findings findings;
  private final Cancellation cancellation;
  private final LogProbabilities drawn;
  private final List<Discrepancy> ofForms = new ArrayList<>();
  private final List<Discrepancy> ofRecording = new ArrayList<>();
  private final Map<Part, Outputs> acted = new LinkedHashMap<>();
  private double betweenForms;
  private double fromRecorded;
  private double share;
  private double limboGradient;
  private long ticks;
  private long recordedTicks;
  private boolean gradientsTaken = true;

  Parity(
      Rollout rollout,
      BothForms forms,
      Recomputation recomputation,
      Findings findings,
      Cancellation cancellation) {
    this.rollout = rollout;
    this.forms = forms;
    this.recomputation = recomputation;
    this.findings = findings;
    this.cancellation = cancellation;
    this.drawn = new LogProbabilities(rollout, findings);
  }

  /// Looks at everything.
  void look(Progress progress) {
    List<Part> parts = recomputation.parts();
    for (int i = 0; i < parts.size(); i++) {
      cancellation.throwIfCancelled();
      part(parts.get(i));
      progress.report(i + 1L, parts.size(), "segments");
    }
    if (!ofForms.isEmpty()) {
      Differences.add(findings, rollout, ofForms, ofForms());
    }
    if (!ofRecording.isEmpty()) {
      Explanation explanation = recomputation.ofRecording(ofRecording, cancellation);
      Differences.add(
          findings,
          rollout,
          ofRecording,
          "who acted: " + Differences.words(ofRecording, explanation));
    }
    drawn.explain();
  }

  private void part(Part part) {
    Sightings sightings = recomputation.sightings(part.agent());
    Seen seen = sightings.seen(part.segment());
    Outputs said = forms.acted(seen, MemoryRules.RIGHT);
    Recomputation.Compared between = recomputation.compare(part, said);
    betweenForms = Math.max(betweenForms, between.most().size());
    share = Math.max(share, between.share());
    ticks += recomputation.live(part);
    findings.leftOut("agent tick", part.segment().ticks() - recomputation.live(part), "in limbo");
    between
        .discrepancy()
        .ifPresent(found -> {
          ofForms.add(found);
          if (acted.size() < KEPT) {
            acted.put(part, said);
          }
        });
    Optional<Outputs> then = recomputation.recorded(part);
    then.ifPresent(recorded -> recorded(part, seen, recorded, between));
    if (forms.remembers() != Remembers.STATE && sightings.limbo(part.segment())) {
      gradient(part.agent(), seen);
    }
  }

  private void recorded(Part part, Seen seen, Outputs recorded, Recomputation.Compared between) {
    recordedTicks += recomputation.live(part);
    Recomputation.Compared since = recomputation.compare(part, recorded);
    fromRecorded = Math.max(fromRecorded, since.most().size());
    share = Math.max(share, since.share());
    if (between.discrepancy().isEmpty()) {
      since.discrepancy().ifPresent(ofRecording::add);
    }
    drawn.look(part.agent(), seen, recorded, Differences.ofLogits(since.discrepancy()));
  }

  /// Why the forms differ: in the one that acts, if what it said is predicted by a mistake, or in
  /// the one that learns.
  private String ofForms() {
    Discrepancy first = ofForms.getFirst();
    Seen seen = recomputation.sightings(first.agent()).seen(first.segment());
    Outputs learned = forms.learned(seen, MemoryRules.RIGHT);
    if (!same(learned, forms.learned(seen, MemoryRules.RIGHT), seen, first)) {
      return "the form that learns says something else each time: dropout, or another draw, is on";
    }
    Outputs said = forms.acted(seen, MemoryRules.RIGHT);
    if (!same(said, forms.acted(seen, MemoryRules.RIGHT), seen, first)) {
      return "the form that acts says something else each time: dropout, or another draw, is on";
    }
    Explanation explanation = recomputation.of(ofForms, this::acted, cancellation);
    if (!explanation.causes().isEmpty()) {
      return "the form that acts: " + Differences.words(ofForms, explanation);
    }
    Optional<String> learns = ofLearning();
    return learns
        .map(cause -> "the form that learns: " + cause)
        .orElseGet(() -> Differences.words(ofForms, explanation));
  }

  private Outputs acted(Part part) {
    Outputs known = acted.get(part);
    return known != null
        ? known
        : forms.acted(
            recomputation.sightings(part.agent()).seen(part.segment()), MemoryRules.RIGHT);
  }

  /// The form that acts is made to make the mistakes it can be told of, until it says what the form
  /// that learns says. Positions it cannot be told: one that learns by slot is known by not caring.
  private Optional<String> ofLearning() {
    for (MemoryRules rules : MemoryRules.broken()) {
      cancellation.throwIfCancelled();
      boolean told =
          rules.position() == MemoryRules.Position.EPISODE
              && rules.mask() == MemoryRules.Mask.CAUSAL;
      if (told && all(seen -> forms.acted(seen, rules))) {
        return Optional.of(rules.words());
      }
    }
    return forms.remembers() == Remembers.ATTENTION
            && positionsDiffer()
            && all(seen -> forms.learned(seen, BY_SLOT))
        ? Optional.of(BY_SLOT.words())
        : Optional.empty();
  }

  /// Whether something says what the form that learns says, wherever the forms differ.
  private boolean all(Function<Seen, Outputs> form) {
    return ofForms.stream()
        .allMatch(found -> {
          Seen seen = recomputation.sightings(found.agent()).seen(found.segment());
          return same(forms.learned(seen, MemoryRules.RIGHT), form.apply(seen), seen, found);
        });
  }

  private static boolean same(Outputs one, Outputs other, Seen seen, Discrepancy found) {
    return one.apart(other, seen.passage(), found.tolerance()).nowhere();
  }

  /// Whether any tick has another position in its episode than by slot.
  private boolean positionsDiffer() {
    Discrepancy first = ofForms.getFirst();
    Seen seen = recomputation.sightings(first.agent()).seen(first.segment());
    return MemoryRules.RIGHT.stretches(seen.passage(), forms.horizon()).stream()
        .anyMatch(stretch -> (seen.from() + stretch.from()) % forms.horizon() != 0);
  }

  private void gradient(int agent, Seen seen) {
    Optional<float[]> taken = forms.gradient(seen);
    gradientsTaken &= taken.isPresent();
    taken.ifPresent(gradient -> {
      for (int t = 0; t < gradient.length; t++) {
        if (!seen.passage().live(t) && gradient[t] != 0) {
          limboGradient = Math.max(limboGradient, gradient[t]);
          findings.add(
              seen.from() + t,
              agent,
              "gradient",
              gradient[t],
              "the loss moves with what was seen in limbo: the form that learns leaves limbo open");
        }
      }
    });
  }

  /// What was measured.
  void sum() {
    findings.compared("agent tick", ticks);
    long left = 0;
    for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
      left += recomputation.sightings(agent).left();
    }
    findings.leftOut("agent tick", left, "of episodes longer than " + Sightings.LONGEST + " ticks");
    findings.remark(
        String.format(
            Locale.ROOT,
            "learning against acting: %s at most, over %d ticks",
            NumberWords.significant(betweenForms, 2),
            ticks));
    findings.remark(
        String.format(
            Locale.ROOT,
            "the largest difference is %s of what is tolerated as rounding at its tick: of"
                + " 2^-18 of the output where that is enough, else of %s times what nudged weights"
                + " change",
            NumberWords.significant(share, 2),
            NumberWords.decimals(Tolerance.MARGIN, 0)));
    if (recordedTicks > 0) {
      findings.remark(
          String.format(
              Locale.ROOT,
              "learning against what was recorded: %s at most, over %d ticks",
              NumberWords.significant(fromRecorded, 2),
              recordedTicks));
    } else {
      findings.remark("no logits and values were recorded to hold against what is computed");
    }
    drawn.sum();
    if (forms.remembers() == Remembers.STATE) {
      findings.remark("a recurrent state takes limbo in: gradients there are not asked for");
    } else {
      findings.remark(
          gradientsTaken
              ? String.format(
                  Locale.ROOT,
                  "gradient at limbo inputs: %s at most",
                  NumberWords.significant(limboGradient, 2))
              : "gradients were not taken while a training runs in this process");
    }
  }

  /// Where nothing is wrong.
  String words() {
    return String.format(
        Locale.ROOT,
        "Both forms say the same%s over %d ticks, within rounding: %s at most, and nowhere more than"
            + " %s of what is tolerated there.",
        recordedTicks > 0 ? ", and what was recorded," : "",
        ticks,
        NumberWords.significant(Math.max(betweenForms, fromRecorded), 2),
        NumberWords.significant(share, 2));
  }
}
