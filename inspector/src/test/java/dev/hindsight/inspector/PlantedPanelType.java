package dev.hindsight.inspector;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Moment;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;

/// A panel for every recording that does what a test wants of it; to plant faults with.
///
/// @param shown is given every moment, and may throw
public record PlantedPanelType(Consumer<Moment> shown) implements PanelType {
  @Override
  public String id() {
    return "planted";
  }

  @Override
  public String title() {
    return "Planted";
  }

  @Override
  public String help() {
    return "Fails.";
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return Optional.empty();
  }

  @Override
  public Panel open(PanelContext context) {
    StackPane node = new StackPane();
    return new Panel() {
      @Override
      public Node node() {
        return node;
      }

      @Override
      public void show(Moment moment) {
        shown.accept(moment);
      }
    };
  }
}
