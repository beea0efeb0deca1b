package dev.hindsight.inspector.opinion;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// What another checkpoint holds of what the agent did.
public final class OpinionPanelType implements PanelType {
  @Override
  public String id() {
    return "opinion";
  }

  @Override
  public String title() {
    return "Second opinion";
  }

  @Override
  public String help() {
    return "How likely another checkpoint finds the agent's actions: ratio, divergence and"
        + " agreement, tick by tick.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("checkpoint", "policy", "kl");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    boolean observed =
        manifest.channels().stream().anyMatch(c -> c.name().equals("observation") && c.perAgent());
    boolean acted =
        manifest.channels().stream()
            .anyMatch(c ->
                c.name().equals("action")
                    && c.perAgent()
                    && c.type() == Dtype.I4
                    && c.shape().size() == 2);
    return manifest.agents() > 0 && observed && acted
        ? Optional.empty()
        : Optional.of("The recording holds no observations with joint actions to compare.");
  }

  @Override
  public Panel open(PanelContext context) {
    return new OpinionPanel(context);
  }
}
