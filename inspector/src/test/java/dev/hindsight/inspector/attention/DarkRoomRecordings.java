package dev.hindsight.inspector.attention;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.learn.ResolvedPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Recordings of the built-in dark room policy, correct or with a planted fault.
public final class DarkRoomRecordings {
  private static final String POLICY = "darkroom-5x5";

  private DarkRoomRecordings() {}

  /// The room that it was trained in.
  public static Rollout trained(Path folder, int ticks) {
    return record(folder, Map.of(), FaultyMemory.MemoryFault.NONE, ticks);
  }

  /// A room where it waits in limbo at the goal.
  public static Rollout withLimbo(Path folder, int ticks) {
    return record(folder, Map.of("after_goal", "limbo"), FaultyMemory.MemoryFault.NONE, ticks);
  }

  /// Records with a planted fault.
  public static Rollout record(
      Path folder, Map<String, String> settings, FaultyMemory.MemoryFault memoryFault, int ticks) {
    EnvironmentType type = BuiltInEnvironments.named("darkroom");
    EnvironmentFactory factory =
        type.prepare(type.settings().parse(settings, "test"), Optional.empty());
    Path file = folder.resolve(memoryFault + "-" + settings.size() + "-" + ticks + ".rollout");
    try (OpenedPolicy opened = BuiltInPolicies.open(POLICY, factory.shape());
        FaultyMemory acting = new FaultyMemory(opened.policy(), factory.shape(), memoryFault)) {
      return record(type, factory, acting, opened, ticks, file);
    }
  }

  /// The same weights, run by another implementation.
  public static Rollout byLoops(Path folder, PlainTransformer.Mistake mistake, int ticks) {
    EnvironmentType type = BuiltInEnvironments.named("darkroom");
    EnvironmentFactory factory =
        type.prepare(type.settings().parse(Map.of(), "test"), Optional.empty());
    ResolvedPolicy found = BuiltInPolicies.find(POLICY);
    int horizon = factory.shape().trials() * factory.shape().trialTimeoutTicks();
    int heads =
        found
            .origin()
            .orElseThrow()
            .training()
            .getOrDefault("num_heads", IntNode.valueOf(4))
            .asInt();
    try (OpenedPolicy opened = found.open(factory.shape());
        PlainTransformer acting = new PlainTransformer(found.weights(), horizon, heads, mistake)) {
      return record(
          type, factory, acting, opened, ticks, folder.resolve("loops-" + mistake + ".rollout"));
    }
  }

  private static Rollout record(
      EnvironmentType type,
      EnvironmentFactory factory,
      Policy acting,
      OpenedPolicy said,
      int ticks,
      Path file) {
    RecordingRequest.ActingPolicy actingPolicy =
        new RecordingRequest.ActingPolicy(acting, said.id(), said.sha256(), said.name());
    RecordingRequest request =
        new RecordingRequest(
            type,
            factory,
            Optional.empty(),
            Optional.of(actingPolicy),
            new ActionSelection.Sample(),
            ticks,
            RecordingRequest.Until.ALL_TICKS,
            5,
            file);
    new RolloutRecorder(request).run(Progress.SILENT, new Cancellation());
    return Rollouts.open(file);
  }

  /// A query at a later moment, and the tick at which its episode's first reward was observed.
  ///
  /// @param paid that tick: the reward of tick t is observed at t + 1
  /// @param begun first tick of the episode
  public record LaterQuery(int query, int paid, int begun) {}

  /// Queries of episodes whose first trial found the goal, from the tick after the reward was
  /// observed.
  public static List<LaterQuery> asked(Rollout rollout) {
    Channel reward = rollout.channel("reward").orElseThrow();
    Channel trial = rollout.channel("trial").orElseThrow();
    EpisodeFlags episodeFlags = EpisodeFlags.of(rollout, 0);
    List<LaterQuery> asked = new ArrayList<>();
    int begun = 0;
    int paid = -1;
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      if (tick > 0 && episodeFlags.ended()[tick - 1] != 0) {
        begun = tick;
        paid = -1;
      }
      if (paid >= 0 && tick > paid) {
        asked.add(new LaterQuery(tick, paid, begun));
      }
      if (paid < 0 && reward.value(tick, 0) > 0 && trial.integer(tick, 0) == 0) {
        paid = tick + 1;
      }
    }
    return asked;
  }
}
