package dev.hindsight.trainer.learn.sac;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.replay.ReplayContents;
import dev.hindsight.trainer.learn.replay.StoredEpisode;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.EnvironmentHistory;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.ledger.RunCheckpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/// The replay buffers of a run of soft actor-critic, from one of its checkpoints: what they hold,
/// and how to simulate one of their episodes again. Opens no network and no environment.
public final class CheckpointReplay {
  private final Path file;
  private final CheckpointOrigin origin;
  private final String run;
  private final long updates;
  private final List<ReplayContents> buffers;
  private final ReplayAgents agents;
  private final Map<String, Tensor> tensors;

  private CheckpointReplay(
      Path file,
      CheckpointOrigin origin,
      String run,
      long updates,
      List<ReplayContents> buffers,
      ReplayAgents agents,
      Map<String, Tensor> tensors) {
    this.file = file;
    this.origin = origin;
    this.run = run;
    this.updates = updates;
    this.buffers = List.copyOf(buffers);
    this.agents = agents;
    this.tensors = tensors;
  }

  /// Opens a checkpoint from which a run can be resumed.
  ///
  /// @throws Problem if it holds no replay buffer, or is damaged
  public static CheckpointReplay open(Path file) {
    Checkpoint checkpoint = Checkpoints.read(file);
    String where = file.toString();
    CheckpointOrigin origin =
        CheckpointOrigin.of(checkpoint)
            .filter(CheckpointReplay::learnedWithSac)
            .orElseThrow(() ->
                new Problem(
                    wording("CheckpointReplay.its_training_has_no_replay_buffer"),
                    where,
                    wording("CheckpointReplay.take_one_of_a_sac_run")));
    Map<String, Tensor> tensors = checkpoint.tensors();
    if (!tensors.containsKey(Checkpoint.OPTIMISER + ReplayBufferHistory.ACTIONS)
        || !tensors.containsKey(Checkpoint.OPTIMISER + ReplayBufferHistory.GENERATIONS)) {
      throw new Problem(
          wording("CheckpointReplay.it_holds_the_policy_alone"),
          where,
          wording("CheckpointReplay.take_latest_of_the_runs_folder"));
    }
    if (!ReplayAgents.in(tensors)) {
      throw new Problem(
          wording("CheckpointReplay.an_older_version_wrote_it"),
          where,
          wording("CheckpointReplay.resume_its_run_for_an_update"));
    }
    try {
      return new CheckpointReplay(
          file,
          origin,
          Optional.ofNullable(RunCheckpoint.version(checkpoint).get("run"))
              .map(JsonNode::asText)
              .orElse(""),
          RunCheckpoint.progress(checkpoint).updates(),
          buffers(tensors),
          ReplayAgents.of(tensors),
          Map.of(
              ReplayBufferHistory.ACTIONS,
              tensors.get(Checkpoint.OPTIMISER + ReplayBufferHistory.ACTIONS),
              ReplayBufferHistory.GENERATIONS,
              tensors.get(Checkpoint.OPTIMISER + ReplayBufferHistory.GENERATIONS)));
    } catch (Problem damaged) {
      throw damaged.at(where + ", " + damaged.where());
    }
  }

  private static boolean learnedWithSac(CheckpointOrigin origin) {
    JsonNode algorithm = origin.training().get(CheckpointOrigin.ALGORITHM);
    return algorithm != null && algorithm.asText().equals(SacType.ID);
  }

  /// One, or one for each learner where members of a group learn for themselves.
  private static List<ReplayContents> buffers(Map<String, Tensor> tensors) {
    List<ReplayContents> all = new ArrayList<>();
    ReplayContents.read(SacTraining.prefix(1, 0), tensors).ifPresent(all::add);
    for (boolean more = all.isEmpty(); more; ) {
      var next = ReplayContents.read(SacTraining.prefix(2, all.size()), tensors);
      next.ifPresent(all::add);
      more = next.isPresent();
    }
    return all;
  }

  /// The checkpoint.
  public Path file() {
    return file;
  }

  /// Id of the run.
  public String run() {
    return run;
  }

  /// Number of updates of the run that it includes.
  public long updates() {
    return updates;
  }

  /// Id of the environment of the run.
  public String environment() {
    return origin.environment().id();
  }

  /// The buffers: one, or one for each member of a group that learns for itself, in their order.
  public List<ReplayContents> buffers() {
    return buffers;
  }

  /// Index of the environment in which an episode was played.
  public int environment(StoredEpisode episode) {
    return members(episode).environment();
  }

