package dev.hindsight.inspector.credit;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// What an action was worth more than expected, term by term.
public final class AdvantagePanelType implements PanelType {
  @Override
  public String id() {
    return "advantage";
  }

  @Override
  public String title() {
    return "Advantage";
  }

  @Override
  public String help() {
    return "How much better an action was than expected, term by term, and what a wrong mask makes"
        + " of it.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("gae", "td", "delta", "lambda", "credit", "return");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return PerAgentChannelCheck.lacking(manifest, "reward");
  }

  @Override
  public Panel open(PanelContext context) {
    return new AdvantagePanel(context);
  }
}
