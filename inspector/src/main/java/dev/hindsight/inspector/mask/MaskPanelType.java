package dev.hindsight.inspector.mask;

import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// The microscope on the mask of the selected agent's query.
public final class MaskPanelType implements PanelType {
  @Override
  public String id() {
    return "masks";
  }

  @Override
  public String title() {
    return "Masks";
  }

  @Override
  public String help() {
    return "Why the policy may or may not attend to each earlier moment, and what leaks into limbo.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("causal", "attn", "limbo");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return AttentionSources.missing(manifest);
  }

  @Override
  public Panel open(PanelContext context) {
    return new MaskPanel(context);
  }
}
