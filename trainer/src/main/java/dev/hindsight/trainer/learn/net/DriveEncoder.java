package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.index.NDIndex;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/// The encoder of a driver's observation: the vehicle itself, the vehicles around it, the road.
/// Three encoders, and one linear layer over all three.
///
/// Empty rows of a set are zeros and are encoded like any other, as in the reference.
///
/// @param inputs D
/// @param ego features of the driver itself, at the start of the observation
/// @param partners the vehicles, from [#partnersAt]
/// @param roads the road segments, from [#roadsAt]
public record DriveEncoder(
    int inputs,
    int ego,
    SetEncoder partners,
    int partnersAt,
    SetEncoder roads,
    int roadsAt,
    int width)
    implements Encoder {
  private static final String EGO = "policy.ego_encoder";
  private static final String SHARED = "policy.shared_embedding.1";

  /// Road types that the reference distinguishes.
  private static final int ROAD_KINDS = 7;

  /// Whether an environment's observations have the required segments.
  public static boolean fits(ObservationLayout layout) {
    return layout.segments().stream()
        .map(ObservationLayout.Segment::name)
        .toList()
        .equals(List.of(DriveLayout.EGO, DriveLayout.PARTNERS, DriveLayout.ROADS));
  }

  /// For a layout that [#fits].
  ///
  /// @param inner width of each of the three encoders
  /// @param width d
  public static DriveEncoder of(ObservationLayout layout, int inner, int width) {
    ObservationLayout.Segment ego = layout.segments().get(0);
    ObservationLayout.Segment partners = layout.segments().get(1);
    ObservationLayout.Segment roads = layout.segments().get(2);
    return new DriveEncoder(
        layout.size(),
        ego.length(),
        new SetEncoder(
            "policy.partner_encoder",
            partners.shape().getFirst(),
            partners.shape().getLast(),
            0,
            inner),
        partners.offset(),
        new SetEncoder(
            "policy.road_encoder",
            roads.shape().getFirst(),
            roads.shape().getLast(),
            ROAD_KINDS,
            inner),
        roads.offset(),
        width);
  }

  @Override
  public List<Parameter> parameters() {
    int inner = roads.width();
    List<Parameter> all = new ArrayList<>(Parameter.linear(EGO + ".0", ego, inner, 1));
    all.addAll(Parameter.norm(EGO + ".1", inner));
    all.addAll(Parameter.linear(EGO + ".2", inner, inner, 1));
    all.addAll(roads.parameters());
    all.addAll(partners.parameters());
    all.addAll(Parameter.linear(SHARED, 3 * inner, width, 1));
    return all;
  }

  @Override
  public List<FirstLayer> firstLayers() {
    return List.of(
        new FirstLayer(EGO + ".0", ego, ego, 0, 1, 0),
        partners.firstLayer(partnersAt),
        roads.firstLayer(roadsAt));
  }

  @Override
  public Encoding learning(NamedWeights namedWeights) {
    return namedWeights.onHost()
        ? new HostDriveEncoder(this, namedWeights)::learn
        : learningOnDevice(namedWeights);
  }

  /// Computes everything in PyTorch, wherever the weights are: a check on the other implementation,
  /// and the one for GPUs.
  Encoding learningOnDevice(NamedWeights namedWeights) {
    return bind(namedWeights, SetEncoder.Folded::encodeToLearn);
  }

  @Override
  public Encoding acting(NamedWeights namedWeights) {
    return namedWeights.onHost()
        ? new HostDriveEncoder(this, namedWeights)::act
        : bind(namedWeights, SetEncoder.Folded::encode);
  }

  private Encoding bind(
      NamedWeights namedWeights, BiFunction<SetEncoder.Folded, NDArray, NDArray> encode) {
    SetEncoder.Folded road = roads.fold(namedWeights);
    SetEncoder.Folded partner = partners.fold(namedWeights);
    return observation ->
        together(
            observation,
            namedWeights,
            new NDList(
                encode.apply(road, set(observation, roads, roadsAt)),
                encode.apply(partner, set(observation, partners, partnersAt))));
  }

  /// The last layer, over all three encodings.
  ///
  /// @param sets encodings of the road and of the vehicles, or of both side by side
  NDArray together(NDArray observation, NamedWeights namedWeights, NDList sets) {
    NDList three = new NDList(ego(observation, namedWeights));
    three.addAll(sets);
    return Layers.relu(
        Layers.linear(Layers.gelu(NDArrays.concat(three, 1), namedWeights), namedWeights, SHARED),
        namedWeights);
  }

  private NDArray ego(NDArray observation, NamedWeights namedWeights) {
    NDArray own = observation.get(new NDIndex().addAllDim().addSliceDim(0, ego));
    NDArray inner =
        Layers.norm(Layers.linear(own, namedWeights, EGO + ".0"), namedWeights, EGO + ".1");
    return Layers.linear(inner, namedWeights, EGO + ".2");
  }

  private static NDArray set(NDArray observation, SetEncoder encoder, int from) {
    int length = encoder.rows() * encoder.features();
    return observation
        .get(new NDIndex().addAllDim().addSliceDim(from, from + length))
        .reshape(observation.getShape().get(0), encoder.rows(), encoder.features());
  }
}
