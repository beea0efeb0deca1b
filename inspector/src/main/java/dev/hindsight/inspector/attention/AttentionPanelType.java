package dev.hindsight.inspector.attention;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// The map of the selected agent's attention.
public final class AttentionPanelType implements PanelType {
  @Override
  public String id() {
    return "attention";
  }

  @Override
  public String title() {
    return "Attention";
  }

  @Override
  public String help() {
    return "Which earlier moments the policy attends to: query tick by key tick, every head.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("attn", "weights", "heads", "transformer");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return AttentionSources.missing(manifest);
  }

  @Override
  public Panel open(PanelContext context) {
    return new AttentionPanel(context);
  }
}
