package dev.hindsight.inspector.counterfactual;

import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// What the selected agent's policy would have said with less attention.
public final class WhatIfPanelType implements PanelType {
  @Override
  public String id() {
    return "what-if";
  }

  @Override
  public String title() {
    return "What if";
  }

  @Override
  public String help() {
    return "Switch off part of the policy's attention and see how its output changes; what every"
        + " earlier moment was worth.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("ablation", "ablate", "counterfactual", "memory");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return AttentionSources.missing(manifest);
  }

  @Override
  public Panel open(PanelContext context) {
    return new WhatIfPanel(context);
  }
}
