package dev.hindsight.trainer.study.plan;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.JsonFault;
import dev.hindsight.trainer.NameSuggestions;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.TrainingTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/// Reads, checks and writes the file that describes a study: YAML, or JSON if its name ends in
/// `.json`.
///
/// Every value is read as the text that stands there, so `no` and `1e-3` reach a setting as a user
/// typed them.
public final class StudyFile {
  /// Bytes: far more than any study needs.
  private static final long LONGEST = 4 << 20;

  /// Values and collections, wherever they stand.
  private static final int MOST_PARTS = 200_000;

  /// The name is that of its usual folder, which lies nowhere else.
  private static final Pattern FOLDER_NAME = Pattern.compile("(?!\\.{1,2}$)[^/\\\\\\p{Cntrl}]+");

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final List<String> KEYS =
      List.of(
          "name",
          "environment",
          "preset",
          "algorithm",
          "device",
          "maps",
          "settings",
          "arms",
          "seeds",
          "partners",
          "evaluation");

  private static final List<String> EVALUATION_KEYS =
      List.of(
          "episodes",
          "seed",
          "maps",
          "partners",
          "settings",
          "actions",
          "wipe_memory",
          "checkpoint");

  /// What comes before the key in messages.
  private final String place;

  private final String defaultName;

  private StudyFile(String place, String defaultName) {
    this.place = place;
    this.defaultName = defaultName;
  }

  /// All keys, those of the evaluation after the others.
  public static List<String> keys() {
    return Stream.concat(KEYS.stream(), EVALUATION_KEYS.stream()).toList();
  }

  /// Reads and checks a file. Whether settings and maps exist is checked when the study begins.
  ///
  /// @throws Problem naming the key that is wrong
  public static StudySpec read(Path file) {
    String plain = String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*$", "");
    return new StudyFile(file + ": ", plain).spec(tree(file));
  }

  /// Whether a JSON file has the arms of a study, right or wrong.
  public static boolean looksLike(Path file) {
    try {
      return JSON.readTree(Files.readString(file)).has("arms");
    } catch (IOException _) {
      return false;
    }
  }

  /// Checks what a user has typed, as [#read] checks a file that says the same.
  ///
  /// @throws Problem naming the key that is wrong
  public static StudySpec check(StudyDraft draft) {
    StudyFile file = new StudyFile("", "study");
    JsonNode tree = draft.tree();
    Set<String> names = new HashSet<>();
    for (StudyDraft.ArmDraft arm : draft.arms()) {
      if (!names.add(arm.name().strip())) {
        throw file.wrong(
            armKey(arm.name().strip()), wording("StudyFile.another_arm_has_this_name"));
      }
    }
    return file.spec(tree);
  }

