package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.audit.PlayedRecordings.Place;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rewards that do not match their tick are named at that tick and agent.
class RewardsAuditTest {
  @TempDir private Path folder;

  private static AuditAssertions audited(Path file, UnaryOperator<AlteredRollout> fault) {
    try (Rollout rollout = fault.apply(new AlteredRollout(Rollouts.open(file)))) {
      return AuditAssertions.of("rewards", rollout);
    }
  }

  private static AuditAssertions changed(Path file, Place place, double by) {
    return audited(
        file,
        right ->
            right.with(
                "reward", (t, i, x) -> t == place.tick() && i == place.agent() ? x + by : x));
  }

  private static AuditAssertions late(Path file) {
    try (Rollout original = Rollouts.open(file)) {
      Channel reward = original.channel("reward").orElseThrow();
      return audited(
          file, right -> right.with("reward", (t, i, _) -> t == 0 ? 0 : reward.value(t - 1, i)));
    }
  }

  private Path driven() throws Exception {
    return PlayedRecordings.driven(
        folder, "goal_behavior=trial", "goal_within=20", "scenario_length=60", "reward_goal=0.7");
  }

  private Path crashed() throws Exception {
    return PlayedRecordings.crashed(
        folder, "goal_behavior=trial", "scenario_length=60", "reward_vehicle_collision=-0.4");
  }

  @Test
  void whatIsPaidAsDeclaredPasses() throws Exception {
    audited(driven(), right -> right).passes();
    audited(crashed(), right -> right).passes();
    audited(PlayedRecordings.flown(folder, "aircraft=8", "radius=12", "steps=60"), right -> right)
        .passes();
    audited(
            PlayedRecordings.explored(
                folder, new ActionSelection.Sample(), 90, "first_trial_pays=false"),
            right -> right)
        .passes();
    audited(
            PlayedRecordings.crashed(
                folder, "preset=adaptive", "reward_lane_align=1", "conditioning=all"),
            right -> right)
        .passes();
  }

  @Test
  void aGoalThatIsNotPaidOrTwiceIsNamed() throws Exception {
    Path file = driven();
    Place goal = PlayedRecordings.firstOf(file, "event", EventBits.GOAL);
    assertEquals(
        goal.agent(),
        changed(file, goal, -0.7)
            .failsAt(goal.tick(), "the goal of this tick is not rewarded")
            .agent());
    changed(file, goal, 0.7).failsAt(goal.tick(), "the goal of this tick is rewarded twice");
  }

  @Test
  void aPaymentForNothingIsNamed() throws Exception {
    changed(driven(), new Place(4, 2), 0.7).failsAt(4, "rewarded for something without an event");
  }

  @Test
  void aPenaltyThatIsMissingIsNamed() throws Exception {
    Path file = crashed();
    Place contact = PlayedRecordings.firstOf(file, "event", EventBits.COLLISION);
    changed(file, contact, 0.4).failsAt(contact.tick(), "the penalty of this tick is missing");
  }

  @Test
  void rewardsARowLateAreNamedEvenWhereTheLastRowReachesAGoal() throws Exception {
    Path file = PlayedRecordings.explored(folder, new ActionSelection.Sample(), 90);
    int goal = PlayedRecordings.firstOf(file, "event", EventBits.GOAL).tick();
    late(file).failsAt(goal, "that explains every one of them");
    Path cut = PlayedRecordings.explored(folder, new ActionSelection.Sample(), goal + 1);
    late(cut).failsAt(goal, "one row late");
    Path drive = driven();
    late(drive).fails("one row late");
  }

  /// Before the first goal, every reward is also right one row earlier.
  @Test
  void aWrongRewardAtTheFirstTicksIsNotCalledLate() throws Exception {
    Path file = PlayedRecordings.explored(folder, new ActionSelection.Sample(), 90);
    int goal = PlayedRecordings.firstOf(file, "event", EventBits.GOAL).tick();
    Path quiet = PlayedRecordings.explored(folder, new ActionSelection.Sample(), goal);
    for (int tick = 0; tick < 2; tick++) {
      changed(quiet, new Place(tick, 0), 0.7)
          .failsAt(tick, "rewarded for something without an event");
    }
    AuditFinding none = changed(quiet, new Place(1, 0), Double.NaN).failsAt(1, "NaN instead of");
    assertFalse(none.cause().contains("without an event"), none.cause());
  }

