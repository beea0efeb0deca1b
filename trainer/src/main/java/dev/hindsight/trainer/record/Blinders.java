package dev.hindsight.trainer.record;

import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Cut;
import dev.hindsight.trainer.attention.Remembered;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Closes agents' eyes to what is switched off by hand, tick by tick: says before every tick what
/// its query has to do without. Ticks have to come in order; what was before the first of them is
/// as recorded. One owner thread.
///
/// What lies in an agent's memory is the policy's to say, so that a memory that was wiped, or was
/// full and began anew, is told rightly. What is switched off stays so until something else is, or
/// another policy takes over.
public final class Blinders {
  private final Edits edits;
  private final List<Edit.Ablate> all;
  private final Rollout rollout;
  private final Map<Integer, BitSet> limbo = new HashMap<>();
  private final BitSet blind = new BitSet();
  private int[] trials = new int[0];
  private int known;

  /// @param edits what is done by hand, inherited or not
  /// @param rollout what was before
  public Blinders(Edits edits, Rollout rollout) {
    this.edits = edits;
    this.all =
        edits.all().stream()
            .filter(Edit.Ablate.class::isInstance)
            .map(Edit.Ablate.class::cast)
            .toList();
    this.rollout = rollout;
    all.forEach(edit -> limbo.putIfAbsent(edit.agent(), new BitSet()));
  }

  /// Tells a policy what to do without, before it looks at a tick.
  ///
  /// @throws dev.hindsight.trainer.Problem for a policy without attention
  public void put(int tick, Policy policy, StepBuffer seen) {
    if (all.isEmpty()) {
      return;
    }
    recall(tick);
    note(tick, seen.trial, seen.removed);
    for (int agent : limbo.keySet()) {
      Optional<Edit.Ablate> worn = worn(tick, agent);
      if (worn.isPresent()) {
        int places = seen.terminal[agent] != 0 ? 0 : policy.remembered(agent);
        policy.cut(agent, cut(worn.get(), tick, places));
        blind.set(agent);
      } else if (blind.get(agent)) {
        policy.cut(agent, Cut.NONE);
        blind.clear(agent);
      }
    }
  }

  private Optional<Edit.Ablate> worn(int tick, int agent) {
    int since = edits.actsSince(tick + 1);
    return all.stream()
        .filter(edit -> edit.agent() == agent && edit.tick() <= tick && edit.tick() >= since)
        // The later tick counts; of the same tick the one that was said last.
        .reduce((one, other) -> other.tick() >= one.tick() ? other : one)
        .filter(edit -> !edit.ablation().isNone());
  }

  private Cut cut(Edit.Ablate edit, int tick, int places) {
    BitSet away = limbo.getOrDefault(edit.agent(), new BitSet());
    Remembered memory = new Remembered();
    for (int past = tick - places; past <= tick; past++) {
      memory.add(past, trials[past], away.get(past) ? 1 : 0);
    }
    Map<Ablation.Head, float[]> means = new LinkedHashMap<>();
    edit.means()
        .forEach((head, numbers) -> {
          float[] mean = new float[numbers.size()];
          for (int i = 0; i < mean.length; i++) {
            mean[i] = numbers.get(i);
          }
          means.put(head, mean);
        });
    return edit.ablation().cut(memory, places, means);
  }

  /// Reads what nobody has shown it.
  private void recall(int tick) {
    if (known < tick) {
      Channel trial = rollout.channel("trial").orElseThrow();
      Channel removed = rollout.channel("removed").orElseThrow();
      byte[] flags = new byte[removed.rowLength()];
      while (known < tick) {
        for (int agent : limbo.keySet()) {
          flags[agent] = (byte) removed.integer(known, agent);
        }
        note(known, (int) trial.integer(known, 0), flags);
      }
    }
  }

  private void note(int tick, int trial, byte[] removed) {
    if (tick >= trials.length) {
      trials = Arrays.copyOf(trials, Math.max(64, 2 * tick + 1));
    }
    trials[tick] = trial;
    limbo.forEach((agent, away) -> away.set(tick, removed[agent] != 0));
    known = Math.max(known, tick + 1);
  }
}
