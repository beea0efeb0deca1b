package dev.hindsight.trainer.study.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.env.SettingsText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A study as a user writes it in a form: texts that may still be wrong. [StudyFile] checks it as
/// it checks a file. Immutable.
///
/// @param name of the study; empty for the default
/// @param environment id
/// @param preset empty for the environment's first
/// @param algorithm id; empty for the default
/// @param device `cpu` or `gpu`
/// @param maps training maps; empty for those of the preset
/// @param settings of all arms, as [SettingsText] reads them
/// @param arms a name and the settings in which it differs, for each
/// @param seeds with spaces or commas between them
/// @param partners of training, with semicolons between them; empty for none
/// @param evaluation of every run
public record StudyDraft(
    String name,
    String environment,
    String preset,
    String algorithm,
    String device,
    List<String> maps,
    String settings,
    List<ArmDraft> arms,
    String seeds,
    String partners,
    EvaluationDraft evaluation) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// Copies the lists.
  public StudyDraft {
    maps = List.copyOf(maps);
    arms = List.copyOf(arms);
  }

  /// An arm.
  ///
  /// @param name of the arm
  /// @param settings in which it differs, as [SettingsText] reads them
  public record ArmDraft(String name, String settings) {}

  /// The evaluation of every run.
  ///
  /// @param episodes of each run
  /// @param seed of its worlds
  /// @param maps held-out maps; empty for the training maps
  /// @param partners a population; empty for that of training
  /// @param settings of the environment, as [SettingsText] reads them
  /// @param actions `sample` or `argmax`
  /// @param wipeMemory `true` or `false`
  /// @param checkpoint `latest` or `best`
  public record EvaluationDraft(
      String episodes,
      String seed,
      List<String> maps,
      String partners,
      String settings,
      String actions,
      String wipeMemory,
      String checkpoint) {
    /// Copies the list.
    public EvaluationDraft {
      maps = List.copyOf(maps);
    }
  }

  /// A new study of two arms in an environment.
  public static StudyDraft begin(String environment) {
    return new StudyDraft(
        "study",
        environment,
        "",
        "",
        "cpu",
        List.of(),
        "",
        List.of(new ArmDraft("one", ""), new ArmDraft("other", "")),
        "0 1 2",
        "",
        new EvaluationDraft("200", "0", List.of(), "", "", "sample", "false", "latest"));
  }

  /// What a form shows for a study.
  public static StudyDraft of(StudySpec spec) {
    Map<String, String> arms = new LinkedHashMap<>();
    spec.arms().forEach(arm -> arms.put(arm.name(), SettingsText.of(arm.settings())));
    StudySpec.HeldOut held = spec.evaluation();
    return new StudyDraft(
        spec.name(),
        spec.environment(),
        spec.preset().orElse(""),
        spec.algorithm().orElse(""),
        spec.device().name().toLowerCase(Locale.ROOT),
        spec.maps(),
        SettingsText.of(spec.settings()),
        arms.entrySet().stream().map(arm -> new ArmDraft(arm.getKey(), arm.getValue())).toList(),
        spec.seeds().stream().map(String::valueOf).collect(Collectors.joining(" ")),
        spec.arms().stream()
            .flatMap(arm -> arm.partner().stream())
            .distinct()
            .collect(Collectors.joining("; ")),
        new EvaluationDraft(
            Integer.toString(held.episodes()),
            Long.toString(held.seed()),
            held.maps(),
            held.partners().orElse(""),
            SettingsText.of(held.settings()),
            held.actions(),
            Boolean.toString(held.wipeMemory()),
            held.best() ? "best" : "latest"));
  }

  /// The keys and values of its file; what is empty has no key.
  ///
  /// @throws dev.hindsight.trainer.Problem if settings are not `NAME=VALUE`
  ObjectNode tree() {
    return JSON.valueToTree(
        new StudyFileJson(
            name.strip(),
            environment.strip(),
            preset.strip(),
            algorithm.strip(),
            device.strip(),
            maps,
            SettingsText.parse(settings, "settings"),
            armSettings(),
            split(seeds, "[\\s,]+"),
            split(partners, ";"),
            new StudyEvaluationJson(
                evaluation.episodes().strip(),
                evaluation.seed().strip(),
                evaluation.maps(),
                evaluation.partners().strip(),
                SettingsText.parse(evaluation.settings(), "evaluation.settings"),
                evaluation.actions().strip(),
                evaluation.wipeMemory().strip(),
                evaluation.checkpoint().strip())));
  }

  private Map<String, Map<String, String>> armSettings() {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    for (ArmDraft arm : arms) {
      String title = arm.name().strip();
      all.put(title, SettingsText.parse(arm.settings(), StudyFile.armKey(title)));
    }
    return all;
  }

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private record StudyFileJson(
      String name,
      String environment,
      String preset,
      String algorithm,
      String device,
      List<String> maps,
      Map<String, String> settings,
      @JsonInclude(JsonInclude.Include.ALWAYS) Map<String, Map<String, String>> arms,
      List<String> seeds,
      List<String> partners,
      StudyEvaluationJson evaluation) {}

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private record StudyEvaluationJson(
      String episodes,
      String seed,
      List<String> maps,
      String partners,
      Map<String, String> settings,
      String actions,
      @JsonProperty("wipe_memory") String wipeMemory,
      String checkpoint) {}

  private static List<String> split(String text, String between) {
    return Stream.of(text.split(between, -1))
        .map(String::strip)
        .filter(one -> !one.isEmpty())
        .toList();
  }

  /// With another environment; what belongs to the other one goes.
  public StudyDraft in(String other) {
    return new StudyDraft(
        name,
        other,
        "",
        algorithm,
        device,
        List.of(),
        "",
        arms,
        seeds,
        "",
        new EvaluationDraft(
            evaluation.episodes(),
            evaluation.seed(),
            List.of(),
            "",
            "",
            evaluation.actions(),
            evaluation.wipeMemory(),
            evaluation.checkpoint()));
  }
}
