package dev.hindsight.trainer.env.drive;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.Promise;
import dev.hindsight.trainer.env.Waiver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What a world with the reference's defects does not keep: the rows of `docs/drive-quirks.md` that
/// show in a recording.
final class DriveWaivers {
  private static final String KNOB = "reference_quirks";

  private DriveWaivers() {}

  static List<Waiver> of(Map<String, JsonNode> config) {
    if (!word(config, KNOB).equals("true")) {
      return List.of();
    }
    List<Waiver> waivers = new ArrayList<>();
    String goal = word(config, "goal_behavior");
    if (goal.equals("trial")) {
      add(
          waivers,
          Promise.EPISODES_FOLLOW,
          "after the last trial all agents wait in limbo until the environment is created again");
    } else {
      add(waivers, Promise.EPISODES_END_WITH_TERMINALS, "no terminal is set outside trial mode");
    }
    if (goal.equals("stop") && !word(config, "preset").equals("adaptive")) {
      add(
          waivers,
          Promise.GOALS_ARE_PAID_ONCE,
          "an agent that stopped at its goal is paid at every tick");
    }
    if (!goal.equals("generate_new")) {
      add(
          waivers,
          Promise.GOALS_ADD_TO_PENALTIES,
          "a goal assigns the reward, which wipes a penalty of its tick");
    }
    return List.copyOf(waivers);
  }

  private static void add(List<Waiver> waivers, Promise promise, String why) {
    waivers.add(new Waiver(promise, KNOB, why));
  }

  private static String word(Map<String, JsonNode> config, String knob) {
    JsonNode value = config.get(knob);
    return value == null ? "" : value.asText();
  }
}
