package dev.hindsight.trainer.learn;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.NetworkType.Memory;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.GroupActors;
import dev.hindsight.trainer.learn.net.GroupRows;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.policy.TensorMismatches;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Networks that act for the groups of an environment ([EnvironmentShape#groups]): one for all
/// members of a group, or one for each member. Sizes come from the tensors.
///
/// @param form not [GroupActors.Form#SHARED]: one network with which each member acts alone is an
///   ordinary policy
/// @param memory of its networks
record GroupNetworkType(GroupActors.Form form, Memory memory) implements PolicyType {
  @Override
  public String id() {
    return form.policy(new NetworkType(memory).id());
  }

  @Override
  public boolean remembers() {
    return new NetworkType(memory).remembers();
  }

  @Override
  public TensorMismatches mismatches(Checkpoint checkpoint) {
    Checkpoint weights = checkpoint.weights();
    NetworkType type = new NetworkType(memory);
    Map<String, int[]> expected = new LinkedHashMap<>();
    for (int which = 0; which < Math.max(1, networks(weights)); which++) {
      NetworkSizes sizes = new NetworkSizes(GroupActors.part(weights, form, which));
      Network network = type.network(sizes, type.shaped(sizes), 0, 1);
      String prefix = form.prefix(which);
      network.parameters().shapes().forEach((name, shape) -> expected.put(prefix + name, shape));
    }
    return TensorMismatches.between(weights, expected);
  }

  @Override
  public Policy open(Checkpoint checkpoint, EnvironmentShape shape) {
    Checkpoint weights = checkpoint.weights();
    NetworkType.checkMeaning(weights, shape);
    GroupRows rows = GroupRows.of(shape);
    NetworkSizes first = new NetworkSizes(GroupActors.part(weights, form, 0));
    int members = members(weights, first, shape);
    if (rows.members() != members) {
      throw new Problem(
          wording("GroupNetworkType.it_acts_for_groups_of", members, rows.members()),
          weights.name(),
          wording("GroupNetworkType.choose_the_environment_and_settings"));
    }
    int actorSees = shape.observation().forActor().size();
    Encoder encoder =
        form == GroupActors.Form.JOINT ? first.encoder() : first.encoder(shape.observation());
    Network network =
        new NetworkType(memory).network(first, encoder, actorSees, first.horizon(shape));
    GroupActors actors = new GroupActors(form, members, network);
    List<float[]> values = new ArrayList<>();
    for (int which = 0; which < actors.networks(); which++) {
      values.add(network.parameters().gather(GroupActors.part(weights, form, which).tensors()));
    }
    return NetworkActor.open(
        TorchEngine.scope(),
        values,
        network.parameters(),
        shape,
        vectors -> actors.actor(vectors, rows));
  }

  /// M, as the weights have it.
  private int members(Checkpoint weights, NetworkSizes first, EnvironmentShape shape) {
    if (form == GroupActors.Form.OWN) {
      NetworkType.checkSizes(first, shape);
      return networks(weights);
    }
    int numbers = Math.max(1, shape.observation().size());
    int members = first.encoder().inputs() / numbers;
    boolean fits =
        first.encoder().inputs() == members * numbers
            && first.actions() == members * new PolicyOutput(shape).width;
    if (!fits) {
      throw NetworkType.unfit(weights, shape);
    }
    return members;
  }

  /// Number of networks in a checkpoint.
  private int networks(Checkpoint weights) {
    int count = 0;
    while (has(weights, form.prefix(count))) {
      count++;
      if (form != GroupActors.Form.OWN) {
        break;
      }
    }
    return count;
  }

  private static boolean has(Checkpoint weights, String prefix) {
    return weights.tensors().keySet().stream().anyMatch(name -> name.startsWith(prefix));
  }
}
