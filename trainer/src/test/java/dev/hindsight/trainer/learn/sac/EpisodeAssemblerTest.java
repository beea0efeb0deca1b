package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.replay.ReplayBatch;
import dev.hindsight.trainer.learn.replay.UniformReplayBuffer;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What becomes of ends, of limbo and of segments that go on. What is seen at tick t is the number
/// t, what is done there brings 1, 10, 100, ...
class EpisodeAssemblerTest {
  private static final float GAMMA = 0.5f;

  private static final ObservationPacking PACKING =
      new ObservationPacking(
          new ObservationLayout(
              List.of(new ObservationLayout.Segment("clock", 0, List.of(1), List.of("age")))));

  /// A row of a batch.
  private record Step(float seen, float later, float reward, float bootstrap) {}

  /// Ticks of one agent: `.` lives, `T` terminal, `t` a trial's end, `-` limbo, `!` terminal in
  /// limbo, `e` a trial's end in limbo, `L` a time limit after which 1000 + t would have been seen,
  /// `l` one in limbo.
  private static Trajectories ticks(String plan, int from, ObservationPacking packing) {
    int length = plan.length();
    Trajectories all = new Trajectories(1, length, ObservationStore.of(packing, 1, length));
    all.clear(GAMMA);
    all.used = length;
    for (int t = 0; t < length; t++) {
      char what = plan.charAt(t);
      all.observation.put(t, new float[] {from + t}, 0);
      all.reward[t] = (float) Math.pow(10, from + t);
      all.action[t] = from + t;
      all.removed[t] = (byte) ("-!el".indexOf(what) >= 0 ? 1 : 0);
      all.terminal[t] = (byte) ("T!".indexOf(what) >= 0 ? 1 : 0);
      all.truncation[t] = (byte) ("TtTe!Ll".indexOf(what) >= 0 ? 1 : 0);
      all.ended[t] = (byte) ("T!Ll".indexOf(what) >= 0 ? 1 : 0);
      if (what == 'L') {
        all.finals.put(t, new float[] {1000 + from + t}, 0);
      }
    }
    return all;
  }

  private static UniformReplayBuffer written(EndRule trialEnds, int steps, String... plans) {
    return written(trialEnds, TimeoutRule.BOOTSTRAP, steps, plans);
  }

  private static UniformReplayBuffer written(
      EndRule trialEnds, TimeoutRule timeouts, int steps, String... plans) {
    return written(PACKING, trialEnds, timeouts, steps, plans);
  }

  private static UniformReplayBuffer written(
      ObservationPacking packing,
      EndRule trialEnds,
      TimeoutRule timeouts,
      int steps,
      String... plans) {
    UniformReplayBuffer buffer = new UniformReplayBuffer(1000, steps);
    EpisodeAssembler episodeAssembler =
        new EpisodeAssembler(buffer, packing, 1, trialEnds, timeouts);
    int from = 0;
    for (String plan : plans) {
      episodeAssembler.write(ticks(plan, from, packing), 0);
      from += plan.length();
    }
    return buffer;
  }

  private static List<Step> steps(UniformReplayBuffer buffer) {
    List<Step> all = new ArrayList<>();
    int count = buffer.starts();
    try (NDManager manager = TestTorch.manager();
        ReplayBatch batch = new ReplayBatch(manager, 1, 1)) {
      for (int start = 0; start < count; start++) {
        buffer.copy(start, batch, 0);
        all.add(
            new Step(
                batch.observation().getFloat(0),
                batch.later().getFloat(0),
                batch.reward().getFloat(),
                batch.bootstrap().getFloat()));
      }
    }
    return all;
  }

  @Test
  void packedObservationsGiveTheSameSteps() {
    ObservationPacking packed =
        new ObservationPacking(
            new ObservationLayout(
                List.of(
                    new ObservationLayout.Segment(
                        "clock", 0, List.of(1), List.of("age"), List.of(), NumberType.I2))));
    assertFalse(packed.isFloats());
    for (EndRule rule : EndRule.values()) {
      String[] plans = {"..t-.L.", ".T-l..", "e.t!..."};
      assertEquals(
          steps(written(rule, 2, plans)),
          steps(written(packed, rule, TimeoutRule.BOOTSTRAP, 2, plans)),
          rule.name());
    }
  }

  @Test
  void aStepIsRememberedWhenWhatWasSeenAfterItIsKnown() {
    assertEquals(
        List.of(new Step(0, 1, 1, GAMMA), new Step(1, 2, 10, GAMMA)),
        steps(written(EndRule.ACROSS, 1, "...")));
  }

  @Test
  void segmentsGoOnWhereTheLastOnesEnded() {
    assertEquals(
        steps(written(EndRule.ACROSS, 1, "......")),
        steps(written(EndRule.ACROSS, 1, "..", "....")));
  }

  @Test
  void nothingIsExpectedAfterATerminalAndTheNextEpisodeIsNotItsSuccessor() {
    assertEquals(
        List.of(new Step(0, 1, 1, GAMMA), new Step(1, 0, 10, 0), new Step(2, 3, 100, GAMMA)),
        steps(written(EndRule.ACROSS, 1, ".T..")));
  }

