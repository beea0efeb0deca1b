package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DriveLstmPolicyTest {
  private static final int AGENTS = 3;
  private static final DriveLstmSpec SPEC = new DriveLstmSpec(9, 16, 24, 12);
  private static final EnvironmentShape SHAPE =
      DriveShapes.of(AGENTS, 9, 5, 11, DriveShapes.joint(12));
  private static final Checkpoint WEIGHTS = RandomWeights.of(SPEC, 1);

  private final PolicyOutput output = new PolicyOutput(SHAPE);
  private final DriveLstmPolicy policy = open(WEIGHTS, SHAPE);

  @AfterEach
  void close() {
    policy.close();
  }

  @Test
  void itComputesWhatTheFormulasSayForManyTicks() {
    DriveObservationParts rows = DriveObservationParts.of(SHAPE, "test");
    PlainDriveLstm[] plain = new PlainDriveLstm[AGENTS];
    Arrays.setAll(plain, _ -> new PlainDriveLstm(WEIGHTS, SPEC, rows));
    for (int tick = 0; tick < 8; tick++) {
      StepBuffer seen = world(SHAPE, tick);
      policy.act(seen, output);
      for (int agent = 0; agent < AGENTS; agent++) {
        double[] wanted = plain[agent].act(seen.observation, agent * rows.size());
        for (int i = 0; i < 12; i++) {
          assertEquals(wanted[i], output.logits[agent * 12 + i], 2e-5);
        }
        assertEquals(wanted[12], output.value[agent], 2e-5);
      }
    }
  }

  @Test
  void continuousOutputsAreMeansThenDeviations() {
    DriveLstmSpec spec = new DriveLstmSpec(9, 16, 24, 4);
    EnvironmentShape shape =
        DriveShapes.of(AGENTS, 9, 5, 11, new ActionSpace.Continuous(List.of("a", "b")));
    Checkpoint weights = RandomWeights.of(spec, 2);
    PolicyOutput numbers = new PolicyOutput(shape);
    StepBuffer seen = world(shape, 0);
    try (DriveLstmPolicy driver = open(weights, shape)) {
      driver.act(seen, numbers);
    }
    double[] raw =
        new PlainDriveLstm(weights, spec, DriveObservationParts.of(shape, "test"))
            .act(seen.observation, 0);
    assertEquals(raw[0], numbers.logits[0], 2e-5);
    assertEquals(raw[1], numbers.logits[1], 2e-5);
    assertEquals(Math.log(1 + Math.exp(raw[2])) + 1e-4, numbers.logits[2], 2e-5);
    assertEquals(Math.log(1 + Math.exp(raw[3])) + 1e-4, numbers.logits[3], 2e-5);
  }

  @Test
  void theSameWorldGivesTheSameBits() {
    float[] once = logits(policy, world(SHAPE, 0), world(SHAPE, 1));
    policy.reset();
    assertArrayEquals(once, logits(policy, world(SHAPE, 0), world(SHAPE, 1)));
  }

  @Test
  void itRemembers() {
    float[] first = logits(policy, world(SHAPE, 0));
    assertFalse(Arrays.equals(first, logits(policy, world(SHAPE, 0))));
  }

  @Test
  void anEpisodesEndWipesThatAgentAlone() {
    float[] fresh = logits(policy, world(SHAPE, 1));
    policy.reset();
    float[] remembered = logits(policy, world(SHAPE, 0), world(SHAPE, 1));
    policy.reset();
    StepBuffer ended = world(SHAPE, 1);
    ended.terminal[1] = 1;

    float[] logits = logits(policy, world(SHAPE, 0), ended);

    assertArrayEquals(row(remembered, 0), row(logits, 0));
    assertArrayEquals(row(fresh, 1), row(logits, 1), 1e-6f);
    assertArrayEquals(row(remembered, 2), row(logits, 2));
  }

  @Test
  void theMemoryLivesThroughTrialsAndTruncations() {
    float[] remembered = logits(policy, world(SHAPE, 0), world(SHAPE, 1));
    policy.reset();
    StepBuffer cut = world(SHAPE, 1);
    Arrays.fill(cut.truncation, (byte) 1);
    Arrays.fill(cut.trialEnded, (byte) 1);
    Arrays.fill(cut.removed, (byte) 1);
    assertArrayEquals(remembered, logits(policy, world(SHAPE, 0), cut));
  }

  /// Kernels for other matrix sizes may round differently; agents do not see each other.
  @Test
  void anAgentAloneThinksWhatItThinksAmongOthers() {
    float[] among = logits(policy, world(SHAPE, 0));
    EnvironmentShape single = DriveShapes.of(1, 9, 5, 11, DriveShapes.joint(12));
    StepBuffer alone = new StepBuffer(1, single.observation().size());
    System.arraycopy(
        world(SHAPE, 0).observation,
        alone.observation.length,
        alone.observation,
        0,
        alone.observation.length);
    PolicyOutput own = new PolicyOutput(single);
    try (DriveLstmPolicy driver = open(WEIGHTS, single)) {
      driver.act(alone, own);
    }
    assertArrayEquals(row(among, 1), own.logits, 1e-5f);
  }

  @Test
  void aThousandTicksHoldNoMoreMemoryThanOne() {
    policy.act(world(SHAPE, 0), output);
    int held = policy.heldArrays();
    for (int tick = 1; tick < 1000; tick++) {
      StepBuffer seen = world(SHAPE, tick);
      seen.terminal[tick % AGENTS] = 1;
      policy.act(seen, output);
    }
    assertEquals(held, policy.heldArrays());
  }

  @Test
  void anObservationThatIsNoNumberIsNamed() {
    StepBuffer seen = world(SHAPE, 3);
    seen.observation[2 * SHAPE.observation().size() + 9 + 7 + 4] = Float.NaN;
    Problem problem = assertThrows(Problem.class, () -> policy.act(seen, output));
    assertEquals("agent 2, tick 3 of trial 1", problem.where());
    assertEquals(
        "logit 0 is NaN, because it observes partners[1].cos_heading = NaN", problem.what());
  }

  @Test
  void whatAnAgentInLimboObservesNeedNotBeANumber() {
    StepBuffer seen = world(SHAPE, 3);
    seen.observation[0] = Float.NaN;
    seen.removed[0] = 1;
    policy.act(seen, output);
    assertTrue(Float.isFinite(output.logits[output.width]));
  }

  @Test
  void aRefusedTickLeavesTheMemoryAsItWas() {
    float[] remembered = logits(policy, world(SHAPE, 0), world(SHAPE, 1));
    policy.reset();
    policy.act(world(SHAPE, 0), output);
    int held = policy.heldArrays();
    StepBuffer broken = world(SHAPE, 1);
    broken.observation[0] = Float.NaN;
    assertThrows(Problem.class, () -> policy.act(broken, output));

    assertEquals(held, policy.heldArrays());
    assertArrayEquals(remembered, logits(policy, world(SHAPE, 1)));
  }

  @Test
  void aRoadOfAnUnknownTypeIsTold() {
    StepBuffer seen = world(SHAPE, 0);
    seen.observation[SHAPE.observation().size() - 1] = 9;
    Problem problem = assertThrows(Problem.class, () -> policy.act(seen, output));
    assertEquals(
        "it observes a road of type 9.0, but the policy knows only 0 to 6", problem.what());
  }

  private static DriveLstmPolicy open(Checkpoint weights, EnvironmentShape shape) {
    return (DriveLstmPolicy) new DriveLstmType().open(weights, shape);
  }

  private static float[] logits(DriveLstmPolicy driver, StepBuffer... ticks) {
    PolicyOutput thought = new PolicyOutput(SHAPE);
    for (StepBuffer seen : ticks) {
      driver.act(seen, thought);
    }
    return thought.logits;
  }

  /// Something to look at; the last road row is empty.
  private static StepBuffer world(EnvironmentShape shape, int tick) {
    StepBuffer seen = new StepBuffer(shape.agents(), shape.observation().size());
    DriveObservationParts rows = DriveObservationParts.of(shape, "test");
    Random random = new Random(100 + tick);
    for (int agent = 0; agent < shape.agents(); agent++) {
      int from = agent * rows.size();
      for (int i = 0; i < rows.size(); i++) {
        seen.observation[from + i] = (float) random.nextGaussian() / 2;
      }
      for (int road = 0; road < rows.roads(); road++) {
        seen.observation[from + rows.roadsAt() + 7 * road + 6] = random.nextInt(7);
      }
      Arrays.fill(seen.observation, from + rows.size() - 7, from + rows.size(), 0);
    }
    seen.trialTick = tick;
    return seen;
  }

  private static float[] row(float[] logits, int agent) {
    return Arrays.copyOfRange(logits, agent * 12, (agent + 1) * 12);
  }
}
