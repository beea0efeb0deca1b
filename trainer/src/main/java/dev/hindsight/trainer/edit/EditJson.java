package dev.hindsight.trainer.edit;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private EditJson() {}

  /// Writes a list of edits.
  public static ArrayNode write(List<Edit> edits) {
    ArrayNode list = JSON.arrayNode();
    edits.forEach(edit -> list.add(write(edit)));
    return list;
  }

  private static ObjectNode write(Edit edit) {
    return switch (edit) {
      case Edit.Action e -> agent("action", e.tick(), e.agent()).set("do", write(e.choice()));
      case Edit.ActionSequence e -> {
        ObjectNode node = agent("wheel", e.tick(), e.agent());
        ArrayNode list = node.putArray("do");
        e.choices().forEach(forcedAction -> list.add(write(forcedAction)));
        yield node;
      }
      case Edit.Pose e ->
          agent("pose", e.tick(), e.agent())
              .put("x", e.x())
              .put("y", e.y())
              .put("heading", e.heading());
      case Edit.Presence e -> agent(name(e.way()), e.tick(), e.agent());
      case Edit.ObservedNumber e ->
          agent("observation", e.tick(), e.agent())
              .put("dimension", e.dimension())
              .put("value", e.value());
      case Edit.Wipe e -> agent("wipe", e.tick(), e.agent());
      case Edit.Slot e ->
          agent("slot", e.tick(), e.agent()).put("moment", e.moment()).put("how", name(e.how()));
      case Edit.Ablate e -> {
        ObjectNode node = agent("ablate", e.tick(), e.agent());
        ArrayNode without = node.putArray("without");
        AblationText.write(e.ablation()).forEach(without::add);
        node.put("by", name(e.ablation().fill()));
        e.ablation().heads().stream()
            .filter(e.means()::containsKey)
            .forEach(head -> {
              ArrayNode mean = node.withObject("/means").putArray(AblationText.write(head));
              e.means().getOrDefault(head, List.of()).forEach(mean::add);
            });
        yield node;
      }
      case Edit.PolicyChange e ->
          JSON.objectNode()
              .put("kind", "checkpoint")
              .put("tick", e.tick())
              .put("file", e.file())
              .put("sha256", e.sha256());
    };
  }

  private static ObjectNode agent(String kind, int tick, int agent) {
    return JSON.objectNode().put("kind", kind).put("tick", tick).put("agent", agent);
  }

  private static JsonNode write(ForcedAction forcedAction) {
    return switch (forcedAction) {
      case ForcedAction.Joint joint -> JSON.numberNode(joint.index());
      case ForcedAction.Numbers numbers -> {
        ArrayNode list = JSON.arrayNode();
        numbers.numbers().forEach(list::add);
        yield list;
      }
    };
  }

  /// Reads a list of edits.
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
    if (node.isIntegralNumber()) {
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
