package dev.hindsight.trainer.rollout.foreign.dataset;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.PictureAxes;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.ComposedObservation;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The columns of a recording of episodes, and which array fills each. All episodes of a file must
/// have the arrays of its first.
///
/// A number that a standard column would round (64-bit floats, large whole numbers) is also kept as
/// it was, in a column `source/...`. An array without the axis of several agents belongs to the
/// world and becomes a column that no agent has. One owner thread.
final class EpisodeColumns {
  /// Prefix of columns that hold arrays exactly as the file has them.
  static final String SOURCE = "source/";

  /// The key in the manifest's description of the dataset: the segments whose planes were last.
  static final String PLANES_LAST = "planes_last";

  /// Readers of columns of these names expect one row for each agent.
  private static final Set<String> OF_AGENTS =
      Set.of(EpisodeArrays.OBSERVATION, EpisodeArrays.ACTION, FlatEpisodes.POSE);

  /// What a policy computes at every step. Other arrays may have nothing to say of some, which
  /// programs write as NaN.
  private static final Set<String> COMPUTED =
      Set.of("value", "values", "log_prob", "log_probs", "logits");

  private final Path file;
  private final int agents;
  private final boolean axis;
  private final boolean rewarded;
  private final List<Filled> filled = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final List<Segment> segments = new ArrayList<>();

  /// By the path of the observation.
  private final Map<String, PictureAxes> pictures = new LinkedHashMap<>();

  /// A column and where its numbers come from.
  ///
  /// @param count numbers of one row
  record Filled(Column column, Kind kind, List<String> paths, int count) {
    boolean perAgent() {
      return column.spec().perAgent();
    }

    /// Whether it is what agents observe, in the order of the segments.
    boolean observed() {
      return kind == Kind.OBSERVATION && !column.spec().name().startsWith(SOURCE);
    }
  }

  /// The array that fills a column.
  enum Kind {
    /// Arrays of observations, one after the other.
    OBSERVATION,
    /// An array of actions.
    ACTION,
    /// Another array.
    OTHER,
    /// The rewards.
    REWARD
  }

  /// The columns that an episode fills.
  ///
  /// @param named names of observed numbers, by the path of the observation; those that do not fit
  ///   are left out
  EpisodeColumns(Path file, EpisodeArrays first, Map<String, List<String>> named) {
    this.file = file;
    agents = first.team();
    axis = first.agents().isPresent();
    rewarded = first.rewards().isPresent();
    Datasets.own(agents, rewarded).forEach(each -> names.add(each.spec().name()));
    addObservations(first, named);
    first.actions().forEach((path, array) -> addAction(path, array, first.actions().size()));
    first
        .rewards()
        .map(NpyArray::dtype)
        .filter(EpisodeColumns::lossy)
        .ifPresent(type -> add(SOURCE + "rewards", Kind.REWARD, List.of(), type, List.of(agents)));
    first
        .others()
        .forEach((path, array) -> {
          if (rows(array, first.steps()) && array.length() > 0) {
            addOther(path, array);
          }
        });
  }

  private static boolean rows(NpyArray array, int steps) {
    return array.shape().length > 0 && (array.shape()[0] == steps || array.shape()[0] == steps + 1);
  }

  private void addObservations(EpisodeArrays first, Map<String, List<String>> named) {
    int offset = 0;
    for (Map.Entry<String, NpyArray> each : first.observations().entrySet()) {
      List<Integer> shape = featureShape(each.getValue());
      Optional<PictureAxes> picture = PictureAxes.ofForeign(shape);
      if (picture.isPresent()) {
        pictures.put(each.getKey(), picture.get());
        shape = picture.get().planesFirst();
      }
      int length = shape.stream().reduce(1, Math::multiplyExact);
      if (length > 0) {
        Segment plain =
            new Segment(
                each.getKey(), offset, shape, List.of(), List.of(), type(each.getValue().dtype()));
        List<String> own = named.getOrDefault(each.getKey(), List.of());
        segments.add(
            own.size() == plain.features()
                ? new Segment(each.getKey(), offset, shape, own, List.of(), plain.type())
                : plain);
        offset += length;
      }
    }
    ObservationLayout layout = layout();
    if (segments.isEmpty()) {
      return;
    }
    if (layout.inOneColumn()) {
      List<String> paths = segments.stream().map(Segment::name).toList();
      add("observation", Kind.OBSERVATION, paths, Dtype.F4, List.of(agents, layout.size()));
    } else {
      for (Segment segment : segments) {
        List<Integer> shape = new ArrayList<>(List.of(agents));
        shape.addAll(segment.shape());
        add(
            ComposedObservation.column(segment),
            Kind.OBSERVATION,
            List.of(segment.name()),
            Dtype.of(segment.type().code(), segment.name()),
            shape);
      }
    }
    for (Segment segment : segments) {
      NpyArray array = array(first.observations(), segment.name());
      if (lossy(array.dtype())) {
        add(
            SOURCE + "observations/" + segment.name(),
            Kind.OBSERVATION,
            List.of(segment.name()),
            array.dtype(),
            shape(array));
      }
    }
  }

