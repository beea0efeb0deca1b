package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.recompute.Discrepancy;
import dev.hindsight.inspector.recompute.Explanation;
import dev.hindsight.inspector.recompute.FormsOpener;
import dev.hindsight.inspector.recompute.KnownOutputs;
import dev.hindsight.inspector.recompute.ObservedSegments;
import dev.hindsight.inspector.recompute.Recomputation;
import dev.hindsight.inspector.recompute.Recomputation.AgentSegment;
import dev.hindsight.inspector.recompute.RecordedSegments;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import dev.hindsight.trainer.task.ToolThreads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Compares the outputs of a network's two forms with each other and with the recording, part by
/// part; then looks for a cause that explains the whole difference. One owner thread, which shares
/// the passes through the network with other threads; the report does not depend on how many there
/// are.
final class FormsParity implements AutoCloseable {
  /// The number of parts whose outputs are kept for the search.
  private static final int KEPT = 64;

  /// Memory rules that count positions by slot.
  private static final MemoryRules BY_SLOT =
      new MemoryRules(
          MemoryRules.WipeRule.TERMINALS,
          MemoryRules.LimboRule.CLOSED,
          MemoryRules.PositionRule.SLOT);

  /// The most groups of parts that are computed before their findings are noted.
  private static final int AT_ONCE = 8;

  private final Rollout rollout;
  private final TrainingAndActingForms forms;
  private final RecordedSegments segments;
  private final KnownOutputs.OfNetwork known;
  private final Recomputation recomputation;
  private final ToolThreads<Lane> threads;
  private final AuditFindings auditFindings;
  private final Cancellation cancellation;
  private final LogProbabilityCheck drawn;
  private final FinalValueCheck finalValues;
  private final List<Discrepancy> ofForms = new ArrayList<>();
  private final List<Discrepancy> ofRecording = new ArrayList<>();
  private final Map<AgentSegment, Outputs> acted = new LinkedHashMap<>();
  private double betweenForms;
  private double fromRecorded;
  private double share;
  private double limboGradient;
  private long ticks;
  private long recordedTicks;
  private boolean gradientsTaken = true;

  /// A network and its recomputation, for one thread at a time.
  private record Lane(TrainingAndActingForms forms, Recomputation recomputation) {
    private void close() {
      recomputation.close();
      forms.close();
    }
  }

  /// A part's recorded outputs, and how they compare with the correct ones.
  private record Recorded(Outputs outputs, Recomputation.SegmentComparison comparison) {}

  /// What is computed for a part besides the outputs of its acting form.
  private record Computed(Optional<Recorded> recorded, Optional<float[]> gradient) {}

  /// @param forms the network, not closed with this
  FormsParity(
      AuditSubject subject,
      Path checkpoint,
      FormsOpener opening,
      TrainingAndActingForms forms,
      AuditFindings auditFindings,
      Cancellation cancellation) {
    this.rollout = subject.rollout();
    this.forms = forms;
    this.auditFindings = auditFindings;
    this.cancellation = cancellation;
    this.drawn = new LogProbabilityCheck(rollout, auditFindings);
    this.finalValues = new FinalValueCheck(rollout, forms, auditFindings);
    this.segments = new RecordedSegments(rollout, forms.horizon());
    this.known = subject.known().of(opening, checkpoint);
    Function<TrainingAndActingForms, Recomputation> recomputing =
        network ->
            Recomputation.of(
                rollout, checkpoint, opening, network, segments, subject.known(), cancellation);
    this.recomputation = recomputing.apply(forms);
    this.threads =
        new ToolThreads<>(
            "parity",
            subject.threadsFor(segments.ticks()),
            new Lane(forms, recomputation),
            () -> {
              TrainingAndActingForms another =
                  opening.open(rollout, checkpoint, Arithmetic.PLAIN).orElseThrow();
              return new Lane(another, recomputing.apply(another));
            },
            Lane::close);
  }

  /// Compares everything.
  void check(Progress progress) {
    List<List<AgentSegment>> groups = segments.groups();
    int done = 0;
    for (int from = 0; from < groups.size(); from += AT_ONCE) {
      List<List<AgentSegment>> some = groups.subList(from, Math.min(groups.size(), from + AT_ONCE));
      done += compare(some, done, progress);
    }
    if (!ofForms.isEmpty()) {
      OutputDifferences.add(auditFindings, rollout, ofForms, ofForms());
    }
    if (!ofRecording.isEmpty()) {
      Explanation explanation = recomputation.ofRecording(ofRecording, cancellation);
      OutputDifferences.add(
          auditFindings,
          rollout,
          ofRecording,
          wording(
              "FormsParity.the_policy_that_acted",
              OutputDifferences.words(ofRecording, explanation)));
    }
    drawn.explain();
  }

