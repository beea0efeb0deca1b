package dev.hindsight.inspector.recompute;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Runs a network's training form, agent by agent.
final class FormsRecomputer implements Recomputer {
  private final Rollout rollout;
  private final Path checkpoint;
  private final FormsOpener opening;
  private final TrainingAndActingForms plain;
  private final ObservationReader observationReader;
  private final Map<Integer, EpisodeFlags> passages = new HashMap<>();
  private final Map<Key, TrainingAndActingForms> opened = new HashMap<>();

  private record Key(Path checkpoint, Arithmetic arithmetic) {}

  /// @param plain the unmodified network, not closed with this
  FormsRecomputer(
      Rollout rollout, Path checkpoint, FormsOpener opening, TrainingAndActingForms plain) {
    this.rollout = rollout;
    this.checkpoint = checkpoint;
    this.opening = opening;
    this.plain = plain;
    this.observationReader = new ObservationReader(rollout);
  }

  @Override
  public MemoryKind remembers() {
    return plain.remembers();
  }

  @Override
  public boolean together() {
    return false;
  }

  @Override
  public int horizon() {
    return plain.horizon();
  }

  @Override
  public Outputs of(Premise premise, int agent, Span span, int nudge) {
    EpisodeFlags whole = passages.computeIfAbsent(agent, who -> EpisodeFlags.of(rollout, who));
    MemoryKeeping memoryKeeping = premise.keeping();
    int from =
        memoryKeeping.stretches(agent, whole, horizon()).stream()
            .filter(stretch -> stretch.from() <= span.from() && stretch.to() > span.from())
            .mapToInt(Span::from)
            .findFirst()
            .orElse(span.from());
    Span all = new Span(from, span.to());
    ObservationSequence observationSequence =
        new ObservationSequence(
            from, observationReader.of(premise.rows(), agent, all), whole.part(all));
    TrainingAndActingForms forms = forms(premise, nudge);
    Outputs said =
        memoryKeeping instanceof MemoryKeeping.ByRules byRules
                && byRules.rules().equals(MemoryRules.RIGHT)
            ? forms.learned(observationSequence, MemoryRules.RIGHT)
            : forms.learned(
                observationSequence, memoryKeeping.layout(agent, whole, all, horizon()));
    return said.part(span.from() - from, all.ticks());
  }

  private TrainingAndActingForms forms(Premise premise, int nudge) {
    Path file = premise.checkpoint().orElse(checkpoint);
    Arithmetic arithmetic = nudge == 0 ? premise.arithmetic() : premise.arithmetic().nudged(nudge);
    if (file.equals(checkpoint) && arithmetic.equals(Arithmetic.PLAIN)) {
      return plain;
    }
    return opened.computeIfAbsent(new Key(file, arithmetic), this::open);
  }

  private TrainingAndActingForms open(Key key) {
    Optional<TrainingAndActingForms> forms =
        opening.open(rollout, key.checkpoint(), key.arithmetic());
    return forms.orElseThrow(() ->
        new Problem(
            wording("FormsRecomputer.it_has_no_training_form"),
            String.valueOf(key.checkpoint()),
            wording("FormsRecomputer.choose_one_that_learns")));
  }

  @Override
  public void close() {
    opened.values().forEach(TrainingAndActingForms::close);
  }
}