  @Test
  void aTimeLimitEndsAnEpisodeWithItsFinalObservationWhateverATrialsEndDoes() {
    for (EndRule trialEnds : EndRule.values()) {
      assertEquals(
          List.of(
              new Step(0, 1, 1, GAMMA), new Step(1, 1001, 10, GAMMA), new Step(2, 3, 100, GAMMA)),
          steps(written(trialEnds, 1, ".L..")),
          trialEnds.toString());
    }
    assertEquals(
        List.of(new Step(0, 1001, 6, GAMMA * GAMMA), new Step(2, 4, 600, GAMMA * GAMMA)),
        steps(written(EndRule.ACROSS, 2, ".L", "...")));
  }

  @Test
  void aTimeLimitThatIsLearnedAsAnEndLeavesNothingToExpectWhateverATrialsEndDoes() {
    for (EndRule trialEnds : EndRule.values()) {
      assertEquals(
          List.of(new Step(0, 1, 1, GAMMA), new Step(1, 0, 10, 0), new Step(2, 3, 100, GAMMA)),
          steps(written(trialEnds, TimeoutRule.END, 1, ".L..")),
          trialEnds.toString());
    }
    assertEquals(
        steps(written(EndRule.ACROSS, 2, ".T", "...")),
        steps(written(EndRule.ACROSS, TimeoutRule.END, 2, ".L", "...")));
  }

  @Test
  void aTimeLimitInLimboLeavesNothingToExpect() {
    assertEquals(
        List.of(new Step(0, 0, 1, 0), new Step(3, 4, 1000, GAMMA)),
        steps(written(EndRule.ACROSS, 1, ".-l..")));
  }

  @Test
  void anEpisodeThatBeginsWithinASegmentHasTheDiscountOfItsOwn() {
    UniformReplayBuffer buffer = new UniformReplayBuffer(1000, 1);
    Trajectories all = ticks(".T-...", 0, PACKING);
    java.util.Arrays.fill(all.discount, 2, 6, 0.25f);
    new EpisodeAssembler(buffer, PACKING, 1, EndRule.ACROSS, TimeoutRule.BOOTSTRAP).write(all, 0);
    assertEquals(
        List.of(GAMMA, 0f, 0.25f, 0.25f), steps(buffer).stream().map(Step::bootstrap).toList());
  }

  @Test
  void everyAgentHasTheDiscountOfItsOwn() {
    UniformReplayBuffer buffer = new UniformReplayBuffer(1000, 1);
    Trajectories all = new Trajectories(2, 2, ObservationStore.of(PACKING, 2, 2));
    all.clear(GAMMA);
    all.used = 2;
    java.util.Arrays.fill(all.removed, (byte) 0);
    java.util.Arrays.fill(all.discount, all.at(1, 0), all.at(1, 2), 0.25f);
    new EpisodeAssembler(buffer, PACKING, 2, EndRule.ACROSS, TimeoutRule.BOOTSTRAP).write(all, 0);
    assertEquals(List.of(GAMMA, 0.25f), steps(buffer).stream().map(Step::bootstrap).toList());
  }

  @Test
  void theEndOfATrialDoesNothingOrCutsAsAsked() {
    Step across = new Step(1, 2, 10, GAMMA);
    assertEquals(across, steps(written(EndRule.ACROSS, 1, ".t..")).get(1));
    assertEquals(across, steps(written(EndRule.BOOT, 1, ".t..")).get(1));
    assertEquals(new Step(1, 0, 10, 0), steps(written(EndRule.CUT, 1, ".t..")).get(1));
  }

  @Test
  void rewardsAreAddedUpThroughTheEndOfATrialOnlyWhereItDoesNothing() {
    Step through = new Step(1, 3, 60, GAMMA * GAMMA);
    List<Step> across = steps(written(EndRule.ACROSS, 2, ".t..."));
    List<Step> boot = steps(written(EndRule.BOOT, 2, ".t..."));
    assertEquals(through, across.get(1));
    assertEquals(List.of(0f, 2f), boot.stream().map(Step::seen).toList());
    assertEquals(new Step(0, 2, 6, GAMMA * GAMMA), boot.getFirst());
  }

  @Test
  void severalStepsEndWithTheEpisodeAndAreWorthTheirRewardsAlone() {
    assertEquals(
        List.of(new Step(0, 2, 6, GAMMA * GAMMA), new Step(1, 0, 60, 0)),
        steps(written(EndRule.ACROSS, 2, "..T")));
  }

  @Test
  void limboIsLeftOut() {
    assertEquals(
        List.of(new Step(0, 3, 1, GAMMA), new Step(3, 4, 1000, GAMMA)),
        steps(written(EndRule.ACROSS, 1, ".--..")));
  }

  @Test
  void whatEndsInLimboEndedWithTheStepBefore() {
    assertEquals(new Step(0, 0, 1, 0), steps(written(EndRule.ACROSS, 1, ".-!..")).getFirst());
    assertEquals(new Step(0, 0, 1, 0), steps(written(EndRule.CUT, 1, ".-e..")).getFirst());
    assertEquals(new Step(0, 3, 1, GAMMA), steps(written(EndRule.BOOT, 1, ".-e..")).getFirst());
  }

  @Test
  void aMutantThatForgetsWhatEndsInLimboIsNoticed() {
    assertNotEquals(
        steps(written(EndRule.ACROSS, 1, ".-!..")).getFirst(),
        steps(written(EndRule.ACROSS, 1, ".--..")).getFirst());
  }
}
