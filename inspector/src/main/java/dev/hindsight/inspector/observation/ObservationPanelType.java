package dev.hindsight.inspector.observation;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// The selected agent's observation, number by number, linked with the scenes.
public final class ObservationPanelType implements PanelType {
  @Override
  public String id() {
    return "observation";
  }

  @Override
  public String title() {
    return "Observation";
  }

  @Override
  public String help() {
    return "Every number the agent observes, decoded; select one to see its source on the map.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("obs", "features", "input");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return lacking(manifest);
  }

  /// What to tell the user where a recording holds no observations.
  public static Optional<String> lacking(Manifest manifest) {
    return manifest.agents() > 0
            && manifest.channels().stream()
                .anyMatch(c -> c.name().equals("observation") && c.perAgent())
        ? Optional.empty()
        : Optional.of("The recording holds no observations (channel observation).");
  }

  @Override
  public Panel open(PanelContext context) {
    return new ObservationPanel(context);
  }
}
