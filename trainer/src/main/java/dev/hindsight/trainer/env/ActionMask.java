package dev.hindsight.trainer.env;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.outcome.RecordedActionMask;

/// What an environment says of which actions are legal at a tick, and what follows from it. Masks
/// are 1 for a legal action and 0 for an illegal one, one byte per joint action.
public enum ActionMask {
  /// It says nothing: every action can be taken.
  NONE,
  /// It says which actions are legal; agents may take the others too, and how often they do is
  /// measured.
  INFORMS,
  /// It says which actions are legal, and no policy takes the others: their logits are replaced by
  /// [IllegalLogit#FILL] wherever actions are drawn, rated and learned from.
  APPLIES;

  /// The knob of environments that know which actions are legal.
  public static final Setting SETTING =
      new Setting.Flag(
          RecordedActionMask.KNOB, false, wording("ActionMask.whether_policies_take_only_legal"));

  /// What the knob says.
  ///
  /// @param values of an environment with [#SETTING]
  public static ActionMask of(SettingValues values) {
    return values.flag(RecordedActionMask.KNOB) ? APPLIES : INFORMS;
  }

  /// Bytes of a mask per agent; 0 if there is none.
  int width(ActionSpace space) {
    return switch (space) {
      case ActionSpace.Discrete discrete -> this == NONE ? 0 : discrete.count();
      case ActionSpace.Continuous _ -> 0;
    };
  }

  /// Replaces the logits of illegal actions of one agent; a logit that is not a number stays, so
  /// that it is noticed. Hot: allocates nothing.
  ///
  /// @param mask 1 for legal actions
  /// @param from index of the agent's first action in both arrays
  /// @param count n
  /// @return the number of legal actions
  public static int fill(float[] logits, byte[] mask, int from, int count) {
    return fill(logits, from, mask, from, count);
  }

  /// As [#fill(float[], byte[], int, int)], with the logits elsewhere than the mask.
  ///
  /// @param at index of the agent's first logit
  /// @param from index of its first action in the mask
  public static int fill(float[] logits, int at, byte[] mask, int from, int count) {
    int legal = 0;
    for (int i = 0; i < count; i++) {
      if (mask[from + i] != 0) {
        legal++;
      } else {
        logits[at + i] = IllegalLogit.of(logits[at + i]);
      }
    }
    return legal;
  }

  /// Writes the mask of joint actions from masks of their factors: a joint action is legal if all
  /// its levels are. Hot: allocates nothing.
  ///
  /// @param levels 1 for a legal level: the levels of the first factor, then those of the second,
  ///   and so on
  /// @param mask `[A * n]` is written for one agent
  public static void ofFactors(ActionSpace.Discrete space, byte[] levels, int agent, byte[] mask) {
    int count = space.count();
    for (int action = 0; action < count; action++) {
      int rest = action;
      int end = levels.length;
      boolean legal = true;
      for (int factor = space.factors().size() - 1; factor >= 0; factor--) {
        int size = space.factors().get(factor).levels().size();
        legal &= levels[end - size + rest % size] != 0;
        end -= size;
        rest /= size;
      }
      mask[agent * count + action] = (byte) (legal ? 1 : 0);
    }
  }
}
