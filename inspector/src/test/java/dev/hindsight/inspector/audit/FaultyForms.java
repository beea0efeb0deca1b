package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.recompute.FormsOpener;
import dev.hindsight.trainer.attention.MemoryLayout;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.MemoryRules.LimboRule;
import dev.hindsight.trainer.attention.MemoryRules.PositionRule;
import dev.hindsight.trainer.attention.MemoryRules.WipeRule;
import dev.hindsight.trainer.parity.ActedPrefix;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Precision;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// A network with a fault in one of its forms, whatever its input.
final class FaultyForms implements TrainingAndActingForms {
  private final TrainingAndActingForms right;
  private final TrainingAndActingForms rounded;
  private final FormFault formFault;
  private final Random random = new Random(5);

  /// The planted fault.
  enum FormFault {
    NONE,
    LEARNS_LIMBO_OPEN,
    LEARNS_BY_SLOT,
    LEARNS_WITHOUT_RESETS,
    LEARNS_WITH_DROPOUT,
    ACTS_WIPED_AT_TRUNCATIONS,
    ACTS_NOT_WIPED,
    ACTS_LIMBO_OPEN,
    ACTS_IN_BFLOAT16,
    ACTS_ANOTHER_NETWORK
  }

  private FaultyForms(
      TrainingAndActingForms right, TrainingAndActingForms rounded, FormFault formFault) {
    this.right = right;
    this.rounded = rounded;
    this.formFault = formFault;
  }

  /// Opens networks with a fault; those opened with rounded weights have the same fault.
  static FormsOpener opening(FormFault formFault) {
    return (rollout, file, arithmetic) ->
        FormsOpener.BUILT_IN
            .open(rollout, file, arithmetic)
            .map(right ->
                new FaultyForms(
                    right,
                    FormsOpener.BUILT_IN
                        .open(rollout, file, Arithmetic.in(Precision.BFLOAT16))
                        .orElseThrow(),
                    formFault));
  }

  @Override
  public MemoryKind remembers() {
    return right.remembers();
  }

  @Override
  public int horizon() {
    return right.horizon();
  }

  @Override
  public Outputs learned(ObservationSequence observationSequence, MemoryRules declared) {
    MemoryRules rules =
        switch (formFault) {
          case LEARNS_LIMBO_OPEN ->
              new MemoryRules(declared.wipe(), LimboRule.OPEN, declared.position());
          case LEARNS_BY_SLOT ->
              new MemoryRules(declared.wipe(), declared.limbo(), PositionRule.SLOT);
          case LEARNS_WITHOUT_RESETS ->
              new MemoryRules(WipeRule.NEVER, declared.limbo(), declared.position());
          default -> declared;
        };
    Outputs outputs = right.learned(observationSequence, rules);
    return formFault == FormFault.LEARNS_WITH_DROPOUT ? noisy(outputs) : outputs;
  }

  @Override
  public Outputs learned(ObservationSequence observationSequence, MemoryLayout layout) {
    byte[] open = new byte[layout.ticks()];
    long[] slots = new long[layout.ticks()];
    for (int t = 0; t < slots.length; t++) {
      slots[t] = (observationSequence.from() + (long) t) % horizon();
    }
    return switch (formFault) {
      case LEARNS_LIMBO_OPEN ->
          right.learned(
              observationSequence,
              new MemoryLayout(
                  layout.position(), layout.episode(), open, layout.mask(), layout.window()));
      case LEARNS_BY_SLOT -> right.learned(observationSequence, layout.at(slots));
      case LEARNS_WITHOUT_RESETS -> learned(observationSequence, MemoryRules.RIGHT);
      default -> right.learned(observationSequence, layout);
    };
  }

  private Outputs noisy(Outputs outputs) {
    float[] logits = outputs.logits().clone();
    for (int i = 0; i < logits.length; i++) {
      logits[i] *= random.nextInt(10) == 0 ? 0 : 1.1f;
    }
    return new Outputs(logits, outputs.values());
  }

  @Override
  public List<Outputs> acted(
      List<ObservationSequence> agents, MemoryRules rules, ActedPrefix prefix) {
    List<Outputs> outputs = acting().acted(agents, faulty(rules), prefix);
    return formFault == FormFault.ACTS_ANOTHER_NETWORK
        ? outputs.stream().map(FaultyForms::another).toList()
        : outputs;
  }

  @Override
  public ActedPrefix actedPrefix(List<ObservationSequence> agents, MemoryRules rules, int ticks) {
    return acting().actedPrefix(agents, faulty(rules), ticks);
  }

  private TrainingAndActingForms acting() {
    return formFault == FormFault.ACTS_IN_BFLOAT16 ? rounded : right;
  }

  private MemoryRules faulty(MemoryRules rules) {
    return switch (formFault) {
      case ACTS_WIPED_AT_TRUNCATIONS ->
          new MemoryRules(WipeRule.TERMINALS_AND_TRUNCATIONS, rules.limbo(), rules.position());
      case ACTS_NOT_WIPED -> new MemoryRules(WipeRule.NEVER, rules.limbo(), rules.position());
      case ACTS_LIMBO_OPEN -> new MemoryRules(rules.wipe(), LimboRule.OPEN, rules.position());
      default -> rules;
    };
  }

  private static Outputs another(Outputs outputs) {
    float[] logits = outputs.logits().clone();
    for (int i = 0; i < logits.length; i++) {
      logits[i] = (float) Math.sin(3 * logits[i]);
    }
    return new Outputs(logits, outputs.values());
  }

  /// The gradient of a form that leaves limbo open, from differences of its outputs.
  @Override
  public Optional<float[]> gradient(ObservationSequence observationSequence) {
    if (formFault != FormFault.LEARNS_LIMBO_OPEN) {
      return right.gradient(observationSequence);
    }
    float[] gradient = new float[observationSequence.ticks()];
    Outputs before = learned(observationSequence, MemoryRules.RIGHT);
    for (int t = 0; t < observationSequence.ticks(); t++) {
      float[] moved = observationSequence.observation().clone();
      moved[t * observationSequence.numbers()] += 1;
      Outputs after =
          learned(
              new ObservationSequence(
                  observationSequence.from(), moved, observationSequence.passage()),
              MemoryRules.RIGHT);
      gradient[t] = (float) before.from(after, observationSequence.passage()).size();
    }
    return Optional.of(gradient);
  }

  @Override
  public void close() {
    right.close();
    rounded.close();
  }
}
