package dev.hindsight.trainer.learn.net;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.learn.net.GroupActors.Form;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// Lets networks act for the members of groups: one for all members of a group, or one for each of
/// them. Allocated once; one owner thread.
///
/// To a network that acts for all, a member in limbo observes zeros, whatever the environment
/// shows; the group is in limbo where all its members are. Its memory is that of the group, and is
/// wiped where the episode of any member ends.
final class GroupActor extends NetworkActor {
  private final Form form;
  private final List<NetworkActor> networks;
  private final GroupRows rows;
  private float[] observation = new float[0];
  private final byte[] removed;
  private final float[] logits;
  private final float[] values;

  /// The group of each agent, and its place in it.
  private final int[] groups;

  private final int[] places;
  private float[] states = new float[0];
  private final boolean remembers;

  /// @param networks each for one row per group; closed with this
  GroupActor(GroupActors actors, List<NetworkActor> networks, GroupRows rows) {
    this.form = actors.form();
    this.networks = networks;
    this.remembers = actors.network().remembers();
    this.rows = rows;
    this.removed = new byte[rows.count()];
    this.logits = new float[rows.count() * actors.network().actions()];
    this.values = new float[rows.count()];
    this.groups = new int[rows.count() * rows.members()];
    this.places = new int[groups.length];
    for (int group = 0; group < rows.count(); group++) {
      for (int member = 0; member < rows.members(); member++) {
        groups[rows.row(group, member)] = group;
        places[rows.row(group, member)] = member;
      }
    }
  }

  /// The network that acts for an agent.
  private NetworkActor network(int agent) {
    return networks.get(form == Form.JOINT ? 0 : places[agent]);
  }

  @Override
  public void endEpisode(int agent) {
    network(agent).endEpisode(groups[agent]);
  }

  @Override
  public void forget(int agent) {
    if (!remembers) {
      super.forget(agent);
    }
    network(agent).forget(groups[agent]);
  }

  @Override
  public int remembered(int agent) {
    return network(agent).remembered(groups[agent]);
  }

  @Override
  public int stateNumbers() {
    return networks.getFirst().stateNumbers();
  }

  /// Every member has the state of the network that acts for it; where one acts for all, that is
  /// the group's.
  @Override
  public void copyState(float[] into) {
    int numbers = stateNumbers();
    states = states.length == 0 ? new float[rows.count() * numbers] : states;
    for (int place = 0; place < networks.size(); place++) {
      networks.get(place).copyState(states);
      for (int agent = 0; agent < groups.length; agent++) {
        if (form == Form.JOINT || places[agent] == place) {
          System.arraycopy(states, groups[agent] * numbers, into, agent * numbers, numbers);
        }
      }
    }
  }

  /// Network by network, and group by group within each.
  @Override
  public PolicyMemory memory() {
    if (!remembers) {
      return super.memory();
    }
    List<PolicyMemory> parts = networks.stream().map(NetworkActor::memory).toList();
    List<RecurrentMemory> recurrent = new ArrayList<>();
    for (PolicyMemory part : parts) {
      if (part instanceof RecurrentMemory own) {
        recurrent.add(own);
      }
    }
    return recurrent.isEmpty() ? new JoinedMemory(parts) : RecurrentMemory.joined(recurrent);
  }

  @Override
  public List<Tensor> keptMemory(String name) {
    if (!remembers || memory() instanceof RecurrentMemory) {
      return super.keptMemory(name);
    }
    List<Tensor> all = new ArrayList<>();
    for (int which = 0; which < networks.size(); which++) {
      all.addAll(networks.get(which).keptMemory(name + which + "."));
    }
    return all;
  }

  @Override
  public void restoreMemory(String name, Function<String, float[]> stored) {
    if (!remembers || memory() instanceof RecurrentMemory) {
      super.restoreMemory(name, stored);
      return;
    }
    for (int which = 0; which < networks.size(); which++) {
      networks.get(which).restoreMemory(name + which + ".", stored);
    }
  }

  @Override
  public void remember(PolicyMemory memory) {
    if (memory instanceof JoinedMemory(List<PolicyMemory> parts)) {
      for (int place = 0; place < networks.size(); place++) {
        networks.get(place).remember(parts.get(place));
      }
      return;
    }
    if (!(memory instanceof RecurrentMemory all)) {
      super.remember(memory);
      return;
    }
    for (int place = 0; place < networks.size(); place++) {
      networks.get(place).remember(all.part(place * rows.count(), rows.count()));
    }
  }

  @Override
  public ActionBound bound() {
    return networks.getFirst().bound();
  }

  @Override
  public void reset() {
    networks.forEach(NetworkActor::reset);
  }

  @Override
  public void act(float[] seen, byte[] limbo, float[] outputs, float[] estimates) {
    int numbers = seen.length / limbo.length;
    int width = outputs.length / limbo.length;
    if (observation.length == 0) {
      int together = form == Form.JOINT ? rows.members() : 1;
      observation = new float[rows.count() * together * numbers];
    }
    if (form == Form.JOINT) {
      together(seen, limbo, outputs, estimates, numbers, width);
      return;
    }
    for (int member = 0; member < rows.members(); member++) {
      for (int group = 0; group < rows.count(); group++) {
        int row = rows.row(group, member);
        System.arraycopy(seen, row * numbers, observation, group * numbers, numbers);
        removed[group] = limbo[row];
      }
      networks.get(member).act(observation, removed, logits, values);
      for (int group = 0; group < rows.count(); group++) {
        int row = rows.row(group, member);
        System.arraycopy(logits, group * width, outputs, row * width, width);
        estimates[row] = values[group];
      }
    }
  }

  /// Of the network that acts for the agent; where one acts for all, by what the agent observes.
  @Override
  float[] differentiate(int agent, int number, Runnable acting) {
    int place = places[agent];
    int width = logits.length / rows.count() / rows.members();
    boolean joint = form == Form.JOINT;
    float[] all =
        network(agent)
            .differentiate(
                groups[agent], joint && number >= 0 ? place * width + number : number, acting);
    int size = joint ? all.length / rows.members() : all.length;
    return joint ? Arrays.copyOfRange(all, place * size, (place + 1) * size) : all;
  }

  private void together(
      float[] seen, byte[] limbo, float[] outputs, float[] estimates, int numbers, int width) {
    int members = rows.members();
    for (int group = 0; group < rows.count(); group++) {
      removed[group] = 1;
      for (int member = 0; member < members; member++) {
        int row = rows.row(group, member);
        int to = (group * members + member) * numbers;
        removed[group] &= limbo[row];
        if (limbo[row] == 0) {
          System.arraycopy(seen, row * numbers, observation, to, numbers);
        } else {
          Arrays.fill(observation, to, to + numbers, 0);
        }
      }
    }
    networks.getFirst().act(observation, removed, logits, values);
    for (int group = 0; group < rows.count(); group++) {
      for (int member = 0; member < members; member++) {
        int row = rows.row(group, member);
        System.arraycopy(logits, (group * members + member) * width, outputs, row * width, width);
        estimates[row] = values[group];
      }
    }
  }

  @Override
  protected void free() {
    networks.forEach(NetworkActor::close);
  }
}
