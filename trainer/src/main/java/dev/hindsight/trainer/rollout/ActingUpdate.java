package dev.hindsight.trainer.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.OptionalInt;

/// The version of a policy that acts at a tick: the number of updates of its run that it has
/// learned from. The column [#COLUMN] has it for every tick of a recording whose policy is a
/// checkpoint of a run.
public final class ActingUpdate {
  /// Name of the column, one number per tick.
  public static final String COLUMN = "policy_update";

  /// Stands for the version of a tick that is not known, or is of no version of the recorded run.
  public static final int UNKNOWN = -1;

  private static final String UPDATE = "update";

  private ActingUpdate() {}

  /// The version that a manifest names.
  ///
  /// @param policy the further keys of the manifest's `policy`
  public static OptionalInt named(Map<String, JsonNode> policy) {
    JsonNode update = policy.get(UPDATE);
    return update != null && update.canConvertToInt()
        ? OptionalInt.of(update.asInt())
        : OptionalInt.empty();
  }
}
