package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// Audits, each a button.
public final class AuditsPanelType implements PanelType {
  @Override
  public String id() {
    return "audits";
  }

  @Override
  public String title() {
    return "Audits";
  }

  @Override
  public String help() {
    return "What must hold for the recording and its policy, and the first tick where it does not.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("checks", "verify", "parity", "replay");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return manifest.channels().isEmpty()
        ? Optional.of("The recording holds no columns.")
        : Optional.empty();
  }

  @Override
  public Panel open(PanelContext context) {
    return new AuditsPanel(context);
  }
}
