package dev.hindsight.inspector.action;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The selected agent's action, and the policy's output it was chosen from.
public final class ActionPanelType implements PanelType {
  private static final Set<String> EITHER = Set.of("action", "logits");

  @Override
  public String id() {
    return "action";
  }

  @Override
  public String title() {
    return "Action";
  }

  @Override
  public String help() {
    return "The agent's action in words, and the probability of every action.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("logits", "policy", "probabilities", "distribution", "entropy");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return manifest.agents() > 0
            && manifest.channels().stream()
                .filter(ChannelSpec::perAgent)
                .anyMatch(c -> EITHER.contains(c.name()))
        ? Optional.empty()
        : Optional.of("The recording holds neither actions nor logits (channels action, logits).");
  }

  @Override
  public Panel open(PanelContext context) {
    return new ActionPanel(context);
  }
}
