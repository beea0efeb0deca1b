package dev.hindsight.trainer.learn.replay;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.StateBytes;
import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.learn.training.CheckpointTensors;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Stores a buffer's episodes in a checkpoint without their observations and actions, and reads
/// them again as [ReplayContents].
///
/// ```
/// replay_episodes   the rule, counts, and each episode's origin, end, age, bytes and length
/// replay_rewards    [steps]
/// replay_draws      [starts, 2]   times drawn, batches since the last draw (-1: never)
/// priorities        [starts]      of a buffer with priorities
/// ```
///
/// Floats hold the counts exactly up to 2^24; larger ones are stored as that. Arrays without
/// numbers are left out.
final class ReplayTensors {
  private static final String EPISODES = "replay_episodes";
  private static final String REWARDS = "replay_rewards";
  private static final String DRAWS = "replay_draws";
  private static final int FORM = 1;
  private static final int LARGEST = 1 << 24;

  /// Episodes without a complete step: one for each agent at most.
  private static final int MOST_EMPTY = 10_000_000;

  private ReplayTensors() {}

  static List<Tensor> write(StoredEpisodes stored, String name) {
    List<ReplayEpisode> all = stored.all();
    int n = stored.rule().steps();
    long batches = stored.counts().batches();
    int steps = all.stream().mapToInt(ReplayEpisode::length).sum();
    int starts = all.stream().mapToInt(episode -> episode.starts(n)).sum();
    float[] rewards = new float[steps];
    float[] draws = new float[2 * starts];
    int step = 0;
    int start = 0;
    for (ReplayEpisode episode : all) {
      for (int t = 0; t < episode.length(); t++) {
        rewards[step++] = episode.reward(t);
      }
      for (int t = 0; t < episode.starts(n); t++) {
        int count = episode.draws(t);
        draws[start++] = Math.min(count, LARGEST);
        int since = count == 0 ? StoredEpisode.NEVER : episode.since(t, batches);
        draws[start++] = Math.min(since, LARGEST);
      }
    }
    List<Tensor> tensors = new ArrayList<>();
    tensors.add(
        CheckpointTensors.ofBytes(
            name + EPISODES, StateBytes.write(stream -> write(stream, stored, all))));
    if (steps > 0) {
      tensors.add(new Tensor(name + REWARDS, new int[] {steps}, rewards));
    }
    if (starts > 0) {
      tensors.add(new Tensor(name + DRAWS, new int[] {starts, 2}, draws));
    }
    return tensors;
  }

  private static void write(StateStream stream, StoredEpisodes stored, List<ReplayEpisode> all) {
    stream.number(FORM);
    stream.number(stored.rule().capacity());
    stream.number(stored.rule().steps());
    stream.number(stored.rule().alpha());
    stream.number(stored.counts().added());
    stream.number(stored.counts().removed());
    stream.number(stored.counts().batches());
    stream.number(all.size());
    for (ReplayEpisode episode : all) {
      stream.number(episode.origin().generation());
      stream.number(episode.origin().decider());
      stream.number(episode.origin().tick());
      stream.number(episode.end().code());
      stream.number(episode.stored());
      stream.number(episode.bytes());
      stream.number(episode.length());
      int[] made = episode.made();
      stream.flag(made.length > 0);
      stream.numbers(made);
    }
  }

  static Optional<ReplayContents> read(String name, Map<String, Tensor> tensors) {
    if (!tensors.containsKey(name + EPISODES)) {
      return Optional.empty();
    }
    StepArrays all = new StepArrays(name, tensors);
    return Optional.of(
        StateBytes.readWhole(
            CheckpointTensors.bytes(tensors, name + EPISODES), name + EPISODES, all::contents));
  }

  /// The arrays of numbers by step and by start.
  private static final class StepArrays {
    private final String name;
    private final float[] rewards;
    private final float[] draws;
    private final float[] priorities;
    private int step;
    private int start;

    StepArrays(String name, Map<String, Tensor> tensors) {
      this.name = name;
      rewards = values(tensors, name + REWARDS);
      draws = values(tensors, name + DRAWS);
      priorities = values(tensors, name + PrioritisedReplayBuffer.PRIORITIES);
    }

    private static float[] values(Map<String, Tensor> tensors, String array) {
      return tensors.containsKey(array) ? tensors.get(array).values() : new float[0];
    }

    ReplayContents contents(StateStream stream) {
      stream.within(0, FORM, FORM);
      ReplayContents.Rule rule =
          new ReplayContents.Rule(
              stream.within(0, 1, Integer.MAX_VALUE),
              stream.within(0, 1, Integer.MAX_VALUE),
              stream.number(0.0));
      ReplayContents.Counts counts =
          new ReplayContents.Counts(stream.number(0L), stream.number(0L), stream.number(0L));
      int count = stream.within(0, 0, rewards.length + MOST_EMPTY);
      List<StoredEpisode> episodes = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        episodes.add(episode(stream, rule));
      }
      if (step != rewards.length
          || 2 * start != draws.length
          || (rule.prioritised() && start != priorities.length)) {
        throw misfit();
      }
      return new ReplayContents(rule, counts, episodes);
    }

    private StoredEpisode episode(StateStream stream, ReplayContents.Rule rule) {
      ReplayOrigin origin =
          new ReplayOrigin(
              stream.number(0L),
              stream.within(0, 0, Integer.MAX_VALUE),
              stream.within(0, 0, Integer.MAX_VALUE));
      StoredEpisodeEnd end = StoredEpisodeEnd.of(stream.number(0)).orElseThrow(this::misfit);
      long stored = stream.number(0L);
      long bytes = stream.number(0L);
      int length = stream.within(0, 0, rewards.length - step);
      int[] made = new int[stream.flag(false) ? length : 0];
      stream.numbers(made);
      int starts = Math.max(0, length - rule.steps() + 1);
      if (2 * (start + starts) > draws.length
          || (rule.prioritised() && start + starts > priorities.length)) {
        throw misfit();
      }
      int[] times = new int[starts];
      int[] since = new int[starts];
      for (int t = 0; t < starts; t++) {
        times[t] = (int) draws[2 * (start + t)];
        since[t] = (int) draws[2 * (start + t) + 1];
      }
      StoredEpisode episode =
          new StoredEpisode(
              origin,
              end,
              stored,
              bytes,
              made,
              Arrays.copyOfRange(rewards, step, step + length),
              times,
              since,
              rule.prioritised()
                  ? Arrays.copyOfRange(priorities, start, start + starts)
                  : new float[0]);
      step += length;
      start += starts;
      return episode;
    }

    private Problem misfit() {
      return new Problem(
          wording("ReplayTensors.numbers_of_steps_do_not_fit", start, step),
          name + EPISODES,
          wording("ReplayTensors.take_one_that_training_wrote"));
    }
  }
}
