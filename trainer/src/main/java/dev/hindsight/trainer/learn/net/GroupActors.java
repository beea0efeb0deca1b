package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The actors of the M members of a group, as one function of what the members observe.
///
/// Letters: N groups or steps of groups, M members, D numbers of an observation, w outputs of a
/// member (n logits, or 2k for k numbers).
///
/// @param form which member's actor sees and is what
/// @param members M
/// @param network that of a member, `D -> w`; for [Form#JOINT] that of all, `M D -> M w`. One with
///   memory keeps no resources of its own; each member has a memory of its own, or the group has
///   one
public record GroupActors(Form form, int members, Network network) {
  /// Which networks a group has.
  public enum Form {
    /// One network of one member, with which every member acts on its own observation.
    SHARED,
    /// A network for each member, which acts on its own observation.
    OWN,
    /// One network that acts for all members on all their observations.
    JOINT;

    /// The id of the [dev.hindsight.trainer.policy.PolicyType] that opens its checkpoints.
    ///
    /// @param network id of the policy of one such network
    public String policy(String network) {
      return switch (this) {
        case SHARED -> network;
        case OWN -> network + "-members";
        case JOINT -> network + "-joint";
      };
    }

    /// What the names of a network's tensors begin with in a checkpoint of the group.
    ///
    /// @param which index of the network
    public String prefix(int which) {
      return switch (this) {
        case SHARED -> "";
        case OWN -> "member." + which + ".";
        case JOINT -> "joint.";
      };
    }
  }

  /// The outputs of all members.
  ///
  /// @param logits `[N * M, w]`, member by member within each group; with chosen ticks N is K
  /// @param values `[N, M]`, or `[N, 1]` if one network estimates for all
  public record GroupOutputs(NDArray logits, NDArray values) {}

  /// Number of networks: 1 or M.
  public int networks() {
    return form == Form.OWN ? members : 1;
  }

  /// Number of recurrent states of a group, if its networks have such: 1 or M.
  public int states() {
    return form == Form.JOINT ? 1 : members;
  }

  /// The network that acts for a member.
  ///
  /// @return its index
  public int networkOf(int member) {
    return form == Form.OWN ? member : 0;
  }

  /// One member on its own, with the network of [#networkOf].
  public GroupActors ofOneMember() {
    return new GroupActors(Form.SHARED, 1, network);
  }

  /// The outputs with weights that are being learned.
  ///
  /// @param weights of each network
  /// @param observation `[N, M * D]`
  public GroupOutputs outputs(List<NamedWeights> weights, NDArray observation) {
    return outputs(weights, SegmentBatch.single(observation));
  }

  /// The outputs at all ticks of segments, or at the chosen ones.
  ///
  /// @param weights of each network
  /// @param batch with observations `[N, M * D]`
  public GroupOutputs outputs(List<NamedWeights> weights, SegmentBatch batch) {
    if (members == 1) {
      LogitsAndValues all = heads(weights.getFirst(), batch);
      return new GroupOutputs(all.logits(), all.values().reshape(-1, 1));
    }
    NDArray observation = batch.observation();
    long rows = observation.getShape().get(0);
    long numbers = observation.getShape().get(1) / members;
    return switch (form) {
      case SHARED -> {
        SegmentBatch each =
            network.remembers()
                ? batch.ofMembers(members)
                : batch.with(observation.reshape(new Shape(rows * members, numbers)));
        LogitsAndValues all = heads(weights.getFirst(), each);
        yield new GroupOutputs(all.logits(), all.values().reshape(-1, members));
      }
      case OWN -> {
        NDList logits = new NDList();
        NDList values = new NDList();
        for (int member = 0; member < members; member++) {
          LogitsAndValues one = heads(weights.get(member), batch.ofMember(member, members));
          logits.add(one.logits());
          values.add(one.values());
        }
        NDArray side = NDArrays.stack(logits, 1);
        yield new GroupOutputs(side.reshape(-1, network.actions()), NDArrays.stack(values, 1));
      }
      case JOINT -> {
        LogitsAndValues all = heads(weights.getFirst(), batch);
        yield new GroupOutputs(
            all.logits().reshape(-1, network.actions() / members), all.values().reshape(-1, 1));
      }
    };
  }

  private LogitsAndValues heads(NamedWeights weights, SegmentBatch batch) {
    return network.segments(batch.observation().getManager()).run(weights, batch);
  }

  /// The form used to act.
  ///
  /// @param weights of each network, read at every [NetworkActor#reset], not owned
  /// @param rows the groups among all agents
  public NetworkActor actor(List<WeightVector> weights, GroupRows rows) {
    int agents = rows.count() * rows.members();
    return switch (form) {
      case SHARED -> network.actor(weights.getFirst(), agents);
      case OWN ->
          new GroupActor(
              this, weights.stream().map(one -> network.actor(one, rows.count())).toList(), rows);
      case JOINT ->
          new GroupActor(this, List.of(network.actor(weights.getFirst(), rows.count())), rows);
    };
  }

  /// The tensors of all networks, as a checkpoint of the group holds them.
  public List<Tensor> tensors(List<WeightVector> weights) {
    List<Tensor> all = new ArrayList<>();
    for (int which = 0; which < weights.size(); which++) {
      for (Tensor tensor : weights.get(which).tensors()) {
        all.add(new Tensor(form.prefix(which) + tensor.name(), tensor.shape(), tensor.values()));
      }
    }
    return all;
  }

  /// One network's part of a checkpoint of a group, under the names of a network of its own.
  ///
  /// @param which index of the network
  public static Checkpoint part(Checkpoint checkpoint, Form form, int which) {
    Map<String, Tensor> own = new LinkedHashMap<>();
    String prefix = form.prefix(which);
    checkpoint
        .tensors()
        .forEach((name, tensor) -> {
          if (name.startsWith(prefix)) {
            String bare = name.substring(prefix.length());
            own.put(bare, new Tensor(bare, tensor.shape(), tensor.values()));
          }
        });
    return new Checkpoint(checkpoint.name(), checkpoint.sha256(), own, checkpoint.metadata());
  }
}