  private void addAction(String path, NpyArray array, int leaves) {
    List<Integer> shape = shape(array);
    boolean whole =
        switch (array.dtype()) {
          case I1, U1, I2, I4, I8, BOOL -> true;
          case F2, F4, F8 -> false;
        };
    if (!whole && shape.size() == 1) {
      shape = List.of(agents, 1);
    }
    String name = leaves == 1 ? "action" : "action/" + path;
    add(name, Kind.ACTION, List.of(path), whole ? Dtype.I4 : Dtype.F4, shape);
    if (array.dtype() == Dtype.F8 || array.dtype() == Dtype.I8) {
      add(SOURCE + "actions/" + path, Kind.ACTION, List.of(path), array.dtype(), shape(array));
    }
  }

  private void addOther(String path, NpyArray array) {
    List<Integer> shape = shape(array);
    if (hasAgents(array, agents, axis)) {
      add(path, Kind.OTHER, List.of(path), array.dtype(), shape);
    } else {
      String name = OF_AGENTS.contains(safe(path)) ? SOURCE + path : path;
      List<Integer> row = shape.subList(1, shape.size());
      add(name, Kind.OTHER, List.of(path), array.dtype(), List.copyOf(row), List.copyOf(row));
    }
  }

  private void add(String name, Kind kind, List<String> paths, Dtype dtype, List<Integer> shape) {
    List<Object> axes = new ArrayList<>(List.of("agent"));
    axes.addAll(shape.subList(1, shape.size()));
    add(name, kind, paths, dtype, axes, shape);
  }

  private void add(
      String name,
      Kind kind,
      List<String> paths,
      Dtype dtype,
      List<Object> axes,
      List<Integer> shape) {
    String free = safe(name);
    while (!names.add(free)) {
      free = SOURCE + free;
    }
    ChannelSpec spec =
        ChannelSpec.perTick(free, dtype, "", wording("EpisodeColumns.from", name), axes.toArray());
    boolean mayBeAbsent =
        kind == Kind.OTHER && !COMPUTED.contains(free.substring(free.lastIndexOf('/') + 1));
    Column column = new Column(mayBeAbsent ? spec.withAbsentRows() : spec, shape);
    filled.add(new Filled(column, kind, paths, column.rowLength()));
  }

  /// Names become names of members of an archive.
  private static String safe(String name) {
    StringBuilder safe = new StringBuilder();
    for (String part : name.split("/", -1)) {
      String clean = part.replaceAll("[^A-Za-z0-9_.-]", "_");
      if (!clean.isEmpty()) {
        safe.append(safe.isEmpty() ? "" : "/").append(clean.matches("\\.+") ? "_" : clean);
      }
    }
    return safe.isEmpty() ? "array" : safe.toString();
  }

  private static boolean lossy(Dtype dtype) {
    return dtype == Dtype.F8 || dtype == Dtype.I8 || dtype == Dtype.I4;
  }

  private static NumberType type(Dtype dtype) {
    return switch (dtype) {
      case I1 -> NumberType.I1;
      case U1, BOOL -> NumberType.U1;
      case I2 -> NumberType.I2;
      case F2, F4, F8, I4, I8 -> NumberType.F4;
    };
  }

  /// Whether an array holds a row for each agent, and none for the world.
  ///
  /// @param axis whether the second axis is the agent where there are as many
  static boolean hasAgents(NpyArray array, int agents, boolean axis) {
    return !axis || agents == 1 || hasAxis(array, agents);
  }

  private static boolean hasAxis(NpyArray array, int agents) {
    return array.shape().length > 1 && array.shape()[1] == agents;
  }

  /// The shape of one row, with the axis of agents.
  private List<Integer> shape(NpyArray array) {
    List<Integer> shape = new ArrayList<>(List.of(agents));
    int[] all = array.shape();
    int from = axis && hasAxis(array, agents) ? 2 : 1;
    for (int i = from; i < all.length; i++) {
      shape.add(all[i]);
    }
    return shape;
  }

  /// A vector, a table or planes; more axes than these become a vector.
  private List<Integer> featureShape(NpyArray array) {
    List<Integer> shape = shape(array);
    List<Integer> rest = shape.subList(1, shape.size());
    return rest.isEmpty()
        ? List.of(1)
        : rest.size() <= 3
            ? List.copyOf(rest)
            : List.of(rest.stream().reduce(1, Math::multiplyExact));
  }

  private static NpyArray array(Map<String, NpyArray> arrays, String path) {
    NpyArray array = arrays.get(path);
    if (array == null) {
      throw new IllegalStateException(path);
    }
    return array;
  }

  List<Filled> filled() {
    return List.copyOf(filled);
  }

  ObservationLayout layout() {
    return new ObservationLayout(segments);
  }

  int agents() {
    return agents;
  }

