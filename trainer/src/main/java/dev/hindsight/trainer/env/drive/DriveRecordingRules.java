package dev.hindsight.trainer.env.drive;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.RecordingRules;
import dev.hindsight.trainer.env.RecordingRules.Bounds;
import dev.hindsight.trainer.env.RecordingRules.Knob;
import dev.hindsight.trainer.env.RecordingRules.Payments;
import dev.hindsight.trainer.env.RecordingRules.Scoring;
import dev.hindsight.trainer.env.RecordingRules.TrialEnd;
import dev.hindsight.trainer.outcome.EventBits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// The meaning of driving knobs for its recordings.
final class DriveRecordingRules {
  private static final String WARM_UP = "init_steps";
  private static final List<String> SIZES = List.of("width", "length");
  private static final List<String> WEIGHTS =
      List.of(
          "collision_weight", "offroad_weight", "goal_weight", "entropy_weight", "discount_weight");

  private final Map<String, JsonNode> config;

  private DriveRecordingRules(Map<String, JsonNode> config) {
    this.config = config;
  }

  static RecordingRules of(Map<String, JsonNode> config) {
    return new DriveRecordingRules(config).rules();
  }

  private RecordingRules rules() {
    boolean trials = word("goal_behavior").equals("trial");
    int warmUp = (int) number(WARM_UP).orElse(0);
    // Without trials, the tick after the time limit shows the next episode instead.
    int episode = (int) (number("episode_length").orElse(0) - warmUp);
    return new RecordingRules(
        trialEnd(trials),
        trials ? OptionalInt.empty() : OptionalInt.of(episode),
        trials
            ? Optional.of(new Scoring("collision", EventBits.COLLISION | EventBits.OFFROAD))
            : Optional.empty(),
        payments(),
        word("collision_behavior").equals("remove") || word("offroad_behavior").equals("remove"),
        warmUp > 0 ? Optional.of(new Knob(WARM_UP, warmUp)) : Optional.empty(),
        knob("dt"),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        goalSeenWithin(),
        constants(),
        false);
  }

  private OptionalDouble goalSeenWithin() {
    return word("goal_hidden").equals("true") ? number("goal_seen_within") : OptionalDouble.empty();
  }

  private TrialEnd trialEnd(boolean trials) {
    if (trials) {
      return TrialEnd.ALL_GONE;
    }
    return word("goal_behavior").equals("respawn")
            && word("termination_mode").equals("all_respawned")
        ? TrialEnd.ALL_RESPAWNED
        : TrialEnd.NOTHING;
  }

  /// With conditioned rewards, each agent has its own weights.
  private Payments payments() {
    String conditioning = word("conditioning");
    return conditioning.isEmpty() || conditioning.equals("none")
        ? new Payments(
            number("reward_goal").orElse(0),
            number("reward_vehicle_collision").orElse(0),
            number("reward_offroad_collision").orElse(0))
        : Payments.NONE;
  }

  /// The size of a body and the weights of conditioned rewards.
  private Map<String, Bounds> constants() {
    Map<String, Bounds> constants = new HashMap<>();
    SIZES.forEach(name -> constants.put(name, Bounds.NONE));
    for (String name : WEIGHTS) {
      constants.put(
          name,
          new Bounds(
              number(name + "_lb").orElse(Double.NaN), number(name + "_ub").orElse(Double.NaN)));
    }
    return constants;
  }

  private String word(String knob) {
    JsonNode value = config.get(knob);
    return value == null ? "" : value.asText();
  }

  private Optional<Knob> knob(String name) {
    OptionalDouble value = number(name);
    return value.isPresent() ? Optional.of(new Knob(name, value.getAsDouble())) : Optional.empty();
  }

  private OptionalDouble number(String knob) {
    JsonNode value = config.get(knob);
    return value != null && value.isNumber()
        ? OptionalDouble.of(value.asDouble())
        : OptionalDouble.empty();
  }
}