  /// Computes some groups on all threads, then notes the findings in order.
  ///
  /// @param before the number of parts compared before
  /// @return the number of parts compared now
  private int compare(List<List<AgentSegment>> groups, int before, Progress progress) {
    List<AgentSegment> parts = groups.stream().flatMap(List::stream).toList();
    List<List<Outputs>> acted = new ArrayList<>(Collections.nCopies(groups.size(), List.of()));
    List<Optional<Computed>> computed =
        new ArrayList<>(Collections.nCopies(parts.size(), Optional.empty()));
    int all = segments.parts().size();
    Progress passes =
        (done, total, what) -> progress.report(before + parts.size() * done / total, all, what);
    // Each task sets only its own element, so none needs a lock. The longest tasks go first, so
    // that no thread waits long for the last one.
    threads.run(
        groups.size() + parts.size(),
        (lane, task) -> {
          cancellation.throwIfCancelled();
          if (task < groups.size()) {
            acted.set(task, acted(lane.forms(), groups.get(task)));
          } else {
            int i = task - groups.size();
            computed.set(i, Optional.of(computed(lane, parts.get(i))));
          }
        },
        passes,
        "segments");
    List<Outputs> said = acted.stream().flatMap(List::stream).toList();
    List<Optional<Recomputation.SegmentComparison>> between =
        new ArrayList<>(Collections.nCopies(parts.size(), Optional.empty()));
    threads.run(
        parts.size(),
        (lane, i) -> {
          cancellation.throwIfCancelled();
          between.set(i, Optional.of(lane.recomputation().compare(parts.get(i), said.get(i))));
        },
        Progress.SILENT,
        "segments");
    for (int i = 0; i < parts.size(); i++) {
      part(parts.get(i), said.get(i), between.get(i).orElseThrow(), computed.get(i).orElseThrow());
    }
    return parts.size();
  }

  private List<Outputs> acted(TrainingAndActingForms network, List<AgentSegment> group) {
    return known.acted(
        group, () -> network.acted(group.stream().map(segments::seen).toList(), MemoryRules.RIGHT));
  }

  private Computed computed(Lane lane, AgentSegment part) {
    Optional<Recorded> recorded =
        lane.recomputation()
            .recorded(part)
            .map(outputs -> new Recorded(outputs, lane.recomputation().compare(part, outputs)));
    return new Computed(
        recorded,
        differentiates(part) ? lane.forms().gradient(segments.seen(part)) : Optional.empty());
  }

  /// Whether the gradient at a part's ticks in limbo must be 0.
  private boolean differentiates(AgentSegment part) {
    return forms.remembers() != MemoryKind.STATE && segments.limbo(part);
  }

  private void part(
      AgentSegment agentSegment,
      Outputs said,
      Recomputation.SegmentComparison between,
      Computed computed) {
    ObservationSequence observationSequence = segments.seen(agentSegment);
    betweenForms = Math.max(betweenForms, between.most().size());
    share = Math.max(share, between.share());
    ticks += recomputation.live(agentSegment);
    auditFindings.leftOut(
        wording("FormsParity.agent_tick"),
        agentSegment.segment().ticks() - recomputation.live(agentSegment),
        wording("FormsParity.in_limbo"));
    between
        .discrepancy()
        .ifPresent(found -> {
          ofForms.add(found);
          if (acted.size() < KEPT) {
            acted.put(agentSegment, said);
          }
        });
    finalValues.check(agentSegment.agent(), observationSequence);
    computed
        .recorded()
        .ifPresent(recorded -> recorded(agentSegment, observationSequence, recorded, between));
    if (differentiates(agentSegment)) {
      gradient(agentSegment.agent(), observationSequence, computed.gradient());
    }
  }

  private void recorded(
      AgentSegment agentSegment,
      ObservationSequence observationSequence,
      Recorded recorded,
      Recomputation.SegmentComparison between) {
    recordedTicks += recomputation.live(agentSegment);
    Recomputation.SegmentComparison since = recorded.comparison();
    fromRecorded = Math.max(fromRecorded, since.most().size());
    share = Math.max(share, since.share());
    if (between.discrepancy().isEmpty()) {
      since.discrepancy().ifPresent(ofRecording::add);
    }
    drawn.check(
        agentSegment.agent(),
        observationSequence,
        recorded.outputs(),
        OutputDifferences.ofLogits(since.discrepancy()));
  }

  /// Why the forms differ: a mistake in the acting form, if one predicts its outputs, or else one
  /// in the training form.
  private String ofForms() {
    Discrepancy first = ofForms.getFirst();
    ObservationSequence observationSequence =
        recomputation.sightings(first.agent()).seen(first.segment());
    Outputs learned = forms.learned(observationSequence, MemoryRules.RIGHT);
    if (!same(
        learned,
        forms.learned(observationSequence, MemoryRules.RIGHT),
        observationSequence,
        first)) {
      return wording("FormsParity.the_training_form_gives_a_different");
    }
    Outputs said = forms.acted(observationSequence, MemoryRules.RIGHT);
    if (!same(
        said, forms.acted(observationSequence, MemoryRules.RIGHT), observationSequence, first)) {
      return wording("FormsParity.the_acting_form_gives_a_different");
    }
    Explanation explanation = recomputation.of(ofForms, this::acted, cancellation);
    if (!explanation.causes().isEmpty()) {
      return wording("FormsParity.the_acting_form", OutputDifferences.words(ofForms, explanation));
    }
    Optional<String> learns = ofLearning();
    return learns
        .map(cause -> wording("FormsParity.the_training_form", cause))
        .orElseGet(() -> OutputDifferences.words(ofForms, explanation));
  }

