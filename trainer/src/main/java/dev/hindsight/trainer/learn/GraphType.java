package dev.hindsight.trainer.learn;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.learn.graph.GraphInput;
import dev.hindsight.trainer.learn.graph.GraphIntrospection;
import dev.hindsight.trainer.learn.graph.GraphNetwork;
import dev.hindsight.trainer.learn.graph.GraphSpec;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.parity.Nonlinearity;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.policy.TensorMismatches;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Graph networks for any environment whose observations identify neighbours ([NeighbourTable]),
/// with any number of agents: sizes come from the tensors.
final class GraphType implements PolicyType {
  private static final String NODE = "policy.node_encoder.0.weight";
  private static final String EDGE = "policy.edge_encoder.0.weight";
  private static final String ACTOR = "policy.actor.weight";

  @Override
  public String id() {
    return "graph";
  }

  @Override
  public TensorMismatches mismatches(Checkpoint checkpoint) {
    Checkpoint weights = checkpoint.weights();
    GraphInput input = GraphInput.ofSizes(size(weights, NODE, 1), size(weights, EDGE, 1));
    GraphNetwork network = new GraphNetwork(input, spec(weights), size(weights, ACTOR, 0), 1);
    return TensorMismatches.between(weights, network.parameters().shapes());
  }

  @Override
  public Policy open(Checkpoint checkpoint, EnvironmentShape shape) {
    Checkpoint weights = checkpoint.weights();
    return NetworkActor.open(
        TorchEngine.scope(), network(weights, shape), weights.tensors(), shape);
  }

  @Override
  public Optional<EdgeIntrospection> edges(
      Checkpoint checkpoint, EnvironmentShape shape, Nonlinearity nonlinearity) {
    Checkpoint weights = checkpoint.weights();
    return Optional.of(
        new GraphIntrospection(
            TorchEngine.scope(),
            network(weights, shape),
            weights.tensors(),
            nonlinearity,
            shape.actions()));
  }

  /// @throws Problem if observations or actions of the environment do not fit
  private static GraphNetwork network(Checkpoint weights, EnvironmentShape shape) {
    NeighbourTable table =
        NeighbourTable.of(shape.observation())
            .orElseThrow(() ->
                new Problem(
                    wording("GraphType.it_attends_to_neighbours_but_agents"),
                    weights.name(),
                    wording("GraphType.choose_the_environment_it_was_trained")));
    int own = size(weights, NODE, 1);
    int edge = size(weights, EDGE, 1);
    int actions = size(weights, ACTOR, 0);
    int outputs = new PolicyOutput(shape).width;
    if (own != table.own().length() || edge != table.edgeFeatures() || actions != outputs) {
      throw new Problem(
          wording(
              "GraphType.it_is_for_numbers_of_its",
              own,
              edge,
              actions,
              table.own().length(),
              table.edgeFeatures(),
              outputs),
          weights.name(),
          wording("GraphType.choose_the_environment_and_settings"));
    }
    checkMeaning(weights, table);
    return new GraphNetwork(
        GraphInput.of(table), spec(weights), actions, GraphNetwork.agentsOfOneWorld(shape));
  }

  /// The number of observed neighbours may differ, their features may not.
  private static void checkMeaning(Checkpoint weights, NeighbourTable shown) {
    CheckpointOrigin.of(weights)
        .map(CheckpointOrigin::observation)
        .flatMap(NeighbourTable::of)
        .filter(trained -> !features(trained).equals(features(shown)))
        .ifPresent(trained -> {
          throw new Problem(
              wording("GraphType.it_was_trained_to_see_not", features(trained), features(shown)),
              weights.name(),
              wording("GraphType.choose_the_settings_it_was_trained"));
        });
  }

  private static List<String> features(NeighbourTable table) {
    return Stream.of(table.own(), table.neighbours())
        .map(ObservationLayout.Segment::names)
        .flatMap(List::stream)
        .toList();
  }

  private static GraphSpec spec(Checkpoint weights) {
    int width = size(weights, NODE, 0);
    int heads = size(weights, "graph.layers.0.attention.dst", 0);
    int layers = 1;
    while (weights.tensor("graph.layers." + layers + ".linear1.weight").isPresent()) {
      layers++;
    }
    return new GraphSpec(
        width,
        width % heads == 0 ? heads : 1,
        layers,
        size(weights, "graph.layers.0.linear1.weight", 0),
        size(weights, EDGE, 0));
  }

  private static int size(Checkpoint weights, String name, int axis) {
    return new NetworkSizes(weights).size(name, axis);
  }
}