  @Test
  void anExitThatIsNotPaidIsNamed() throws Exception {
    Path file = PlayedRecordings.flown(folder, "aircraft=8", "radius=12", "steps=60");
    Place left = PlayedRecordings.firstOf(file, "event", EventBits.OFFROAD);
    changed(file, left, 1).failsAt(left.tick(), "the penalty of this tick is missing");
  }

  /// Agent 0 reaches a goal at every tenth tick, in another program's world.
  private static MemoryRollout foreign(MemoryRollout.Value reward) {
    return new MemoryRollout("martian", 2, 60, 1)
        .with("event", Dtype.U1, (t, i) -> i == 0 && t % 10 == 9 ? EventBits.GOAL : 0, 2)
        .with("reward", Dtype.F4, reward, 2);
  }

  @Test
  void aWorldThatIsNotKnownIsHeldAgainstItsOwnPayments() {
    MemoryRollout.Value usual = (t, i) -> i == 0 && t % 10 == 9 ? 3.7 : 0.05;
    AuditAssertions.of("rewards", foreign(usual)).passes();
    AuditAssertions.of("rewards", foreign((t, i) -> t == 29 ? 0.05 : usual.at(t, i)))
        .failsAt(29, "the goal of this tick is not rewarded; all others are");
    AuditAssertions.of("rewards", foreign((t, i) -> t == 29 && i == 0 ? 7.35 : usual.at(t, i)))
        .failsAt(29, "earns twice");
    AuditAssertions.of("rewards", foreign((t, i) -> t == 31 && i == 1 ? 3.7 : usual.at(t, i)))
        .failsAt(31, "without any event is rewarded like a goal");
  }

  @Test
  void paymentsThatDifferByDesignAreNoAlarm() {
    AuditAssertions.of("rewards", foreign((t, i) -> i == 0 && t % 10 == 9 ? t : Math.sin(t)))
        .hasNothingToCheck();
    AuditAssertions all = AuditAssertions.of("rewards", foreign((_, _) -> 1));
    all.hasNothingToCheck();
    assertTrue(all.words().contains("goals are rewarded differently"), all.words());
  }

  /// Two parts that add up to the reward of another program's world without events.
  private static AuditAssertions parted(Dtype dtype, MemoryRollout.Value reward) {
    MemoryRollout.Value far = (t, _) -> 3e6 / (t + 3.0);
    MemoryRollout.Value near = (t, _) -> -2e6 / (t + 7.0);
    return AuditAssertions.of(
        "rewards",
        new MemoryRollout("martian", 1, 60, 1)
            .with(StepFigure.rewardPart("reward_far", "").spec(), far, 1)
            .with(StepFigure.rewardPart("reward_near", "").spec(), near, 1)
            .with("reward", dtype, (t, i) -> reward.at(t, i) + far.at(t, i) + near.at(t, i), 1));
  }

  @Test
  void partsOfAnyWorldAddUpButForRoundingAndNumbersThatAreNone() {
    parted(Dtype.F4, (_, _) -> 0).passes();
    parted(Dtype.F4, (t, _) -> t == 7 ? Double.NaN : 0).passes();
    parted(Dtype.F4, (_, _) -> Double.NaN).hasNothingToCheck();
    parted(Dtype.F4, (t, _) -> t == 7 ? 2e3 : 0).failsAt(7, "its parts add up to");
  }

  @Test
  void halfPrecisionRoundsMore() {
    MemoryRollout.Value third = (t, _) -> (t + 1) / 3.0;
    for (double off : new double[] {1, 1.01}) {
      AuditAssertions audit =
          AuditAssertions.of(
              "rewards",
              new MemoryRollout("martian", 1, 60, 1)
                  .with(StepFigure.rewardPart("reward_all", "").spec(), third, 1)
                  .with(
                      "reward",
                      Dtype.F2,
                      (t, i) ->
                          Float.float16ToFloat(
                              Float.floatToFloat16((float) (off * third.at(t, i)))),
                      1));
      if (off == 1) {
        audit.passes();
      } else {
        audit.failsAt(0, "its parts add up to");
      }
    }
  }
}
