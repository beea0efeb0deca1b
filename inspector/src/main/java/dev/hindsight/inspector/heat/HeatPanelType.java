package dev.hindsight.inspector.heat;

import dev.hindsight.inspector.observation.ObservationPanelType;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// All that an agent observes, over time.
public final class HeatPanelType implements PanelType {
  @Override
  public String id() {
    return "observation-map";
  }

  @Override
  public String title() {
    return "Observation map";
  }

  @Override
  public String help() {
    return "All numbers the agent observes over all ticks, in one picture: what changes, what never"
        + " does, and what is NaN.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("heatmap", "features", "obs");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return ObservationPanelType.lacking(manifest);
  }

  @Override
  public Panel open(PanelContext context) {
    return new HeatPanel(context);
  }
}
