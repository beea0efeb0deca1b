package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.SparseFormat;
import dev.hindsight.trainer.env.excavation.observation.ExcavationObservation;
import dev.hindsight.trainer.env.excavation.observation.ExcavationSegments;
import dev.hindsight.trainer.env.excavation.observation.LocalMap;
import dev.hindsight.trainer.env.excavation.observation.MapPlane;
import dev.hindsight.trainer.env.excavation.simulation.ExcavatorAction;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// The reference's encoder of an excavation: the state of each agent, sums over the workspaces,
/// maps of the site and the last actions, side by side, and one layer over all if later layers need
/// it.
///
/// ```
/// agent    = [mlp(row, column), mlp(base, cabin, wheel), mlp(load, shovel), mlp(type)]
///            zeros where there is no agent; whole numbers are embedded, 8 wide
/// encoding = relu [agents, maps, mlp(last actions), mlp(local maps)]
/// ```
///
/// A negative whole number counts from the end of its embeddings, as in the reference. It does not
/// read the mask of the actions.
///
/// @param parts where the segments are
/// @param side N, rows of the embeddings of places and of directions
/// @param reader of the maps
/// @param local widths of the layers over the sums
/// @param joined width of the layer over all, if there is one
record ExcavationEncoder(
    Parts parts, int side, SiteReader reader, List<Integer> local, OptionalInt joined)
    implements Encoder {
  private static final String NAME = "policy.excavation";
  private static final String PLACE = NAME + ".place";
  private static final String DIRECTION = NAME + ".direction";
  private static final String TYPE = NAME + ".type";
  private static final String MEASURE = NAME + ".measure";
  private static final String ACTIONS = NAME + ".actions";
  private static final String EMBEDDING = ".embedding";

  /// Prefix of the names of the layers over the sums.
  static final String LOCAL = NAME + ".local";

  /// Name of the layer over all.
  static final String JOINED = NAME + ".joined";

  /// Name of the embeddings of places.
  static final String PLACES = PLACE + EMBEDDING;

  /// Name of the weight that reads the last actions.
  static final String FIRST_ACTIONS = LayerStack.name(ACTIONS, 0) + ".weight";

  /// Numbers in an embedding.
  static final int EMBEDDED = 8;

  private static final int TYPES = 3;
  private static final List<Integer> LAYERS = List.of(16, 32);
  private static final List<Integer> TYPE_LAYERS = List.of(8, 16);

  /// Numbers of an agent's vector.
  private static final int AGENT = 3 * LAYERS.getLast() + TYPE_LAYERS.getLast();

  /// The load that is read as 1.
  private static final float LARGEST_LOAD = 100;

  /// Sums are read as 1 from here on; the maps of whose sums this is so.
  private static final float LARGEST_SUM = 16;

  private static final int SCALED = 4;

  /// Maps derived from those of the site.
  private static final int DERIVED = 3;

  ExcavationEncoder {
    local = List.copyOf(local);
  }

  /// Indices of the first numbers of the segments that it reads.
  ///
  /// @param inputs D
  /// @param previous number of last actions
  record Parts(int inputs, int agents, int active, int local, int maps, int actions, int previous) {
    static Parts of(ObservationLayout layout) {
      Segment actions = segment(layout, ExcavationSegments.PREVIOUS_ACTIONS);
      return new Parts(
          layout.size(),
          segment(layout, ExcavationSegments.AGENTS).offset(),
          segment(layout, ExcavationSegments.AGENT_ACTIVE).offset(),
          segment(layout, ExcavationSegments.LOCAL_MAPS).offset(),
          segment(layout, ExcavationSegments.MAPS).offset(),
          actions.offset(),
          actions.length());
    }
  }

  private static Segment segment(ObservationLayout layout, String name) {
    return layout.segments().stream()
        .filter(segment -> segment.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /// Whether observations are those of an excavation.
  static boolean fits(ObservationLayout layout) {
    List<String> names = layout.segments().stream().map(Segment::name).toList();
    return names.containsAll(
            List.of(
                ExcavationSegments.AGENTS,
                ExcavationSegments.AGENT_ACTIVE,
                ExcavationSegments.LOCAL_MAPS,
                ExcavationSegments.MAPS,
                ExcavationSegments.PREVIOUS_ACTIONS))
        && segment(layout, ExcavationSegments.AGENTS)
            .shape()
            .equals(List.of(ExcavationObservation.AGENTS, ExcavationObservation.AGENT_NUMBERS))
        && segment(layout, ExcavationSegments.LOCAL_MAPS)
            .shape()
            .equals(List.of(SiteGeometry.DIRECTIONS, LocalMap.COUNT))
        && segment(layout, ExcavationSegments.MAPS).isPlanes()
        && segment(layout, ExcavationSegments.MAPS).features() == MapPlane.COUNT;
  }

  /// N of a layout that [#fits].
  static int side(ObservationLayout layout) {
    return segment(layout, ExcavationSegments.MAPS).shape().getLast();
  }

  /// Planes with those derived from them.
  static int allPlanes() {
    return MapPlane.COUNT + DERIVED;
  }

  @Override
  public int inputs() {
    return parts.inputs();
  }

  @Override
  public int width() {
    return joined.orElse(open());
  }

  /// Numbers side by side.
  private int open() {
    return ExcavationObservation.AGENTS * AGENT
        + reader.width()
        + LAYERS.getLast()
        + local.getLast();
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    all.add(embedding(PLACE, side));
    all.addAll(LayerStack.parameters(PLACE, 2 * EMBEDDED, LAYERS));
    all.add(embedding(DIRECTION, side));
    all.addAll(LayerStack.parameters(DIRECTION, 3 * EMBEDDED, LAYERS));
    all.add(embedding(TYPE, TYPES));
    all.addAll(LayerStack.parameters(TYPE, EMBEDDED, TYPE_LAYERS));
    all.addAll(LayerStack.parameters(MEASURE, 2, LAYERS));
    all.add(embedding(ACTIONS, ExcavatorAction.COUNT));
    all.addAll(LayerStack.parameters(ACTIONS, parts.previous() * EMBEDDED, LAYERS));
    all.addAll(LayerStack.parameters(LOCAL, SiteGeometry.DIRECTIONS * LocalMap.COUNT, local));
    all.addAll(reader.parameters());
    joined.ifPresent(width -> all.addAll(Parameter.linear(JOINED, open(), width, 1)));
    return all;
  }

  private static Parameter embedding(String name, int rows) {
    return new Parameter(
        name + EMBEDDING, List.of(rows, EMBEDDED), new ParameterInitializer.Uniform(1));
  }

  /// None: its maps share weights, so their numbers cannot be scaled one by one.
  @Override
  public List<FirstLayer> firstLayers() {
    return List.of();
  }

  @Override
  public Encoding learning(NamedWeights namedWeights) {
    return observation -> encode(observation, namedWeights);
  }

  @Override
  public Encoding acting(NamedWeights namedWeights) {
    return learning(namedWeights);
  }

  private NDArray encode(NDArray observation, NamedWeights namedWeights) {
    long n = observation.getShape().get(0);
    NDArray actions =
        embedded(cut(observation, parts.actions(), parts.previous()), ACTIONS, namedWeights);
    NDArray all =
        NDArrays.concat(
            new NDList(
                agents(observation, namedWeights).reshape(n, -1),
                reader.read(maps(observation), namedWeights),
                LayerStack.run(actions.reshape(n, -1), ACTIONS, LAYERS.size(), namedWeights),
                LayerStack.run(local(observation), LOCAL, local.size(), namedWeights)),
            1);
    return joined.isPresent() ? Layers.linear(all, namedWeights, JOINED) : all;
  }

  /// `[N, 4, 112]`
  private NDArray agents(NDArray observation, NamedWeights namedWeights) {
    int count = ExcavationObservation.AGENTS;
    int numbers = ExcavationObservation.AGENT_NUMBERS;
    long rows = observation.getShape().get(0) * count;
    NDArray each = cut(observation, parts.agents(), count * numbers).reshape(rows, numbers);
    NDArray measures =
        NDArrays.concat(
            new NDList(
                Layers.scaled(cut(each, 5, 1), 2 / LARGEST_LOAD),
                Layers.scaled(cut(each, 7, 1), 2)),
            1);
    NDArray vectors =
        NDArrays.concat(
            new NDList(
                stack(embedded(cut(each, 0, 2), PLACE, namedWeights), PLACE, LAYERS, namedWeights),
                stack(
                    embedded(cut(each, 2, 3), DIRECTION, namedWeights),
                    DIRECTION,
                    LAYERS,
                    namedWeights),
                stack(measures.sub(measures.onesLike()), MEASURE, LAYERS, namedWeights),
                stack(
                    embedded(cut(each, 6, 1), TYPE, namedWeights),
                    TYPE,
                    TYPE_LAYERS,
                    namedWeights)),
            1);
    NDArray active = cut(observation, parts.active(), count).reshape(rows, 1);
    return vectors.mul(active).reshape(-1, count, AGENT);
  }

  private static NDArray stack(
      NDArray x, String name, List<Integer> layers, NamedWeights namedWeights) {
    return LayerStack.run(x.reshape(x.getShape().get(0), -1), name, layers.size(), namedWeights);
  }

  /// Embeds whole numbers.
  ///
  /// @param numbers `[R, k]`
  /// @return `[R, k, 8]`
  private static NDArray embedded(NDArray numbers, String name, NamedWeights namedWeights) {
    NDArray rows = namedWeights.named(name + EMBEDDING);
    long count = rows.getShape().get(0);
    NDArray whole = numbers.stopGradient().round().toType(DataType.INT64, false);
    NDArray index =
        whole.add(whole.lt(0).toType(DataType.INT64, false).mul(count)).clip(0, count - 1);
    return index.getNDArrayInternal().embedding(index, rows, SparseFormat.DENSE).singletonOrThrow();
  }

  /// `[N, 108]`, the first four maps from [-16, 16] to [-1, 1].
  private NDArray local(NDArray observation) {
    int numbers = SiteGeometry.DIRECTIONS * LocalMap.COUNT;
    float[] scale = new float[numbers];
    for (int i = 0; i < numbers; i++) {
      scale[i] = i % LocalMap.COUNT < SCALED ? 1 / LARGEST_SUM : 1;
    }
    return cut(observation, parts.local(), numbers).mul(observation.getManager().create(scale));
  }

  private NDArray maps(NDArray observation) {
    int count = MapPlane.COUNT;
    return read(
        cut(observation, parts.maps(), count * side * side).reshape(-1, count, side, side),
        reader.planes());
  }

  /// Heights cut off at -1 and 1, and if more planes are asked for what is left to dig, the
  /// difference of target and height, and soil on neutral ground.
  ///
  /// @param raw `[N, 7, n, n]`
  /// @return `[N, planes, n, n]`
  static NDArray read(NDArray raw, int planes) {
    NDList all = new NDList();
    NDArray height = plane(raw, MapPlane.ACTION);
    for (MapPlane plane : MapPlane.values()) {
      all.add(plane == MapPlane.ACTION ? height.clip(-1, 1) : plane(raw, plane));
    }
    if (planes > MapPlane.COUNT) {
      NDArray target = plane(raw, MapPlane.TARGET);
      all.add(both(target.lt(0), height.gt(target)));
      all.add(target.sub(height).clip(-1, 1));
      all.add(both(target.eq(0), height.gt(0)));
    }
    return NDArrays.concat(all, 1);
  }

  private static NDArray both(NDArray one, NDArray other) {
    return one.logicalAnd(other).toType(DataType.FLOAT32, false);
  }

  private static NDArray plane(NDArray raw, MapPlane plane) {
    return raw.get(new NDIndex().addAllDim().addSliceDim(plane.index(), plane.index() + 1));
  }

  private static NDArray cut(NDArray x, int from, int count) {
    return x.get(new NDIndex().addAllDim().addSliceDim(from, from + count));
  }
}
