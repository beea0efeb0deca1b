package dev.hindsight.trainer.scene;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// The names of bodies, if a recording has them: fixed arrays `callsign` for agents and
/// `other_callsign` for other bodies, ASCII bytes shaped `[body, length]`, padded with zeros.
public final class BodyNames {
  /// The array of agents' names.
  static final String AGENTS = "callsign";

  private BodyNames() {}

  /// An agent's own name.
  public static Optional<String> agent(Rollout rollout, int agent) {
    return read(rollout, AGENTS, agent);
  }

  /// The name of a body that is not an agent.
  public static Optional<String> other(Rollout rollout, int other) {
    return read(rollout, "other_callsign", other);
  }

  /// The shortest name of an agent: `KL008`, or its index if it has no name.
  public static String brief(Rollout rollout, int agent) {
    return agent(rollout, agent).orElseGet(() -> Integer.toString(agent));
  }

  /// `agent 7`, or `agent 7 KL008` if it has a name.
  public static String titled(Rollout rollout, int agent) {
    return wording(
        "BodyNames.agent", agent, agent(rollout, agent).map(name -> " " + name).orElse(""));
  }

  /// The same for the beginning of a sentence.
  public static String title(Rollout rollout, int agent) {
    return "A" + titled(rollout, agent).substring(1);
  }

  private static Optional<String> read(Rollout rollout, String array, int body) {
    return rollout.fixed(array).flatMap(names -> read(names, body));
  }

  /// The name of a body in such an array.
  static Optional<String> read(NpyArray array, int body) {
    return Optional.of(array)
        .filter(names -> names.shape().length == 2 && body >= 0 && body < names.shape()[0])
        .map(names -> text(names, body))
        .filter(name -> !name.isEmpty());
  }

  private static String text(NpyArray names, int body) {
    int length = names.shape()[1];
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      int letter = (int) names.value(body * length + i);
      if (letter == 0) {
        break;
      }
      text.append(letter > ' ' && letter < 127 ? (char) letter : '?');
    }
    return text.toString();
  }
}
