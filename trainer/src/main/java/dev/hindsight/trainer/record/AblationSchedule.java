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

/// Applies manual ablations to agents' attention, tick by tick: before every tick it sets what the
/// policy's queries have to do without. Ticks must come in order; the ticks before the first one
/// are those of the recording. Hot loop: a tick allocates only if a memory is longer than ever
/// before. One owner thread.
///
/// The policy reports how many ticks an agent's memory holds, so that wiped memories and full ones
/// that started over are handled correctly. An ablation lasts until the next one, or until another
/// policy takes over.
public final class AblationSchedule {
  private final Edits edits;
  private final AblatedAgent[] wearers;
  private final Rollout rollout;
  private int[] trials = new int[0];
  private int known;

  /// @param edits own and inherited ones
  /// @param rollout the earlier ticks
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

  /// Sets the policy's ablations before it observes a tick.
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
            seen.episodeEnded(ablatedAgent.agent) ? 0 : policy.remembered(ablatedAgent.agent);
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

  /// Reads ticks that were not passed to it from the recording.
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

  /// The ablations of one agent and the ticks from which they apply.
  private static final class AblatedAgent {
    private final int agent;
    private final BitSet limbo = new BitSet();
    private final MemoryContents memory = new MemoryContents();

    /// Ticks of the changes, in the order of the list.
    private final int[] from;

    /// Empty entries end an ablation.
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

    /// The ablation in force: the latest tick wins; for the same tick, the last in the list.
    ///
    /// @param since tick from which the same policy acts
    private Optional<AgentAblation> worn(int tick, int since) {
      int last = -1;
      for (int i = 0; i < from.length; i++) {
        if (from[i] <= tick && from[i] >= since && (last < 0 || from[i] >= from[last])) {
          last = i;
        }
      }
      return last < 0 ? Optional.empty() : blindfolds.get(last);
    }

    /// The ticks in its memory, and the query's own.
    private MemoryContents remember(int[] trials, int tick, int places) {
      memory.forget();
      for (int past = tick - places; past <= tick; past++) {
        memory.add(past, trials[past], limbo.get(past) ? 1 : 0);
      }
      return memory;
    }
  }
}