  /// Writes a study, completely or not at all: YAML, or JSON if the name ends in `.json`.
  ///
  /// @throws Problem if it cannot be written
  public static void write(Path file, StudySpec spec) {
    JsonNode tree = StudyDraft.of(spec).tree();
    try {
      StudyFolder.write(
          file,
          json(file)
              ? JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n"
              : yaml().dump(JSON.convertValue(tree, LinkedHashMap.class)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a study that is not JSON", e);
    }
  }

  /// The key of an arm.
  static String armKey(String name) {
    return "arms." + name;
  }

  private static boolean json(Path file) {
    return file.toString().endsWith(".json");
  }

  private StudySpec spec(JsonNode root) {
    known(root, "", KEYS);
    List<Optional<String>> partners =
        root.has("partners")
            ? texts(root, "partners").stream().map(Optional::of).toList()
            : List.of(Optional.empty());
    List<StudySpec.Arm> arms = new ArrayList<>();
    for (Map.Entry<String, JsonNode> arm : object(root, "arms").properties()) {
      for (Optional<String> partner : partners) {
        arms.add(
            new StudySpec.Arm(
                arm.getKey(), partner, settings(arm.getValue(), armKey(arm.getKey()))));
      }
    }
    if (arms.isEmpty()) {
      throw wrong("arms", wording("StudyFile.there_is_no_arm"));
    }
    Map<String, String> folders = new HashMap<>();
    for (StudySpec.Arm arm : arms) {
      String folder = StudySpec.folderName(arm.title());
      String other = folders.putIfAbsent(folder, arm.title());
      if (folder.isEmpty()) {
        throw wrong(armKey(arm.name()), wording("StudyFile.the_name_gives_no_folder_of"));
      }
      if (other != null) {
        throw wrong(
            armKey(arm.name()),
            wording("StudyFile.arms_would_share_a_folder", arm.title(), other, folder));
      }
    }
    List<Long> seeds = texts(root, "seeds").stream().map(text -> whole(text, "seeds")).toList();
    if (seeds.isEmpty()) {
      throw wrong("seeds", wording("StudyFile.there_is_no_seed"));
    }
    if (new HashSet<>(seeds).size() < seeds.size()) {
      throw wrong("seeds", wording("StudyFile.a_seed_is_given_twice"));
    }
    String name = text(root, "name").orElse(defaultName);
    if (!FOLDER_NAME.matcher(name).matches()) {
      throw wrong("name", wording("StudyFile.the_name_gives_no_folder_of"));
    }
    return new StudySpec(
        name,
        text(root, "environment")
            .orElseThrow(() -> wrong("environment", wording("StudyFile.it_is_missing"))),
        text(root, "preset"),
        text(root, "algorithm"),
        device(text(root, "device").orElse("cpu")),
        texts(root, "maps"),
        settings(root.path("settings"), "settings"),
        arms,
        seeds,
        evaluation(root));
  }

  private StudySpec.HeldOut evaluation(JsonNode root) {
    JsonNode node = object(root, "evaluation");
    known(node, "evaluation.", EVALUATION_KEYS);
    long episodes =
        text(node, "episodes").map(text -> whole(text, "evaluation.episodes")).orElse(200L);
    if (episodes < 1 || episodes > 1_000_000) {
      throw wrong("evaluation.episodes", wording("StudyFile.give_1_to_1_000_000"));
    }
    return new StudySpec.HeldOut(
        (int) episodes,
        text(node, "seed").map(text -> whole(text, "evaluation.seed")).orElse(0L),
        texts(node, "maps"),
        text(node, "partners"),
        settings(node.path("settings"), "evaluation.settings"),
        oneOf(node, "actions", List.of("sample", "argmax")),
        oneOf(node, "wipe_memory", List.of("false", "true")).equals("true"),
        oneOf(node, "checkpoint", List.of("latest", "best")).equals("best"));
  }

  /// @param choices the default first
  private String oneOf(JsonNode node, String key, List<String> choices) {
    String text = text(node, key).orElse(choices.getFirst());
    if (!choices.contains(text)) {
      throw wrong(
          "evaluation." + key, wording("StudyFile.choose_one_of", String.join(", ", choices)));
    }
    return text;
  }

  private TrainingTask.Device device(String text) {
    return switch (text) {
      case "cpu" -> TrainingTask.Device.CPU;
      case "gpu" -> TrainingTask.Device.GPU;
      default -> throw wrong("device", wording("StudyFile.choose_one_of", "cpu, gpu"));
    };
  }

  private static JsonNode tree(Path file) {
    try {
      if (Files.size(file) > LONGEST) {
        throw new Problem(
            wording("StudyFile.it_is_too_long", LONGEST >> 20), file.toString(), remedy());
      }
      String text = Files.readString(file);
      JsonNode root =
          json(file)
              ? JSON.readTree(text)
              : JSON.valueToTree(new Bounded(file).value(yaml(file, text)));
      if (!root.isObject()) {
        throw new Problem(
            wording("StudyFile.it_does_not_describe_a_study"), file.toString(), remedy());
      }
      return root;
    } catch (JsonProcessingException e) {
      throw new Problem(
          wording("StudyFile.it_is_not_json", JsonFault.words(e)),
          file + ":" + JsonFault.line(e),
          remedy());
    } catch (IOException e) {
      throw new Problem(
          wording("StudyFile.the_file_cannot_be_read"),
          file.toString(),
          wording("StudyFile.check_its_name_and_permissions"),
          e);
    }
  }

  private static Yaml yaml() {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    DumperOptions layout = new DumperOptions();
    layout.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    layout.setIndicatorIndent(2);
    layout.setIndentWithIndicator(true);
    layout.setSplitLines(false);
    return new Yaml(
        new SafeConstructor(options), new Representer(layout), layout, options, new PlainText());
  }

  private static Object yaml(Path file, String text) {
    try {
      Object root = yaml().load(text);
      return root == null ? "" : root;
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw new Problem(
          wording("StudyFile.it_is_not_yaml", String.valueOf(e.getProblem())),
          file + ":" + line,
          remedy());
    } catch (YAMLException e) {
      throw new Problem(
          wording("StudyFile.it_is_not_yaml", String.valueOf(e.getMessage())),
          file.toString(),
          remedy());
    }
  }

  /// What YAML describes, where a part may stand in many places or even in itself: as a tree it
  /// must end, and soon.
  private static final class Bounded {
    private final Path file;
    private final Set<Object> around = Collections.newSetFromMap(new IdentityHashMap<>());
    private int parts;

    private Bounded(Path file) {
      this.file = file;
    }

    /// The same value.
    ///
    /// @throws Problem if it holds itself, or too much
    private Object value(Object value) {
      if (++parts > MOST_PARTS) {
        throw new Problem(
            wording("StudyFile.it_has_more_parts_than", MOST_PARTS), file.toString(), remedy());
      }
      if (value instanceof Collection<?> || value instanceof Map<?, ?>) {
        if (!around.add(value)) {
          throw new Problem(
              wording("StudyFile.a_part_of_it_holds_itself"), file.toString(), remedy());
        }
        Collection<?> inside =
            value instanceof Map<?, ?> map ? map.values() : (Collection<?>) value;
        inside.forEach(each -> value(each));
        around.remove(value);
      }
      return value;
    }
  }

  /// Takes every plain value as text.
  private static final class PlainText extends Resolver {
    @Override
    protected void addImplicitResolvers() {
      // None: YAML would read `no` as false and 010 as 8.
    }
  }

  private void known(JsonNode node, String path, List<String> keys) {
    for (Map.Entry<String, JsonNode> one : node.properties()) {
      if (!keys.contains(one.getKey())) {
        throw new Problem(
            wording("StudyFile.there_is_no_such_key"),
            place + path + one.getKey(),
            wording("StudyFile.did_you_mean", NameSuggestions.closest(one.getKey(), keys)));
      }
    }
  }

  /// A part with keys; an absent or empty one has none.
  private JsonNode object(JsonNode root, String key) {
    return object(root.path(key), () -> key);
  }

  private JsonNode object(JsonNode node, java.util.function.Supplier<String> path) {
    boolean empty =
        node.isMissingNode() || node.isNull() || (node.isTextual() && node.asText().isEmpty());
    if (!empty && !node.isObject()) {
      throw wrong(path.get(), wording("StudyFile.give_keys_with_values"));
    }
    return empty ? JSON.createObjectNode() : node;
  }

  private Map<String, String> settings(JsonNode node, String path) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> one : object(node, () -> path).properties()) {
      String text = one.getValue().asText().strip();
      if (!one.getValue().isValueNode() || text.contains("\n")) {
        throw wrong(path + "." + one.getKey(), wording("StudyFile.give_one_value"));
      }
      settings.put(one.getKey(), text);
    }
    return settings;
  }

  private Optional<String> text(JsonNode root, String key) {
    JsonNode node = root.path(key);
    if (node.isMissingNode() || node.isNull()) {
      return Optional.empty();
    }
    if (!node.isValueNode() || node.asText().isEmpty()) {
      throw wrong(key, wording("StudyFile.give_one_value"));
    }
    return Optional.of(node.asText());
  }

  /// A list; a single value stands for a list of one.
  private List<String> texts(JsonNode root, String key) {
    JsonNode node = root.path(key);
    if (node.isMissingNode() || node.isNull() || (node.isTextual() && node.asText().isEmpty())) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode one : node.isArray() ? node : JSON.createArrayNode().add(node)) {
      if (!one.isValueNode() || one.asText().isEmpty()) {
        throw wrong(key, wording("StudyFile.give_a_list_of_values"));
      }
      texts.add(one.asText());
    }
    return texts;
  }

  private long whole(String text, String key) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException _) {
      throw wrong(key, wording("StudyFile.is_not_a_whole_number", text));
    }
  }

  private Problem wrong(String key, String what) {
    return new Problem(what, place + key, remedy());
  }

  private static String remedy() {
    return wording("StudyFile.see_docs_study_md");
  }
}
