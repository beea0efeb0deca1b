package dev.hindsight.app.dock;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.hindsight.app.dock.LayoutNode.Flow;
import dev.hindsight.app.dock.LayoutNode.Split;
import dev.hindsight.app.dock.LayoutNode.SplitPart;
import dev.hindsight.app.dock.LayoutNode.Tabs;
import dev.hindsight.trainer.JsonFault;
import dev.hindsight.trainer.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Layouts as JSON: `{"layout": 1, "root": NODE, "details": {PANE: TEXT}}`, where a node is
/// `{"tabs": [PANE, ...], "shown": PANE}` or `{"columns" or "rows": [{"share": S, "node": NODE},
/// ...]}`.
final class LayoutJson {
  private static final int VERSION = 1;

  /// Deeper than any user nests; a file that nests deeper does not come from this window.
  private static final int DEEPEST = 40;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private LayoutJson() {}

  /// A layout as text.
  static String write(Layout layout) {
    Map<String, String> details = new LinkedHashMap<>();
    new TreeMap<>(layout.details()).forEach((pane, text) -> details.put(pane.toString(), text));
    try {
      return JSON.writeValueAsString(
          new LayoutFileJson(VERSION, layout.root().map(LayoutJson::tree).orElse(null), details));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// Reads a layout.
  ///
  /// @param where the file's name, for the problem
  /// @throws Problem if it is none
  static Layout read(String text, String where) {
    try {
      JsonNode file = JSON.readTree(text);
      if (file.path("layout").asInt() != VERSION) {
        throw new IllegalArgumentException("it does not say \"layout\": " + VERSION);
      }
      if (!file.has("root") && !file.has("details")) {
        // A layout whose panes are all closed has details, if only empty ones.
        throw new IllegalArgumentException("it has neither \"root\" nor \"details\"");
      }
      Optional<LayoutNode> root =
          file.has("root") ? Optional.of(node(file.get("root"), 0)) : Optional.empty();
      Map<PaneId, String> details = new TreeMap<>();
      file.path("details")
          .properties()
          .forEach(entry -> details.put(PaneId.parse(entry.getKey()), entry.getValue().asText()));
      return new Layout(root, details);
    } catch (JsonProcessingException broken) {
      throw noLayout(JsonFault.words(broken), where);
    } catch (IllegalArgumentException broken) {
      String words = String.valueOf(broken.getMessage()).lines().findFirst().orElse("");
      throw noLayout(words, where);
    }
  }

  private static Problem noLayout(String words, String where) {
    return new Problem(
        wording("LayoutJson.it_is_not_a_layout", words),
        where,
        wording("LayoutJson.choose_a_layout_that_was_exported"));
  }

  /// @param root null in a layout without panes
  private record LayoutFileJson(
      int layout,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Object root,
      Map<String, String> details) {}

  private record TabsJson(List<String> tabs, String shown) {}

  private record SplitPartJson(double share, Object node) {}

  /// A split is a map because its key says how it flows.
  private static Object tree(LayoutNode node) {
    return switch (node) {
      case Tabs tabs ->
          new TabsJson(
              tabs.order().stream().map(PaneId::toString).toList(), tabs.shown().toString());
      case Split split ->
          Map.of(
              name(split.flow()),
              split.parts().stream()
                  .map(part -> new SplitPartJson(part.share(), tree(part.node())))
                  .toList());
    };
  }

  private static LayoutNode node(JsonNode tree, int depth) {
    if (depth > DEEPEST) {
      throw new IllegalArgumentException("it is nested deeper than " + DEEPEST + " splits");
    }
    if (tree.has("tabs")) {
      List<PaneId> order = new ArrayList<>();
      tree.get("tabs").forEach(pane -> order.add(PaneId.parse(pane.asText())));
      return new Tabs(order, PaneId.parse(tree.path("shown").asText()));
    }
    for (Flow flow : Flow.values()) {
      if (tree.has(name(flow))) {
        List<SplitPart> parts = new ArrayList<>();
        tree.get(name(flow))
            .forEach(part ->
                parts.add(
                    new SplitPart(
                        node(part.path("node"), depth + 1), part.path("share").asDouble())));
        return split(flow, parts);
      }
    }
    throw new IllegalArgumentException("a node has neither tabs nor columns nor rows");
  }

  /// A normalised tree stays as it is, to the last bit of its shares.
  private static LayoutNode split(Flow flow, List<SplitPart> parts) {
    try {
      return new Split(flow, parts);
    } catch (IllegalArgumentException _) {
      return Split.of(flow, parts)
          .orElseThrow(() -> new IllegalArgumentException("a split has no parts"));
    }
  }

  private static String name(Flow flow) {
    return flow.name().toLowerCase(Locale.ROOT);
  }
}
