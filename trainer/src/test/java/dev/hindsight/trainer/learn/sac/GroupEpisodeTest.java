package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.replay.ReplayBatch;
import dev.hindsight.trainer.learn.replay.SequenceSizes;
import dev.hindsight.trainer.learn.replay.StepSizes;
import dev.hindsight.trainer.learn.replay.UniformReplayBuffer;
import dev.hindsight.trainer.learn.sac.EpisodeAssembler.Decider;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What becomes of the ticks of a group of two. Member a sees the number of the tick, member b that
/// and 0.5 more; a's reward is 1, b's 10; they do `t % 3` and `(t + 1) % 3` of three actions.
class GroupEpisodeTest {
  private static final float GAMMA = 0.5f;

  private static final ObservationPacking PACKING =
      new ObservationPacking(
          new ObservationLayout(
              List.of(new ObservationLayout.Segment("clock", 0, List.of(1), List.of("age")))));

  /// A row of a batch; NaN where nothing follows.
  private record JointStep(
      float ofA,
      float ofB,
      float laterA,
      float laterB,
      int action,
      float reward,
      float bootstrap) {}

  /// Letters as in [EpisodeAssemblerTest], a plan for each member; `B` is a tick at which terminal
  /// and time limit are both set.
  private static Trajectories ticks(String... plans) {
    int length = plans[0].length();
    Trajectories all = new Trajectories(2, length, ObservationStore.of(PACKING, 2, length));
    all.clear(GAMMA);
    all.used = length;
    for (int member = 0; member < 2; member++) {
      for (int t = 0; t < length; t++) {
        char what = plans[member].charAt(t);
        int at = all.at(member, t);
        all.observation.put(at, new float[] {t + 0.5f * member}, 0);
        all.reward[at] = member == 0 ? 1 : 10;
        all.action[at] = (t + member) % 3;
        all.removed[at] = (byte) ("-!el".indexOf(what) >= 0 ? 1 : 0);
        all.terminal[at] = (byte) ("T!B".indexOf(what) >= 0 ? 1 : 0);
        all.truncation[at] = (byte) ("TtTe!LlB".indexOf(what) >= 0 ? 1 : 0);
        all.ended[at] = (byte) ("T!LlB".indexOf(what) >= 0 ? 1 : 0);
        if (what == 'L') {
          all.finals.put(at, new float[] {1000 + t + 0.5f * member}, 0);
        }
      }
    }
    return all;
  }

  private static EpisodeAssembler assembler(UniformReplayBuffer buffer, EndRule trialEnds) {
    return new EpisodeAssembler(
        List.of(new Decider(List.of(0, 1), buffer)),
        PACKING,
        new StepSizes(2, 0),
        SequenceSizes.SINGLE,
        EpisodeAssembler.LimboSeen.AS_OBSERVED,
        3,
        trialEnds,
        TimeoutRule.BOOTSTRAP);
  }

  private static List<JointStep> steps(EndRule trialEnds, String... plans) {
    UniformReplayBuffer buffer = new UniformReplayBuffer(1000, 1);
    assembler(buffer, trialEnds).write(ticks(plans), 0);
    List<JointStep> all = new ArrayList<>();
    int count = buffer.starts();
    try (NDManager manager = TestTorch.manager();
        ReplayBatch batch = new ReplayBatch(manager, 1, 1, new StepSizes(2, 0))) {
      for (int start = 0; start < count; start++) {
        buffer.copy(start, batch, 0);
        float[] seen = batch.observation().toFloatArray();
        float[] later = batch.later().toFloatArray();
        float bootstrap = batch.bootstrap().getFloat();
        all.add(
            new JointStep(
                seen[0],
                seen[1],
                bootstrap == 0 ? 0 : later[0],
                bootstrap == 0 ? 0 : later[1],
                (int) batch.action().toLongArray()[0],
                batch.reward().getFloat(),
                bootstrap));
      }
    }
    return all;
  }

  private static JointStep step(int t, int later) {
    return new JointStep(t, t + 0.5f, later, later + 0.5f, t % 3 * 3 + (t + 1) % 3, 11, GAMMA);
  }

  private static JointStep last(int t) {
    return new JointStep(t, t + 0.5f, 0, 0, t % 3 * 3 + (t + 1) % 3, 11, 0);
  }

  @Test
  void aStepHoldsWhatAllMembersSeeAndDoAndTheSumOfTheirRewards() {
    assertEquals(List.of(step(0, 1), step(1, 2)), steps(EndRule.ACROSS, "...", "..."));
  }

