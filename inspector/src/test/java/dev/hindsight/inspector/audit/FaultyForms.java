package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.recompute.FormsOpening;
import dev.hindsight.trainer.attention.MemoryLayout;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.MemoryRules.Limbo;
import dev.hindsight.trainer.attention.MemoryRules.Position;
import dev.hindsight.trainer.attention.MemoryRules.Wipe;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.BothForms;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Precision;
import dev.hindsight.trainer.parity.Remembers;
import dev.hindsight.trainer.parity.Seen;
import java.util.Optional;
import java.util.Random;

/// A network one of whose forms has a fault in it, whatever it is told.
final class FaultyForms implements BothForms {
  private final BothForms right;
  private final BothForms rounded;
  private final Fault fault;
  private final Random random = new Random(5);

  /// What is wrong.
  enum Fault {
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

  private FaultyForms(BothForms right, BothForms rounded, Fault fault) {
    this.right = right;
    this.rounded = rounded;
    this.fault = fault;
  }

  /// Opens networks with a fault; those opened with rounded weights are the same, rounded.
  static FormsOpening opening(Fault fault) {
    return (rollout, file, arithmetic) ->
        FormsOpening.BUILT_IN
            .open(rollout, file, arithmetic)
            .map(right ->
                new FaultyForms(
                    right,
                    FormsOpening.BUILT_IN
                        .open(rollout, file, Arithmetic.in(Precision.BFLOAT16))
                        .orElseThrow(),
                    fault));
  }

  @Override
  public Remembers remembers() {
    return right.remembers();
  }

  @Override
  public int horizon() {
    return right.horizon();
  }

  @Override
  public Outputs learned(Seen seen, MemoryRules told) {
    MemoryRules rules =
        switch (fault) {
          case LEARNS_LIMBO_OPEN -> new MemoryRules(told.wipe(), Limbo.OPEN, told.position());
          case LEARNS_BY_SLOT -> new MemoryRules(told.wipe(), told.limbo(), Position.SLOT);
          case LEARNS_WITHOUT_RESETS -> new MemoryRules(Wipe.NEVER, told.limbo(), told.position());
          default -> told;
        };
    Outputs outputs = right.learned(seen, rules);
    return fault == Fault.LEARNS_WITH_DROPOUT ? noisy(outputs) : outputs;
  }

  @Override
  public Outputs learned(Seen seen, MemoryLayout layout) {
    byte[] open = new byte[layout.ticks()];
    long[] slots = new long[layout.ticks()];
    for (int t = 0; t < slots.length; t++) {
      slots[t] = (seen.from() + (long) t) % horizon();
    }
    return switch (fault) {
      case LEARNS_LIMBO_OPEN ->
          right.learned(
              seen,
              new MemoryLayout(
                  layout.position(), layout.episode(), open, layout.mask(), layout.window()));
      case LEARNS_BY_SLOT -> right.learned(seen, layout.at(slots));
      case LEARNS_WITHOUT_RESETS -> learned(seen, MemoryRules.RIGHT);
      default -> right.learned(seen, layout);
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
  public Outputs acted(Seen seen, MemoryRules told) {
    return switch (fault) {
      case ACTS_WIPED_AT_TRUNCATIONS ->
          right.acted(
              seen, new MemoryRules(Wipe.TERMINALS_AND_TRUNCATIONS, told.limbo(), told.position()));
      case ACTS_NOT_WIPED ->
          right.acted(seen, new MemoryRules(Wipe.NEVER, told.limbo(), told.position()));
      case ACTS_LIMBO_OPEN ->
          right.acted(seen, new MemoryRules(told.wipe(), Limbo.OPEN, told.position()));
      case ACTS_IN_BFLOAT16 -> rounded.acted(seen, told);
      case ACTS_ANOTHER_NETWORK -> {
        float[] logits = right.acted(seen, told).logits().clone();
        for (int i = 0; i < logits.length; i++) {
          logits[i] = (float) Math.sin(3 * logits[i]);
        }
        yield new Outputs(logits, right.acted(seen, told).values());
      }
      default -> right.acted(seen, told);
    };
  }

  /// Of a form that leaves limbo open, by differences of its outputs.
  @Override
  public Optional<float[]> gradient(Seen seen) {
    if (fault != Fault.LEARNS_LIMBO_OPEN) {
      return right.gradient(seen);
    }
    float[] gradient = new float[seen.ticks()];
    Outputs before = learned(seen, MemoryRules.RIGHT);
    for (int t = 0; t < seen.ticks(); t++) {
      float[] moved = seen.observation().clone();
      moved[t * seen.numbers()] += 1;
      Outputs after = learned(new Seen(seen.from(), moved, seen.passage()), MemoryRules.RIGHT);
      gradient[t] = (float) before.from(after, seen.passage()).size();
    }
    return Optional.of(gradient);
  }

  @Override
  public void close() {
    right.close();
    rounded.close();
  }
}
