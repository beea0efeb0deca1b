package dev.hindsight.inspector.derived;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.critic.CriticReading;
import dev.hindsight.inspector.critic.CriticReading.Question;
import dev.hindsight.inspector.critic.CriticRecordings;
import dev.hindsight.inspector.critic.CriticSource;
import dev.hindsight.inspector.critic.MemberAdvantage;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The lane of what each member's action was worth has the numbers of the panel *Action values*.
class CriticChannelTest {
  @TempDir private Path folder;

  private static Optional<Channel> offered(DerivedChannels derived) {
    return derived.channels().stream()
        .filter(channel -> channel.spec().name().equals(DerivedChannels.MEMBER_ADVANTAGE))
        .findFirst();
  }

  @ParameterizedTest
  @ValueSource(strings = {"discrete", "continuous"})
  void itHasTheNumbersOfThePanelAtEveryTick(String form) {
    Path file = CriticRecordings.record(folder, "spread", Map.of("action_form", form), Map.of());
    try (Rollout rollout = Rollouts.open(file);
        DerivedChannels derived = DerivedChannels.of(rollout, new AttentionReadingCache(rollout));
        CriticSource source = new CriticSource(rollout)) {
      assertTrue(offered(derived).isEmpty(), "not before somebody has looked");
      derived.findCritics();
      Channel lane = offered(derived).orElseThrow();
      boolean differs = false;
      for (int tick : new int[] {0, 13, CriticRecordings.TICKS - 1}) {
        int at = tick;
        CriticReading reading =
            source.compute(
                Optional.empty(),
                learner -> CriticReading.of(rollout, learner, Question.about(0, at)));
        for (MemberAdvantage member : reading.members()) {
          assertEquals((float) member.advantage(), (float) lane.value(tick, member.agent()), 1e-6);
          differs |= lane.value(tick, member.agent()) != lane.value(tick, 0);
        }
      }
      assertTrue(differs, "members have numbers of their own");
    }
  }

  @Test
  void itIsNotOfferedWithoutACriticOfJointActions() throws IOException {
    Path alone = CriticRecordings.record(folder, "darkroom", Map.of(), Map.of());
    assertFalse(isOffered(alone), "nobody decides together");
    Path apart =
        CriticRecordings.record(
            folder, "spread", Map.of("action_form", "discrete"), Map.of("group_mode", "dtde"));
    assertFalse(isOffered(apart), "each member has a critic of its own");
    Path together =
        CriticRecordings.record(folder, "spread", Map.of("action_form", "discrete"), Map.of());
    assertTrue(isOffered(together));
    Files.delete(folder.resolve("policy.safetensors"));
    assertFalse(isOffered(together), "the checkpoint is gone");
  }

  private static boolean isOffered(Path file) {
    try (Rollout rollout = Rollouts.open(file);
        DerivedChannels derived = DerivedChannels.of(rollout, new AttentionReadingCache(rollout))) {
      derived.findCritics();
      return offered(derived).isPresent();
    }
  }
}
