package dev.hindsight.inspector.credit;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// Values against the returns that came.
public final class ValuePanelType implements PanelType {
  @Override
  public String id() {
    return "value";
  }

  @Override
  public String title() {
    return "Value";
  }

  @Override
  public String help() {
    return "The critic's prediction against the actual discounted return, tick by tick and by"
        + " trial.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("critic", "baseline", "v");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return PerAgentChannelCheck.lacking(manifest, "value")
        .or(() -> PerAgentChannelCheck.lacking(manifest, "reward"));
  }

  @Override
  public Panel open(PanelContext context) {
    return new ValuePanel(context);
  }
}
