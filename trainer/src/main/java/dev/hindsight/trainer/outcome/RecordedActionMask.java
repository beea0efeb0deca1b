package dev.hindsight.trainer.outcome;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Which actions were legal at the ticks of a recording, as its environment said. Any thread;
/// reading allocates nothing.
public final class RecordedActionMask {
  /// The column: 1 for a legal action.
  public static final String COLUMN = "action_mask";

  /// The knob of the environment that says whether policies took only legal actions.
  public static final String KNOB = "masked_actions";

  private final AgentColumn column;
  private final boolean applied;

  private RecordedActionMask(AgentColumn column, boolean applied) {
    this.column = column;
    this.applied = applied;
  }

  /// The masks of a recording; empty if it has none.
  ///
  /// @param actions n
  public static Optional<RecordedActionMask> of(Rollout rollout, int actions) {
    JsonNode knob = rollout.manifest().environment().config().get(KNOB);
    // Recordings of other programs without the knob hold the masks that their policies obeyed.
    boolean applied = knob == null || knob.asBoolean();
    return AgentColumn.of(rollout, COLUMN, actions)
        .map(column -> new RecordedActionMask(column, applied));
  }

  /// The logits that an agent's actions were drawn from at a tick of a recording: a copy, without
  /// illegal actions if policies could not take them.
  ///
  /// @param logits `[n]` of the policy, which stay as they are
  public static float[] applied(Rollout rollout, int tick, int agent, float[] logits) {
    float[] own = logits.clone();
    of(rollout, own.length).ifPresent(mask -> mask.apply(tick, agent, own));
    return own;
  }

  /// Whether policies could take only legal actions. Otherwise the masks inform only.
  public boolean applied() {
    return applied;
  }

  /// Writes the masks of some agents at a tick: 1 for a legal action.
  ///
  /// @param first the first of the agents
  /// @param mask `[A * n]` for A agents
  public void read(int tick, int first, byte[] mask) {
    for (int i = 0; i < mask.length; i++) {
      mask[i] = (byte) (legal(tick, first + i / column.width(), i % column.width()) ? 1 : 0);
    }
  }

  /// Replaces the logits of one agent's illegal actions if policies could not take them: what is
  /// left are the logits that its action was drawn from.
  ///
  /// @param logits `[n]`
  public void apply(int tick, int agent, float[] logits) {
    for (int action = 0; applied && action < logits.length; action++) {
      if (!legal(tick, agent, action)) {
        logits[action] = IllegalLogit.of(logits[action]);
      }
    }
  }

  /// Whether an agent's action was legal at a tick.
  public boolean legal(int tick, int agent, int action) {
    return column.value(tick, agent, action) != 0;
  }
}
