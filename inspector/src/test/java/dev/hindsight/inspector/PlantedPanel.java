package dev.hindsight.inspector;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelSubject;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Moment;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;

/// A panel for every recording that does what a test needs; for planting faults.
public final class PlantedPanel implements Panel {
  private final StackPane node = new StackPane();
  private final Consumer<Moment> shown;

  private PlantedPanel(Consumer<Moment> shown) {
    this.shown = shown;
  }

  /// @param shown receives every moment, and may throw
  public static PanelType type(Consumer<Moment> shown) {
    return PanelType.of(
        "planted", "Planted", "Fails.", PanelSubject.TICK, _ -> new PlantedPanel(shown));
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment moment) {
    shown.accept(moment);
  }
}
