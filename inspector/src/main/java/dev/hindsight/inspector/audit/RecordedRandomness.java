package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.RandomisedSetting;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.randomise.Buckets;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.BitSet;
import java.util.List;

/// What a randomised world changes in a recording, so that audits do not take it for a defect.
///
/// @param disturbed `[D]`, marks the numbers of an observation that noise disturbs at every tick
/// @param sensed `[D]`, marks those that noise disturbs or a delay holds back
/// @param chance whether what an action does is drawn anew at every tick
/// @param world whether the world behaves otherwise than usual
record RecordedRandomness(BitSet disturbed, BitSet sensed, boolean chance, boolean world) {
  static RecordedRandomness of(Rollout rollout) {
    BitSet disturbed = new BitSet();
    BitSet sensed = new BitSet();
    boolean chance = false;
    boolean world = false;
    for (RandomisedSetting setting : changed(rollout)) {
      List<Integer> numbers =
          setting.effect().sensed()
              ? Buckets.sensed(rollout.manifest().observation(), setting)
              : List.of();
      numbers.forEach(sensed::set);
      switch (setting.effect()) {
        case NOISE -> numbers.forEach(disturbed::set);
        case CHANCE -> chance = true;
        case WORLD -> world = true;
        case DELAY, PARTNER -> {}
      }
    }
    return new RecordedRandomness(disturbed, sensed, chance, world);
  }

  private static List<RandomisedSetting> changed(Rollout rollout) {
    List<RandomisedSetting> declared =
        BuiltInEnvironments.of(rollout).map(EnvironmentType::randomised).orElse(List.of());
    return rollout
        .channel(Buckets.COLUMN)
        .map(Channel::spec)
        .map(column -> Buckets.changed(column, declared))
        .orElse(List.of());
  }
}