  /// The agents that decided together in an episode, as they count in their environment.
  public List<Integer> agents(StoredEpisode episode) {
    return members(episode).agents();
  }

  /// Number of updates that the policy had learned from when an episode began.
  public long begun(StoredEpisode episode) {
    return episode.origin().generation() + episode.origin().tick() / agents.ticks();
  }

  private ReplayAgents.Members members(StoredEpisode episode) {
    int decider = episode.origin().decider();
    if (decider >= agents.deciders().size()) {
      throw damaged();
    }
    return agents.deciders().get(decider);
  }

  /// All that is needed to simulate an episode again, from the creation of its environment to the
  /// last of its steps.
  ///
  /// @throws Problem if the checkpoint does not hold the actions
  public EnvironmentHistory history(StoredEpisode episode) {
    int steps = episode.length();
    int ticks = steps == 0 ? episode.origin().tick() + 1 : episode.tick(steps - 1) + 1;
    int environment = environment(episode);
    long generation = episode.origin().generation();
    float[] actions = values(ReplayBufferHistory.ACTIONS);
    long width = agents.width();
    long from = offset(values(ReplayBufferHistory.GENERATIONS), generation, width, ticks);
    if (from < 0 || from + ticks * width > actions.length) {
      throw damaged();
    }
    int size = Math.max(1, agents.numbers());
    int learners = agents.learners().get(environment);
    int partners = agents.partners().get(environment);
    int ego = sum(agents.learners(), environment);
    int partner =
        sum(agents.learners(), agents.learners().size()) + sum(agents.partners(), environment);
    float[] own = new float[ticks * (learners + partners) * size];
    List<Integer> acting = new ArrayList<>();
    for (int t = 0; t < ticks; t++) {
      int row = Math.toIntExact(from + t * width);
      int to = t * (learners + partners) * size;
      System.arraycopy(actions, row + ego * size, own, to, learners * size);
      System.arraycopy(actions, row + partner * size, own, to + learners * size, partners * size);
      acting.add(Math.toIntExact(generation + t / agents.ticks()));
    }
    return new EnvironmentHistory(
        environment,
        seed(generation, environment),
        learners + partners,
        agents.numbers(),
        own,
        acting);
  }

  /// The rewards of a recording.
  public interface RecordedRewards {
    /// The reward of an agent's action at a tick, as the environment gave it.
    float at(int tick, int agent);
  }

  /// The first step whose reward a recording does not repeat to the bit, clipped and added up over
  /// the members as training does; empty if it repeats all.
  public OptionalInt firstDifference(StoredEpisode episode, RecordedRewards recorded) {
    float clip = clip();
    for (int step = 0; step < episode.length(); step++) {
      float brought = 0;
      for (int agent : agents(episode)) {
        brought += Math.clamp(recorded.at(episode.tick(step), agent), -clip, clip);
      }
      if (brought != episode.reward(step)) {
        return OptionalInt.of(step);
      }
    }
    return OptionalInt.empty();
  }

  private float clip() {
    JsonNode clip = origin.training().get("reward_clip");
    return clip == null || clip.asDouble() <= 0 ? Float.POSITIVE_INFINITY : (float) clip.asDouble();
  }

  private long seed(long generation, int environment) {
    JsonNode seed = origin.training().get("seed");
    if (seed == null || !seed.canConvertToLong()) {
      throw damaged();
    }
    return new Seeds(seed.asLong()).of(Seeds.Purpose.ENVIRONMENT, generation, environment);
  }

  private static int sum(List<Integer> counts, int end) {
    return counts.subList(0, end).stream().mapToInt(Integer::intValue).sum();
  }

  private float[] values(String name) {
    return Objects.requireNonNull(tensors.get(name)).values();
  }

  /// Where the actions of a generation begin; -1 if they are not stored for so many ticks.
  private long offset(float[] table, long generation, long width, int ticks) {
    long at = 0;
    for (ReplayBufferHistory.StoredGeneration stored : ReplayBufferHistory.generations(table)) {
      long played = (long) stored.updates() * agents.ticks();
      if (stored.update() == generation) {
        return ticks <= played ? at : -1;
      }
      at += played * width;
    }
    return -1;
  }

  private Problem damaged() {
    return new Problem(
        wording("CheckpointReplay.the_actions_are_not_those_of_its_episodes"),
        file.toString(),
        wording("CheckpointReplay.take_one_that_training_wrote"));
  }
}
