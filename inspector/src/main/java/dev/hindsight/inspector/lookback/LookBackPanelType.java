package dev.hindsight.inspector.lookback;

import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// Where the selected agent's policy looks back to at the cursor.
public final class LookBackPanelType implements PanelType {
  @Override
  public String id() {
    return "look-back";
  }

  @Override
  public String title() {
    return "Look back";
  }

  @Override
  public String help() {
    return "Which earlier moments the policy looks back at: by trial, by head, and the moments.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("attn", "rollout", "memory", "query");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return AttentionSources.missing(manifest);
  }

  @Override
  public Panel open(PanelContext context) {
    return new LookBackPanel(context);
  }
}
