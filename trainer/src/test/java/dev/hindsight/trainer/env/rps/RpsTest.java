package dev.hindsight.trainer.env.rps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.AgentGroup;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Tone;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RpsTest {
  private static final RpsEnvironmentType TYPE = new RpsEnvironmentType();

  private static Environment game(String... knobs) {
    Map<String, String> typed = new LinkedHashMap<>();
    for (int i = 0; i < knobs.length; i += 2) {
      typed.put(knobs[i], knobs[i + 1]);
    }
    return TYPE.prepare(TYPE.settings().parse(typed, "test"), Optional.empty()).create(1);
  }

  private static Environment discrete() {
    return game("action_form", "discrete");
  }

  private static void play(Environment game, int first, int second) {
    Actions actions = new Actions(game.shape());
    actions.joint[0] = first;
    actions.joint[1] = second;
    game.step(actions);
  }

  private static void play(Environment game, double first, double second) {
    Actions actions = new Actions(game.shape());
    actions.continuous[0] = (float) (first - 1);
    actions.continuous[1] = (float) (second - 1);
    game.step(actions);
  }

  @Test
  void everyPairOfMovesPaysByTheTableAndShowsTheOthersMove() {
    float[][] ofFirst = {{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}};
    for (int first = 0; first < 3; first++) {
      for (int second = 0; second < 3; second++) {
        Environment game = discrete();
        play(game, first, second);
        float paid = ofFirst[first][second];
        assertArrayEquals(new float[] {paid, 0 - paid}, game.buffer().reward, 0f);
        assertArrayEquals(new float[] {second, first}, game.buffer().observation);
      }
    }
  }

  @Test
  void aNumberIsTruncatedTowardsZeroSoScissorsNeedExactlyTwo() {
    Environment game = game();
    play(game, 1.9999, 2.0);
    assertArrayEquals(new float[] {2, 1}, game.buffer().observation);
    play(game, -0.3, 0.9999);
    assertArrayEquals(new float[] {0, 0}, game.buffer().observation);
    Random random = new Random(5);
    int scissors = 0;
    Environment longer = game("turns", "20000");
    Actions actions = new Actions(longer.shape());
    for (int turn = 0; turn < 10_000; turn++) {
      actions.continuous[0] = (float) Math.tanh(3 * random.nextGaussian());
      actions.continuous[1] = (float) Math.tanh(random.nextGaussian());
      longer.step(actions);
      scissors += longer.buffer().figures[2][1] == 1 ? 1 : 0;
    }
    assertEquals(0, scissors, "a squashed Gaussian never plays scissors");
  }

  @Test
  void aNumberThatIsNoMoveIsRefusedInOneLineBeforeAnyoneMoves() {
    Environment game = game();
    play(game, 1, 0);
    long before = game.stateHash();
    for (double bad : new double[] {3, 3.1, Double.NaN, -1, Double.POSITIVE_INFINITY}) {
      Problem refused = assertThrows(Problem.class, () -> play(game, 0, bad));
      assertTrue(refused.getMessage().contains("agent 1"), refused.getMessage());
      assertEquals(1, refused.getMessage().lines().count());
    }
    assertEquals(before, game.stateHash());
    play(game, 2.99, 0);
  }

  @Test
  void theTenthTurnIsATrueEndAlthoughBothFlagsAreSet() {
    Environment game = discrete();
    StepBuffer buffer = game.buffer();
    for (int turn = 0; turn < 10; turn++) {
      assertEquals(0, buffer.terminal[0] | buffer.truncation[0] | buffer.end[0]);
      play(game, 1, turn < 6 ? 0 : 2);
    }
    assertArrayEquals(new byte[] {1, 1}, buffer.terminal);
    assertArrayEquals(new byte[] {1, 1}, buffer.truncation);
    assertArrayEquals(
        new byte[] {EpisodeEnd.TASK_DONE.code(), EpisodeEnd.TASK_FAILED.code()}, buffer.end);
    assertTrue(!buffer.timedOut(0) && !buffer.timedOut(1), "nothing is bootstrapped");
    assertArrayEquals(new float[] {2, 1}, buffer.finalObservation());
    assertArrayEquals(new float[] {0, 0}, buffer.observation);
    assertArrayEquals(new float[] {0.6f, 0.4f}, buffer.trialScore, 1e-6f);
  }

  /// What the group's return can show of learning: nothing.
  @Test
  void theReturnOfTheGroupIsAlwaysZero() {
    Environment game = discrete();
    assertEquals(List.of(new AgentGroup("pack", List.of(0, 1))), game.shape().groups());
    Random random = new Random(3);
    for (int turn = 0; turn < 500; turn++) {
      play(game, random.nextInt(3), random.nextInt(3));
      assertEquals(0, game.buffer().reward[0] + game.buffer().reward[1]);
    }
    assertEquals(500, game.totals().get("turns"));
    assertEquals(50, game.totals().get("trials"));
  }

  @Test
  void theNameOfTheSelectedPlayerKeepsClearOfItsRing() {
    MemoryRollout turn =
        new MemoryRollout("rps", 2, 1, 1)
            .with("pose", Dtype.F4, (_, i) -> i == 0 ? -1 : i == 3 ? 1 : 0, 2, 3)
            .with("move", Dtype.I1, (_, _) -> 0, 2);
    List<Mark> marks = new RpsSketch().at(new Moment(turn, 0, 1), Set.of());
    double ring =
        marks.stream()
            .filter(mark -> mark instanceof Mark.Disc && mark.tone() == Tone.SELECTED)
            .mapToDouble(mark -> ((Mark.Disc) mark).radius())
            .findFirst()
            .orElseThrow();

    assertTrue(
        marks.stream()
            .filter(mark -> mark instanceof Mark.Text && mark.tone() == Tone.SELECTED)
            .allMatch(mark -> ((Mark.Text) mark).clearance() > ring));
  }
}
