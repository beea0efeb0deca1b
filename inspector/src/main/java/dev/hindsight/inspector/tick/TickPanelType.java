package dev.hindsight.inspector.tick;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// Every column of a recording at the cursor. Applies to all recordings.
public final class TickPanelType implements PanelType {
  @Override
  public String id() {
    return "tick";
  }

  @Override
  public String title() {
    return "Tick";
  }

  @Override
  public String help() {
    return "Every column at the cursor, with unit, shape, and what changed since the tick before.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("columns", "channels", "state", "step");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return manifest.channels().isEmpty() && manifest.fixed().isEmpty()
        ? Optional.of("The recording has no columns.")
        : Optional.empty();
  }

  @Override
  public Panel open(PanelContext context) {
    return new TickPanel(context.rollout());
  }
}
