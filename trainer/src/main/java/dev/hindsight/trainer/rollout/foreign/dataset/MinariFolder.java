package dev.hindsight.trainer.rollout.foreign.dataset;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.AtomicFolder;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.UserFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/// The folder of a Minari dataset while it is written: `data/main_data.hdf5` and
/// `data/metadata.json`, as Minari 0.5 lays them out. It has a temporary name beside its target
/// until [#publish] renames it; closing it before that deletes it.
final class MinariFolder implements AutoCloseable {
  /// The data of a dataset, in its folder.
  static final String DATA = "data/main_data.hdf5";

  /// What describes the data, beside them.
  static final String METADATA = "metadata.json";

  /// The version whose layout this is. Every Minari 0.5 accepts it; later ones may have more.
  private static final String VERSION = "0.5.0";

  /// What a dataset's description says beyond its numbers; kept when it is opened and written back.
  private static final List<String> KEPT =
      List.of(
          "observation_space",
          "action_space",
          "env_spec",
          "eval_env_spec",
          "author",
          "author_email",
          "algorithm_name",
          "code_permalink",
          "description",
          "requirements",
          "ref_min_score",
          "ref_max_score",
          "num_episodes_average_score");

  /// Bytes of a description.
  private static final long LONGEST = 1 << 20;

  /// The last name of a dataset's id.
  private static final Pattern NAME = Pattern.compile("[-_\\w]+-v\\d+");

  private static final Pattern ID = Pattern.compile("(?:[-_\\w][-_\\w/]*[-_\\w]+/)?[-_\\w]+-v\\d+");

  /// Infinity is written as Python writes it.
  private static final ObjectMapper PYTHON =
      new ObjectMapper(
          JsonFactory.builder()
              .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
              .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
              .build());

  private final Path target;
  private final AtomicFolder folder;

  private MinariFolder(Path target, AtomicFolder folder) {
    this.target = target;
    this.folder = folder;
  }

  /// Whether a name is that of a Minari dataset: `NAME-v0`, without an extension.
  static boolean named(Path out) {
    return NAME.matcher(String.valueOf(out.getFileName())).matches();
  }

  /// Makes the folder.
  ///
  /// @param target where it will be
  /// @throws Problem if something is there already
  static MinariFolder beside(Path target) throws IOException {
    Path whole = target.toAbsolutePath();
    if (Files.exists(whole)) {
      throw new Problem(
          wording("MinariFolder.it_exists"),
          target.toString(),
          wording("MinariFolder.choose_another_version"));
    }
    AtomicFolder folder = AtomicFolder.of(whole);
    try {
      Files.createDirectory(folder.path().resolve("data"));
    } catch (IOException e) {
      folder.close();
      throw e;
    }
    return new MinariFolder(whole, folder);
  }

  /// The file that takes the episodes.
  Path data() {
    return folder.path().resolve(DATA);
  }

  /// What beside the data describes a dataset, as far as Hindsight keeps it; empty if there is
  /// nothing or it cannot be read.
  ///
  /// @param data the file with the episodes
  static Optional<ObjectNode> described(Path data) {
    Path beside = data.resolveSibling(METADATA);
    try {
      if (!Files.isRegularFile(beside) || Files.size(beside) > LONGEST) {
        return Optional.empty();
      }
      JsonNode all = PYTHON.readTree(Files.readString(beside));
      ObjectNode kept = JsonNodeFactory.instance.objectNode();
      for (String key : KEPT) {
        if (all.hasNonNull(key)) {
          kept.set(key, all.get(key));
        }
      }
      return kept.isEmpty() ? Optional.empty() : Optional.of(kept);
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// Writes the description.
  ///
  /// @param known the description of the dataset that the episodes come from; empty if none
  /// @param own what a recording of Hindsight says where that says nothing
  void describe(
      MinariSpaces observations,
      MinariSpaces actions,
      int episodes,
      int steps,
      JsonNode known,
      Map<String, String> own)
      throws IOException {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("total_episodes", episodes);
    json.put("total_steps", steps);
    json.put("data_format", "hdf5");
    json.put("observation_space", space(observations, known.path("observation_space")));
    json.put("action_space", space(actions, known.path("action_space")));
    json.put("dataset_id", id(target, root()));
    json.put("minari_version", VERSION);
    json.put("dataset_size", Math.round(Files.size(data()) / 1e5) / 10.0);
    own.forEach(json::put);
    KEPT.stream()
        .filter(key -> !json.has(key) || own.containsKey(key))
        .filter(known::hasNonNull)
        .forEach(key -> json.set(key, known.get(key)));
    Files.writeString(data().resolveSibling(METADATA), PYTHON.writeValueAsString(json));
  }

  private static String space(MinariSpaces spaces, JsonNode known) throws IOException {
    return PYTHON.writeValueAsString(spaces.json(parsed(known)));
  }

  private static Optional<JsonNode> parsed(JsonNode text) {
    try {
      return text.isTextual()
          ? Optional.of(PYTHON.readTree(text.asText())).filter(JsonNode::isObject)
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// Where Minari looks for datasets.
  private static Path root() {
    String set = System.getenv("MINARI_DATASETS_PATH");
    return set == null ? UserFolder.home().resolve(".minari").resolve("datasets") : Path.of(set);
  }

  /// The id of a dataset: its path below the root, so that Minari lists it; elsewhere its name.
  static String id(Path target, Path root) {
    Path whole = target.toAbsolutePath().normalize();
    Path top = root.toAbsolutePath().normalize();
    StringJoiner names = new StringJoiner("/");
    if (whole.startsWith(top)) {
      top.relativize(whole).forEach(name -> names.add(name.toString()));
    }
    return ID.matcher(names.toString()).matches()
        ? names.toString()
        : String.valueOf(target.getFileName());
  }

  /// Renames the folder to its target.
  ///
  /// @return bytes of the data
  long publish() throws IOException {
    long bytes = Files.size(data());
    folder.publish();
    return bytes;
  }

  @Override
  public void close() throws IOException {
    folder.close();
  }
}
