package dev.hindsight.inspector.provenance;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// Where a recording comes from.
public final class ProvenancePanelType implements PanelType {
  @Override
  public String id() {
    return "provenance";
  }

  @Override
  public String title() {
    return "Provenance";
  }

  @Override
  public String help() {
    return "Every knob as declared and as it took effect, with versions and hashes.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("config", "configuration", "knobs", "settings", "hyperparameters", "manifest");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return Optional.empty();
  }

  @Override
  public Panel open(PanelContext context) {
    return new ProvenancePanel(context);
  }
}
