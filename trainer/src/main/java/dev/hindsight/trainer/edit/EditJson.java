package dev.hindsight.trainer.edit;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.AblationText;
import dev.hindsight.trainer.policy.MemoryErasure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Edits as JSON: one object each, `kind` first. The format is in `docs/rollout-files.md`.
public final class EditJson {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private EditJson() {}

  /// Writes a list of edits.
  public static ArrayNode write(List<Edit> edits) {
    return JSON.valueToTree(edits.stream().map(EditJson::written).toList());
  }

  private static Record written(Edit edit) {
    return switch (edit) {
      case Edit.Action e -> new ActionEditJson("action", e.tick(), e.agent(), written(e.choice()));
      case Edit.ActionSequence e ->
          new ActionEditJson(
              "wheel", e.tick(), e.agent(), e.choices().stream().map(EditJson::written).toList());
      case Edit.Pose e -> new PoseEditJson("pose", e.tick(), e.agent(), e.x(), e.y(), e.heading());
      case Edit.Presence e -> new AgentEditJson(name(e.way()), e.tick(), e.agent());
      case Edit.ObservedNumber e ->
          new ObservationEditJson("observation", e.tick(), e.agent(), e.dimension(), e.value());
      case Edit.Wipe e -> new AgentEditJson("wipe", e.tick(), e.agent());
      case Edit.Slot e -> new SlotEditJson("slot", e.tick(), e.agent(), e.moment(), name(e.how()));
      case Edit.Ablate e ->
          new AblationEditJson(
              "ablate",
              e.tick(),
              e.agent(),
              AblationText.write(e.ablation()),
              name(e.ablation().fill()),
              means(e));
      case Edit.PolicyChange e ->
          new CheckpointEditJson("checkpoint", e.tick(), e.file(), e.sha256());
    };
  }

  /// A joint action is a number, the numbers of a continuous one are a list.
  private static Object written(ForcedAction forcedAction) {
    return switch (forcedAction) {
      case ForcedAction.Joint joint -> joint.index();
      case ForcedAction.Numbers numbers -> numbers.numbers();
    };
  }

  /// The means of the ablated heads, in their order.
  private static Map<String, List<Float>> means(Edit.Ablate edit) {
    Map<String, List<Float>> means = new LinkedHashMap<>();
    for (Ablation.Head head : edit.ablation().heads()) {
      List<Float> mean = edit.means().get(head);
      if (mean != null) {
        means.put(AblationText.write(head), mean);
      }
    }
    return means;
  }

  private record AgentEditJson(String kind, int tick, int agent) {}

  private record ActionEditJson(
      String kind, int tick, int agent, @JsonProperty("do") Object choice) {}

  private record PoseEditJson(String kind, int tick, int agent, float x, float y, float heading) {}

  private record ObservationEditJson(
      String kind, int tick, int agent, int dimension, float value) {}

  private record SlotEditJson(String kind, int tick, int agent, int moment, String how) {}

  private record AblationEditJson(
      String kind,
      int tick,
      int agent,
      List<String> without,
      String by,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, List<Float>> means) {}

  private record CheckpointEditJson(String kind, int tick, String file, String sha256) {}

  /// Reads a list of edits. Each key is checked by hand, so that a [Problem] names the invalid one.
  ///
  /// @param where the file, for messages
  /// @throws Problem naming the invalid edit
  public static List<Edit> read(JsonNode list, String where) {
    List<Edit> edits = new ArrayList<>();
    for (JsonNode node : list) {
      edits.add(one(node, wording("EditJson.edit_of", edits.size() + 1, where)));
    }
    return edits;
  }

  private static Edit one(JsonNode node, String where) {
    int tick = whole(node, "tick", where);
    String kind = node.path("kind").asText();
    if (kind.equals("checkpoint")) {
      return new Edit.PolicyChange(tick, node.path("file").asText(), node.path("sha256").asText());
    }
    int agent = whole(node, "agent", where);
    return switch (kind) {
      case "action" -> new Edit.Action(tick, agent, choice(node.path("do"), where));
      case "wheel" -> {
        List<ForcedAction> choices = new ArrayList<>();
        node.path("do").forEach(one -> choices.add(choice(one, where)));
        yield new Edit.ActionSequence(tick, agent, choices);
      }
      case "pose" ->
          new Edit.Pose(
              tick,
              agent,
              real(node, "x", where),
              real(node, "y", where),
              real(node, "heading", where));
      case "off" -> new Edit.Presence(tick, agent, Edit.Presence.Way.OFF);
      case "back" -> new Edit.Presence(tick, agent, Edit.Presence.Way.BACK);
      case "observation" ->
          new Edit.ObservedNumber(
              tick, agent, whole(node, "dimension", where), real(node, "value", where));
      case "wipe" -> new Edit.Wipe(tick, agent);
      case "slot" ->
          new Edit.Slot(
              tick,
              agent,
              whole(node, "moment", where),
              node.path("how").asText().equals("zero") ? MemoryErasure.ZERO : MemoryErasure.CLOSE);
      case "ablate" -> ablate(node, tick, agent);
      default -> throw wrong(wording("EditJson.there_is_no_edit_of_the", kind), where);
    };
  }

  private static Edit ablate(JsonNode node, int tick, int agent) {
    List<String> without = new ArrayList<>();
    node.path("without").forEach(thing -> without.add(thing.asText()));
    Ablation.Fill fill =
        node.path("by").asText().equals("mean") ? Ablation.Fill.MEAN : Ablation.Fill.ZERO;
    Map<Ablation.Head, List<Float>> means = new LinkedHashMap<>();
    node.path("means")
        .forEachEntry((head, numbers) -> means.put(AblationText.head(head), numbers(numbers)));
    return new Edit.Ablate(tick, agent, AblationText.read(without, fill), means);
  }

  private static List<Float> numbers(JsonNode list) {
    List<Float> numbers = new ArrayList<>();
    list.forEach(number -> numbers.add((float) number.asDouble()));
    return numbers;
  }

  private static ForcedAction choice(JsonNode node, String where) {
    if (node.isIntegralNumber() && node.canConvertToInt()) {
      return new ForcedAction.Joint(node.intValue());
    }
    if (!node.isArray()) {
      throw wrong(wording("EditJson.do_is_neither_an_action_nor"), where);
    }
    return new ForcedAction.Numbers(numbers(node));
  }

  private static int whole(JsonNode node, String key, String where) {
    if (!node.path(key).isIntegralNumber() || !node.path(key).canConvertToInt()) {
      throw wrong(wording("EditJson.is_not_a_whole_number", key), where);
    }
    return node.path(key).intValue();
  }

  private static float real(JsonNode node, String key, String where) {
    if (!node.path(key).isNumber()) {
      throw wrong(wording("EditJson.is_not_a_number", key), where);
    }
    return (float) node.path(key).doubleValue();
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static Problem wrong(String what, String where) {
    return new Problem(what, where, wording("EditJson.see_docs_time_machine_md_for"));
  }
}
