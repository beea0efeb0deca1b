package dev.hindsight.inspector.mask;

import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// The key/value cache of the selected agent.
public final class CachePanelType implements PanelType {
  @Override
  public String id() {
    return "cache";
  }

  @Override
  public String title() {
    return "Cache";
  }

  @Override
  public String help() {
    return "The agent's key/value cache at this tick: slots, garbage, lengths of keys, resets.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("kv", "memory", "keys");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return AttentionSources.missing(manifest);
  }

  @Override
  public Panel open(PanelContext context) {
    return new CachePanel(context);
  }
}