  /// The axes of a recording's segment whose planes were last in the dataset; empty if the dataset
  /// had its numbers in the same order.
  ///
  /// @param dataset what the manifest says of it
  static Optional<PictureAxes> picture(JsonNode dataset, Segment segment) {
    for (JsonNode name : dataset.path(PLANES_LAST)) {
      if (name.asText().equals(segment.name())) {
        return PictureAxes.of(segment);
      }
    }
    return Optional.empty();
  }

  /// The segments whose planes are first, and last in the dataset.
  List<String> pictures() {
    return List.copyOf(pictures.keySet());
  }

  /// Whether there is a column of rewards.
  boolean rewarded() {
    return rewarded;
  }

  /// Checks that an episode has the arrays of the first, in the same shapes.
  ///
  /// @throws Problem naming what differs
  void check(EpisodeArrays episode, String name) {
    if (episode.steps() > 0 && episode.rewards().isPresent() != rewarded) {
      throw differs("rewards", name);
    }
    for (Filled each : filled) {
      int count = 0;
      for (NpyArray array : arrays(each, episode, name)) {
        int rows = array.shape().length == 0 ? 0 : array.shape()[0];
        boolean fits =
            each.kind == Kind.REWARD
                ? array.length() == episode.steps() * agents
                : rows == episode.steps() || rows == episode.steps() + 1;
        if (!fits) {
          throw new Problem(
              wording(
                  "EpisodeColumns.its_rows",
                  name,
                  each.column.spec().name(),
                  each.kind == Kind.REWARD ? array.length() : rows,
                  episode.steps()),
              file.toString(),
              wording("EpisodeColumns.open_another"));
        }
        count += each.kind == Kind.REWARD ? agents : array.length() / Math.max(1, rows);
      }
      if (episode.steps() > 0 && count != each.count) {
        throw differs(each.column.spec().name(), name);
      }
    }
    for (NpyArray flags : List.of(episode.terminations(), episode.truncations())) {
      if (flags.length() != episode.steps() * agents) {
        throw new Problem(
            wording("EpisodeColumns.its_ends", name, flags.length(), episode.steps()),
            file.toString(),
            wording("EpisodeColumns.open_another"));
      }
    }
  }

  private Problem differs(String column, String name) {
    return new Problem(
        wording("EpisodeColumns.it_differs", name, column),
        file.toString(),
        wording("EpisodeColumns.open_another"));
  }

  private List<NpyArray> arrays(Filled each, EpisodeArrays episode, String name) {
    Map<String, NpyArray> from =
        switch (each.kind) {
          case OBSERVATION -> episode.observations();
          case ACTION -> episode.actions();
          case OTHER -> episode.others();
          case REWARD -> Map.of();
        };
    if (each.kind == Kind.REWARD) {
      return episode.rewards().stream().toList();
    }
    List<NpyArray> found = new ArrayList<>();
    for (String path : each.paths) {
      NpyArray array = from.get(path);
      if (array == null) {
        throw differs(each.column.spec().name(), name);
      }
      found.add(array);
    }
    return List.copyOf(found);
  }

  /// Writes the row of a step.
  void write(Filled each, EpisodeArrays episode, int step, ByteBuffer row) {
    List<NpyArray> arrays = arrays(each, episode, "");
    int parts = each.perAgent() ? agents : 1;
    for (int part = 0; part < parts; part++) {
      for (int a = 0; a < arrays.size(); a++) {
        NpyArray array = arrays.get(a);
        int width =
            array.length()
                / (each.kind == Kind.REWARD ? episode.steps() : array.shape()[0])
                / parts;
        int from = (step * parts + part) * width;
        PictureAxes picture = each.observed() ? pictures.get(each.paths.get(a)) : null;
        for (int i = 0; i < width; i++) {
          int at = picture == null ? i : picture.last(i);
          put(array, from + at, each.column.spec().type(), row);
        }
      }
    }
  }

  private static void put(NpyArray array, int index, Dtype dtype, ByteBuffer row) {
    switch (dtype) {
      case I4 -> row.putInt((int) array.integer(index));
      case I8 -> row.putLong(array.integer(index));
      case F2, F4, F8, I1, U1, I2, BOOL -> dtype.put(row, array.value(index));
    }
  }

  /// The final observation of an episode, `[A * D]`; empty if the file does not have it.
  float[] last(EpisodeArrays episode) {
    boolean there =
        !segments.isEmpty()
            && segments.stream()
                .allMatch(segment ->
                    array(episode.observations(), segment.name()).shape()[0]
                        == episode.steps() + 1);
    float[] last = new float[there ? agents * layout().size() : 0];
    int at = 0;
    for (int agent = 0; there && agent < agents; agent++) {
      for (Segment segment : segments) {
        NpyArray array = array(episode.observations(), segment.name());
        int from = (episode.steps() * agents + agent) * segment.length();
        PictureAxes picture = pictures.get(segment.name());
        for (int i = 0; i < segment.length(); i++) {
          last[at++] = (float) array.value(from + (picture == null ? i : picture.last(i)));
        }
      }
    }
    return last;
  }
}
