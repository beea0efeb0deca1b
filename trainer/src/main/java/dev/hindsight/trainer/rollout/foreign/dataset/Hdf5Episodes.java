package dev.hindsight.trainer.rollout.foreign.dataset;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.NpyArray;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Episodes in groups of their own: Minari's `episode_0`, `episode_1`, ... in the root, or
/// robomimic's `demo_0`, ... in the group `data`.
final class Hdf5Episodes implements EpisodeSource {
  /// The attribute of an episode that says, if it is 0, that the rewards were not recorded: their
  /// numbers are NaN, because Minari wants an array.
  static final String REWARDED = "rewards_recorded";

  /// Bytes of a description.
  private static final long LONGEST = 1 << 20;

  private static final Pattern MINARI = Pattern.compile("episode_(\\d{1,9})");
  private static final Pattern ROBOMIMIC = Pattern.compile("demo_(\\d{1,9})");

  private final Hdf5 file;
  private final Keys keys;
  private final List<Group> episodes;
  private final String environment;

  /// The names of the arrays. robomimic's `dones` do not tell why an episode ended, so they are no
  /// end but a column like others.
  ///
  /// @param terminations empty if the form does not tell ends apart
  /// @param truncations likewise
  private record Keys(
      String form,
      String observations,
      String actions,
      String rewards,
      String terminations,
      String truncations) {
    static final Keys MINARI =
        new Keys("Minari", "observations", "actions", "rewards", "terminations", "truncations");
    static final Keys ROBOMIMIC = new Keys("robomimic", "obs", "actions", "rewards", "", "");
  }

  private Hdf5Episodes(Hdf5 file, Keys keys, List<Group> episodes, String environment) {
    this.file = file;
    this.keys = keys;
    this.episodes = episodes;
    this.environment = environment;
  }

