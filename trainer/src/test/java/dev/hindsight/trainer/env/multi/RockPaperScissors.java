package dev.hindsight.trainer.env.multi;

import java.util.List;
import java.util.Map;

/// Ten turns of a game of two whose rewards add up to nothing: the smallest world of two agents.
/// Each sees what the other did last. An action is a number, its whole part the move: 0 rock, 1
/// paper, 2 scissors.
final class RockPaperScissors {
  static final String FIRST = "p1";
  static final String SECOND = "p2";
  private static final int MOVES = 3;
  private static final int TURNS = 10;

  private int turns;

  Map<String, float[]> reset() {
    turns = 0;
    return Map.of(FIRST, new float[1], SECOND, new float[1]);
  }

  /// @throws IllegalArgumentException for a number that is no move
  MultiAgentStep step(Map<String, Double> actions) {
    int first = move(actions, FIRST);
    int second = move(actions, SECOND);
    turns++;
    // A move beats the one before it, rock the last.
    int ahead = Math.floorMod(first - second, MOVES);
    float reward = ahead == 0 ? 0 : ahead == 1 ? 1 : -1;
    Map<String, Boolean> over = Map.of(MultiAgentStep.ALL, turns >= TURNS);
    return new MultiAgentStep(
        Map.of(FIRST, new float[] {second}, SECOND, new float[] {first}),
        Map.of(FIRST, reward, SECOND, -reward),
        over,
        over);
  }

  private static int move(Map<String, Double> actions, String agent) {
    double number = actions.getOrDefault(agent, Double.NaN);
    int move = (int) number;
    if (Double.isNaN(number) || move < 0 || move >= MOVES) {
      throw new IllegalArgumentException(agent + ": " + number + " is no move");
    }
    return move;
  }

  /// Both as one.
  static AgentGroups pack() {
    return new AgentGroups(Map.of("pack", List.of(FIRST, SECOND)));
  }
}
