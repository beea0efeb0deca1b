package dev.hindsight.app.scene;

import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.trainer.scene.SketchChoice;
import dev.hindsight.trainer.scene.SketchChoice.Alternative;
import dev.hindsight.trainer.scene.SketchSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;

/// What can be chosen about a recording's pictures, a box each, as its sketch names it. FX thread.
final class SketchChoices {
  /// Enough for the usual words where a pane is narrow.
  private static final double NARROW = 84;

  private final Map<SketchChoice, WordedChoiceBox<Alternative>> boxes = new LinkedHashMap<>();

  SketchChoices(Document document) {
    for (SketchChoice choice : document.alone().choices(document.rollout())) {
      WordedChoiceBox<Alternative> box =
          new WordedChoiceBox<>("scene." + choice.id(), choice.title(), Alternative::words);
      box.offer(
          choice.ways(),
          SketchSettings.NOTHING.of(choice),
          alternative ->
              document.view().send(new ViewCommand.Choose(choice.id(), alternative.id())));
      box.setMinWidth(NARROW);
      boxes.put(choice, box);
    }
  }

  List<Node> boxes() {
    return List.copyOf(boxes.values());
  }

  void show(SketchSettings sketchSettings) {
    boxes.forEach((choice, box) -> box.setValue(sketchSettings.of(choice)));
  }
}
