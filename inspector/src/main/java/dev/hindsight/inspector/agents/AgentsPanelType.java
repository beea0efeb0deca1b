package dev.hindsight.inspector.agents;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// All agents at the cursor, one row each.
public final class AgentsPanelType implements PanelType {
  @Override
  public String id() {
    return "agents";
  }

  @Override
  public String title() {
    return "Agents";
  }

  @Override
  public String help() {
    return "What every agent does at the cursor, and its totals so far.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("table", "vehicles", "aircraft");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return manifest.agents() == 0 ? Optional.of("The recording has no agents.") : Optional.empty();
  }

  @Override
  public Panel open(PanelContext context) {
    return new AgentsPanel(context);
  }
}