  @Test
  void nothingFollowsWhereAllMembersTerminate() {
    assertEquals(List.of(step(0, 1), last(1), step(2, 3)), steps(EndRule.ACROSS, ".T..", ".T.."));
  }

  @Test
  void aTimeLimitOfAllEndsWithWhatTheyWouldHaveSeen() {
    assertEquals(
        List.of(step(0, 1), step(1, 1001), step(2, 3)), steps(EndRule.ACROSS, ".L..", ".L.."));
  }

  @Test
  void aStepWithBothFlagsIsTerminatedAndAMutantThatBootstrapsIsNoticed() {
    List<JointStep> both = steps(EndRule.ACROSS, ".B..", ".B..");
    assertEquals(last(1), both.get(1));
    assertNotEquals(steps(EndRule.ACROSS, ".L..", ".L..").get(1), both.get(1));
  }

  /// What a network with memory reads of ticks 0 to 2, at tick 1 of which one member is in limbo.
  private static float[] remembered(EpisodeAssembler.LimboSeen limboSeen) {
    UniformReplayBuffer buffer = new UniformReplayBuffer(1000, 1);
    StepSizes sizes = new StepSizes(2, 0);
    SequenceSizes sequences = new SequenceSizes(2, 0, SequenceSizes.Ticks.ALL, 0);
    new EpisodeAssembler(
            List.of(new Decider(List.of(0, 1), buffer)),
            PACKING,
            sizes,
            sequences,
            limboSeen,
            3,
            EndRule.ACROSS,
            TimeoutRule.BOOTSTRAP)
        .write(ticks("....", ".-.."), 0);
    assertEquals(2, buffer.starts());
    try (NDManager manager = TestTorch.manager();
        ReplayBatch batch = new ReplayBatch(manager, 1, 1, sizes, sequences)) {
      buffer.copy(0, batch, 0);
      return Arrays.copyOf(batch.readings(1).now().observation().toFloatArray(), 6);
    }
  }

  @Test
  void aMemorySeesAMemberInLimboAsTheActorsSawIt() {
    float[] observed = {0, 0.5f, 1, 1.5f, 2, 2.5f};
    assertArrayEquals(observed, remembered(EpisodeAssembler.LimboSeen.AS_OBSERVED));
    float[] zeros = {0, 0.5f, 1, 0, 2, 2.5f};
    assertArrayEquals(zeros, remembered(EpisodeAssembler.LimboSeen.AS_ZEROS));
  }

  @Test
  void ticksAtWhichAMemberIsMissingAreLeftOut() {
    assertEquals(List.of(step(0, 3), step(3, 4)), steps(EndRule.ACROSS, ".....", ".--.."));
  }

  @Test
  void whatEndsForAllWhileAMemberIsInLimboEndedWithTheLastWholeStep() {
    assertEquals(List.of(last(0), step(3, 4)), steps(EndRule.ACROSS, "..T..", ".-!.."));
    assertEquals(List.of(step(3, 4)), steps(EndRule.ACROSS, "..L..", ".-l.."));
  }

  @Test
  void membersThatEndDifferentlyHaveNoJointSuccessor() {
    assertEquals(List.of(step(0, 1), step(2, 3)), steps(EndRule.ACROSS, ".T..", "...."));
    assertEquals(List.of(step(0, 1), step(2, 3)), steps(EndRule.ACROSS, ".T..", ".L.."));
  }

  @Test
  void theEndOfATrialOfAnyMemberIsOneOfTheGroup() {
    assertEquals(last(1), steps(EndRule.CUT, ".t..", "....").get(1));
    assertEquals(step(1, 2), steps(EndRule.BOOT, ".t..", "....").get(1));
  }

  @Test
  void whatIsLeftOutIsCounted() {
    EpisodeAssembler assembler = assembler(new UniformReplayBuffer(9, 1), EndRule.ACROSS);
    assembler.write(ticks("....T", ".--.."), 0);
    assertEquals(3, assembler.incomplete());
    assertEquals(3, assembler.steps());
  }

  /// Planted: an assembler that takes a group for whole although a member is missing.
  @Test
  void aStepOfAGroupWithAMissingMemberIsNoticed() {
    Trajectories all = ticks("....", ".-..");
    List<JointStep> right = steps(EndRule.ACROSS, "....", ".-..");
    Arrays.fill(all.removed, (byte) 0);
    UniformReplayBuffer careless = new UniformReplayBuffer(1000, 1);
    assembler(careless, EndRule.ACROSS).write(all, 0);
    assertNotEquals(right.size(), careless.starts());
  }
}
