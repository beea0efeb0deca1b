package dev.hindsight.trainer.record;

import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.AgentAblation;
import dev.hindsight.trainer.attention.MemoryContents;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Closes agents' eyes to what is switched off by hand, tick by tick: says before every tick what
/// its query has to do without. Ticks have to come in order; what was before the first of them is
/// as recorded. Hot loop: a tick allocates nothing once there has been a longer one. One owner
/// thread.
///
/// What lies in an agent's memory is the policy's to say, so that a memory that was wiped, or was
/// full and began anew, is told rightly. What is switched off stays so until something else is, or
/// another policy takes over.
public final class AblationSchedule {
  private final Edits edits;
  private final AblatedAgent[] wearers;
  private final Rollout rollout;
  private int[] trials = new int[0];
  private int known;

  /// @param edits what is done by hand, inherited or not
  /// @param rollout what was before
  public AblationSchedule(Edits edits, Rollout rollout) {
    this.edits = edits;
    this.rollout = rollout;
    List<Edit.Ablate> all =
        edits.all().stream()
            .filter(Edit.Ablate.class::isInstance)
            .map(Edit.Ablate.class::cast)
            .toList();
    this.wearers =
        all.stream()
            .mapToInt(Edit.Ablate::agent)
            .distinct()
            .mapToObj(agent -> new AblatedAgent(agent, all))
            .toArray(AblatedAgent[]::new);
  }

  /// Tells a policy what to do without, before it looks at a tick.
  ///
  /// @throws dev.hindsight.trainer.Problem for a policy without attention
  public void put(int tick, Policy policy, StepBuffer seen) {
    if (wearers.length == 0) {
      return;
    }
    recall(tick);
    note(tick, seen.trial, seen.removed);
    int since = edits.actsSince(tick + 1);
    for (AblatedAgent ablatedAgent : wearers) {
      Optional<AgentAblation> worn = ablatedAgent.worn(tick, since);
      if (worn.isPresent()) {
        int places =
            seen.terminal[ablatedAgent.agent] != 0 ? 0 : policy.remembered(ablatedAgent.agent);
        policy.setAblation(
            ablatedAgent.agent,
            worn.get().forQuery(ablatedAgent.remember(trials, tick, places), places));
        ablatedAgent.blind = true;
      } else if (ablatedAgent.blind) {
        policy.setAblation(ablatedAgent.agent, QueryAblation.NONE);
        ablatedAgent.blind = false;
      }
    }
  }

  /// Reads what nobody has shown it.
  private void recall(int tick) {
    if (known < tick) {
      Channel trial = rollout.channel("trial").orElseThrow();
      Channel removed = rollout.channel("removed").orElseThrow();
      byte[] flags = new byte[removed.rowLength()];
      while (known < tick) {
        for (AblatedAgent ablatedAgent : wearers) {
          flags[ablatedAgent.agent] = (byte) removed.integer(known, ablatedAgent.agent);
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
    for (AblatedAgent ablatedAgent : wearers) {
      ablatedAgent.limbo.set(tick, removed[ablatedAgent.agent] != 0);
    }
    known = Math.max(known, tick + 1);
  }

  /// What is put before one agent's eyes, and from when on.
  private static final class AblatedAgent {
    private final int agent;
    private final BitSet limbo = new BitSet();
    private final MemoryContents memory = new MemoryContents();

    /// Ticks in the order the changes were said.
    private final int[] from;

    /// Empty where eyes are opened again.
    private final List<Optional<AgentAblation>> blindfolds;

    private boolean blind;

    AblatedAgent(int agent, List<Edit.Ablate> all) {
      this.agent = agent;
      List<Edit.Ablate> own = all.stream().filter(edit -> edit.agent() == agent).toList();
      this.from = own.stream().mapToInt(Edit.Ablate::tick).toArray();
      this.blindfolds = own.stream().map(AblatedAgent::blindfold).toList();
    }

    private static Optional<AgentAblation> blindfold(Edit.Ablate edit) {
      if (edit.ablation().isNone()) {
        return Optional.empty();
      }
      Map<Ablation.Head, float[]> means = new HashMap<>();
      edit.means()
          .forEach((head, numbers) -> {
            float[] mean = new float[numbers.size()];
            for (int i = 0; i < mean.length; i++) {
              mean[i] = numbers.get(i);
            }
            means.put(head, mean);
          });
      return Optional.of(new AgentAblation(edit.ablation(), means));
    }

    /// The later tick counts; of the same tick the one that was said last.
    ///
    /// @param since tick since which the same policy acts
    private Optional<AgentAblation> worn(int tick, int since) {
      int last = -1;
      for (int i = 0; i < from.length; i++) {
        if (from[i] <= tick && from[i] >= since && (last < 0 || from[i] >= from[last])) {
          last = i;
        }
      }
      return last < 0 ? Optional.empty() : blindfolds.get(last);
    }

    /// The ticks in its memory, and the one that looks.
    private MemoryContents remember(int[] trials, int tick, int places) {
      memory.forget();
      for (int past = tick - places; past <= tick; past++) {
        memory.add(past, trials[past], limbo.get(past) ? 1 : 0);
      }
      return memory;
    }
  }
}