  private Outputs acted(AgentSegment agentSegment) {
    Outputs known = acted.get(agentSegment);
    return known != null
        ? known
        : forms.acted(
            recomputation.sightings(agentSegment.agent()).seen(agentSegment.segment()),
            MemoryRules.RIGHT);
  }

  /// Gives the acting form each mistake it can be configured with, until its outputs match those of
  /// the training form. Positions cannot be configured: a training form that counts by slot shows
  /// by being insensitive to them.
  private Optional<String> ofLearning() {
    for (MemoryRules rules : MemoryRules.broken()) {
      cancellation.throwIfCancelled();
      boolean ordinary =
          rules.position() == MemoryRules.PositionRule.EPISODE
              && rules.mask() == MemoryRules.MaskRule.CAUSAL;
      if (ordinary && all(observationSequence -> forms.acted(observationSequence, rules))) {
        return Optional.of(rules.words());
      }
    }
    return forms.remembers() == MemoryKind.ATTENTION
            && positionsDiffer()
            && all(observationSequence -> forms.learned(observationSequence, BY_SLOT))
        ? Optional.of(BY_SLOT.words())
        : Optional.empty();
  }

  /// Whether a form produces the training form's outputs at every place where the forms differ.
  private boolean all(Function<ObservationSequence, Outputs> form) {
    return ofForms.stream()
        .allMatch(found -> {
          ObservationSequence observationSequence =
              recomputation.sightings(found.agent()).seen(found.segment());
          return same(
              forms.learned(observationSequence, MemoryRules.RIGHT),
              form.apply(observationSequence),
              observationSequence,
              found);
        });
  }

  private static boolean same(
      Outputs one, Outputs other, ObservationSequence observationSequence, Discrepancy found) {
    return one.apart(other, observationSequence.passage(), found.tolerance()).nowhere();
  }

  /// Whether the position of any tick in its episode differs from its slot.
  private boolean positionsDiffer() {
    Discrepancy first = ofForms.getFirst();
    ObservationSequence observationSequence =
        recomputation.sightings(first.agent()).seen(first.segment());
    return MemoryRules.RIGHT.stretches(observationSequence.passage(), forms.horizon()).stream()
        .anyMatch(stretch -> (observationSequence.from() + stretch.from()) % forms.horizon() != 0);
  }

  private void gradient(
      int agent, ObservationSequence observationSequence, Optional<float[]> taken) {
    gradientsTaken &= taken.isPresent();
    taken.ifPresent(gradient -> {
      for (int t = 0; t < gradient.length; t++) {
        if (!observationSequence.passage().live(t) && gradient[t] != 0) {
          limboGradient = Math.max(limboGradient, gradient[t]);
          auditFindings.add(
              observationSequence.from() + t,
              agent,
              "gradient",
              gradient[t],
              wording("FormsParity.the_loss_depends_on_observations"));
        }
      }
    });
  }

  /// Reports the measurements.
  void sum() {
    auditFindings.compared(wording("FormsParity.agent_tick"), ticks);
    long left = 0;
    for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
      left += recomputation.sightings(agent).left();
    }
    auditFindings.leftOut(
        wording("FormsParity.agent_tick"),
        left,
        wording("FormsParity.of_episodes_longer_than_ticks", ObservedSegments.LONGEST));
    auditFindings.remark(
        wording(
            "FormsParity.training_form_against_acting_form",
            NumberWords.significant(betweenForms, 2),
            ticks));
    auditFindings.remark(
        String.format(
            Locale.ROOT,
            wording("FormsParity.the_largest_difference_is_of_the"),
            NumberWords.significant(share, 2),
            NumberWords.decimals(Tolerance.MARGIN, 0)));
    if (recordedTicks > 0) {
      auditFindings.remark(
          wording(
              "FormsParity.training_form_against_the_recording",
              NumberWords.significant(fromRecorded, 2),
              recordedTicks));
    } else {
      auditFindings.remark(wording("FormsParity.no_logits_and_values_were_recorded"));
    }
    drawn.sum();
    finalValues.sum();
    if (forms.remembers() == MemoryKind.STATE) {
      auditFindings.remark(wording("FormsParity.a_recurrent_state_takes_limbo_in"));
    } else {
      auditFindings.remark(
          gradientsTaken
              ? String.format(
                  Locale.ROOT,
                  wording("FormsParity.gradient_at_limbo_inputs_at_most"),
                  NumberWords.significant(limboGradient, 2))
              : wording("FormsParity.gradients_were_skipped_because_training"));
    }
  }

  /// The sentence if nothing is wrong.
  String words() {
    return wording(
        "FormsParity.both_forms_agree_over_ticks_within",
        recordedTicks > 0 ? wording("FormsParity.also_with_the_recording") : "",
        ticks,
        NumberWords.significant(Math.max(betweenForms, fromRecorded), 2),
        NumberWords.significant(share, 2));
  }

  @Override
  public void close() {
    threads.close();
    recomputation.close();
  }
}
