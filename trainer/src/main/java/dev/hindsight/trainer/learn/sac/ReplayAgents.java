package dev.hindsight.trainer.learn.sac;

import dev.hindsight.trainer.env.StateBytes;
import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.learn.training.CheckpointTensors;
import dev.hindsight.trainer.learn.training.VectorEnvironment;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Whose steps a replay buffer holds: the agents of each environment, in the order of the stored
/// actions, and who decides together. Kept in checkpoints, so that an episode of the buffer can be
/// simulated again without the rest of the training.
///
/// @param ticks that an update simulates in each environment
/// @param numbers k, numbers of an action; 0 if it is one of a list
/// @param learners `[E]` learning agents of each environment
/// @param partners `[E]` its other agents
/// @param deciders who decides together
record ReplayAgents(
    int ticks,
    int numbers,
    List<Integer> learners,
    List<Integer> partners,
    List<Members> deciders) {
  private static final String NAME = Checkpoint.OPTIMISER + "replay_agents";
  private static final int FORM = 1;

  /// More agents than a run can have, so that a damaged file cannot ask for more memory.
  private static final int MOST = 10_000_000;

  /// A decision maker.
  ///
  /// @param environment index of its environment
  /// @param agents its members, as they count in their environment
  record Members(int environment, List<Integer> agents) {
    /// Copies the list.
    Members {
      agents = List.copyOf(agents);
    }
  }

  /// Copies the lists.
  ReplayAgents {
    learners = List.copyOf(learners);
    partners = List.copyOf(partners);
    deciders = List.copyOf(deciders);
  }

  /// Those of a training.
  ///
  /// @param rows of each decision maker's members among all learning agents
  static ReplayAgents of(VectorEnvironment all, int ticks, int numbers, List<List<Integer>> rows) {
    List<Integer> learners = new ArrayList<>();
    List<Integer> partners = new ArrayList<>();
    int[] first = all.firsts();
    for (int e = 0; e < all.count(); e++) {
      learners.add(first[e + 1] - first[e]);
      partners.add(all.firstPartner(e + 1) - all.firstPartner(e));
    }
    List<Members> deciders = new ArrayList<>();
    for (List<Integer> members : rows) {
      int found = Arrays.binarySearch(first, members.getFirst());
      int e = found < 0 ? -found - 2 : found;
      deciders.add(new Members(e, members.stream().map(row -> row - first[e]).toList()));
    }
    return new ReplayAgents(ticks, numbers, learners, partners, deciders);
  }

  /// The form in a checkpoint.
  Tensor tensor() {
    return CheckpointTensors.ofBytes(NAME, StateBytes.write(this::write));
  }

  private void write(StateStream stream) {
    stream.number(FORM);
    stream.number(ticks);
    stream.number(numbers);
    stream.number(learners.size());
    for (int e = 0; e < learners.size(); e++) {
      stream.number(learners.get(e));
      stream.number(partners.get(e));
    }
    stream.number(deciders.size());
    for (Members one : deciders) {
      stream.number(one.environment());
      stream.number(one.agents().size());
      one.agents().forEach(stream::number);
    }
  }

  /// Whether a checkpoint says so.
  static boolean in(Map<String, Tensor> tensors) {
    return tensors.containsKey(NAME);
  }

  /// @throws dev.hindsight.trainer.Problem if the checkpoint is damaged, or does not say
  static ReplayAgents of(Map<String, Tensor> tensors) {
    return StateBytes.readWhole(CheckpointTensors.bytes(tensors, NAME), NAME, ReplayAgents::read);
  }

  private static ReplayAgents read(StateStream stream) {
    stream.within(0, FORM, FORM);
    int ticks = stream.within(0, 1, MOST);
    int numbers = stream.within(0, 0, MOST);
    int environments = stream.within(0, 1, MOST);
    List<Integer> learners = new ArrayList<>();
    List<Integer> partners = new ArrayList<>();
    for (int e = 0; e < environments; e++) {
      learners.add(stream.within(0, 0, MOST));
      partners.add(stream.within(0, 0, MOST));
    }
    int count = stream.within(0, 0, MOST);
    List<Members> deciders = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int environment = stream.within(0, 0, environments - 1);
      int members = stream.within(0, 1, MOST);
      List<Integer> agents = new ArrayList<>();
      for (int member = 0; member < members; member++) {
        agents.add(stream.within(0, 0, learners.get(environment) - 1));
      }
      deciders.add(new Members(environment, agents));
    }
    return new ReplayAgents(ticks, numbers, learners, partners, deciders);
  }

  /// Numbers of all agents' actions at a tick.
  long width() {
    long agents = 0;
    for (int e = 0; e < learners.size(); e++) {
      agents += learners.get(e) + partners.get(e);
    }
    return agents * Math.max(1, numbers);
  }
}
