package dev.hindsight.app.scene;

import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.live.WordChoice;
import dev.hindsight.trainer.scene.Chosen;
import dev.hindsight.trainer.scene.SketchChoice;
import dev.hindsight.trainer.scene.SketchChoice.Way;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;

/// What can be chosen about a recording's pictures, a box each, as its sketch names it. FX thread.
final class SketchChoices {
  /// Enough for the usual words where a pane is narrow.
  private static final double NARROW = 84;

  private final Map<SketchChoice, WordChoice<Way>> boxes = new LinkedHashMap<>();

  SketchChoices(Document document) {
    for (SketchChoice choice : document.alone().choices(document.rollout())) {
      WordChoice<Way> box = new WordChoice<>("scene." + choice.id(), choice.title(), Way::words);
      box.offer(
          choice.ways(),
          Chosen.NOTHING.of(choice),
          way -> document.view().send(new ViewCommand.Choose(choice.id(), way.id())));
      box.setMinWidth(NARROW);
      boxes.put(choice, box);
    }
  }

  List<Node> boxes() {
    return List.copyOf(boxes.values());
  }

  void show(Chosen chosen) {
    boxes.forEach((choice, box) -> box.setValue(chosen.of(choice)));
  }
}