  /// The episodes of a file, if it has this form.
  static Optional<EpisodeSource> of(Hdf5 file) {
    List<Group> minari = numbered(file, file.root(), MINARI);
    if (!minari.isEmpty()) {
      String environment =
          file.attribute(file.root(), "env_id")
              .or(() -> file.attribute(file.root(), "env_spec").flatMap(Hdf5Episodes::specified))
              .or(() -> described(file.file()))
              .orElse("");
      return Optional.of(new Hdf5Episodes(file, Keys.MINARI, minari, environment));
    }
    Optional<Group> data = file.group(file.root(), "data");
    List<Group> demos = data.map(group -> numbered(file, group, ROBOMIMIC)).orElse(List.of());
    return demos.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Hdf5Episodes(
                file,
                Keys.ROBOMIMIC,
                demos,
                data.flatMap(group -> file.attribute(group, "env_args"))
                    .map(Hdf5Episodes::environmentName)
                    .orElse("")));
  }

  /// `metadata.json` beside the file, in Minari's layout, if it is there and of a usual size.
  static Optional<Path> description(Path file) throws IOException {
    Path beside = file.resolveSibling(MinariFolder.METADATA);
    return Files.isRegularFile(beside) && Files.size(beside) <= LONGEST
        ? Optional.of(beside)
        : Optional.empty();
  }

  /// The environment as the description beside the file says.
  private static Optional<String> described(Path file) {
    try {
      Optional<Path> description = description(file);
      return description.isPresent()
          ? Optional.of(new ObjectMapper().readTree(Files.readString(description.get())))
              .map(json -> json.path("env_spec").asText(""))
              .flatMap(Hdf5Episodes::specified)
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// The id in Gymnasium's specification of an environment.
  private static Optional<String> specified(String json) {
    try {
      return Optional.of(new ObjectMapper().readTree(json).path("id").asText(""))
          .filter(id -> !id.isEmpty());
    } catch (JsonProcessingException _) {
      return Optional.empty();
    }
  }

  private static String environmentName(String json) {
    try {
      return new ObjectMapper().readTree(json).path("env_name").asText();
    } catch (JsonProcessingException _) {
      return "";
    }
  }

  /// In the order of their numbers: `episode_10` follows `episode_9`.
  private static List<Group> numbered(Hdf5 file, Group in, Pattern pattern) {
    List<Group> found = new ArrayList<>();
    file.members(in)
        .forEach((name, node) -> {
          if (node instanceof Group group && pattern.matcher(name).matches()) {
            found.add(group);
          }
        });
    found.sort(
        Comparator.comparingInt(group ->
            Integer.parseInt(group.getName().substring(group.getName().lastIndexOf('_') + 1))));
    return found;
  }

  @Override
  public String form() {
    return keys.form;
  }

  @Override
  public String environment() {
    return environment;
  }

  @Override
  public int count() {
    return episodes.size();
  }

  @Override
  public String name(int episode) {
    return episodes.get(episode).getName();
  }

  @Override
  public EpisodeArrays read(int episode) {
    Group group = episodes.get(episode);
    Map<String, NpyArray> observations = leaves(group, keys.observations, "observation");
    Map<String, NpyArray> actions = leaves(group, keys.actions, "action");
    Optional<NpyArray> counted = array(group, keys.rewards);
    Optional<NpyArray> rewards = counted.filter(_ -> rewarded(group));
    int steps =
        counted
            .map(NpyArray::length)
            .or(() -> actions.values().stream().findFirst().map(each -> each.shape()[0]))
            .orElseThrow(() -> missing(group, keys.rewards));
    Map<String, NpyArray> others = new LinkedHashMap<>();
    file.members(group)
        .forEach((name, node) -> {
          if (!List.of(
                  keys.observations,
                  keys.actions,
                  keys.rewards,
                  keys.terminations,
                  keys.truncations)
              .contains(name)) {
            other(name, node, others);
          }
        });
    return new EpisodeArrays(
        steps,
        OptionalInt.empty(),
        observations,
        actions,
        others,
        rewards,
        keys.terminations.isEmpty()
            ? zeros(steps)
            : array(group, keys.terminations).orElseThrow(() -> missing(group, keys.terminations)),
        keys.truncations.isEmpty()
            ? zeros(steps)
            : array(group, keys.truncations).orElseThrow(() -> missing(group, keys.truncations)),
        Optional.empty(),
        file.attribute(group, "seed")
            .flatMap(Hdf5Episodes::whole)
            .map(OptionalLong::of)
            .orElse(OptionalLong.empty()));
  }

  @Override
  public Map<String, List<String>> observationNames() {
    return file.attribute(file.root(), ObservationNames.ATTRIBUTE)
        .map(ObservationNames::read)
        .orElse(Map.of());
  }

  @Override
  public List<String> leftOut() {
    return file.leftOut().stream()
        .map(path -> path.replaceFirst("^(/data)?/(episode|demo)_\\d+/", ""))
        .distinct()
        .toList();
  }

  private boolean rewarded(Group group) {
    return file.attribute(group, REWARDED).flatMap(Hdf5Episodes::whole).orElse(1L) != 0;
  }

  private static Optional<Long> whole(String text) {
    try {
      return Optional.of(Long.parseLong(text));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private void other(String name, Node node, Map<String, NpyArray> others) {
    if (node instanceof Group inner) {
      file.arrays(inner).forEach((path, array) -> others.put(name + "/" + path, array));
    } else if (node instanceof Dataset dataset) {
      file.array(dataset).ifPresent(array -> others.put(name, array));
    }
  }

  private Map<String, NpyArray> leaves(Group group, String name, String single) {
    Node node = file.members(group).get(name);
    return switch (node) {
      case Group inner -> file.arrays(inner);
      case Dataset dataset ->
          file.array(dataset).map(array -> Map.of(single, array)).orElse(Map.of());
      case null, default -> Map.of();
    };
  }

  private Optional<NpyArray> array(Group group, String name) {
    return file.members(group).get(name) instanceof Dataset dataset
        ? file.array(dataset)
        : Optional.empty();
  }

  private Problem missing(Group group, String name) {
    return new Problem(
        wording("Hdf5Episodes.it_has_no", group.getName(), name),
        file.file().toString(),
        wording("Hdf5Episodes.write_it_with"));
  }

  /// Flags that are all unset.
  static NpyArray zeros(int steps) {
    return new NpyArray(
        Dtype.BOOL, new int[] {steps}, ByteBuffer.allocate(steps).order(ByteOrder.LITTLE_ENDIAN));
  }

  @Override
  public void close() {
    file.close();
  }
}
