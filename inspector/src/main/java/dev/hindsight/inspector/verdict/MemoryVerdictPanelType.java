package dev.hindsight.inspector.verdict;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.Optional;

/// Whether the policy remembered from trial to trial.
public final class MemoryVerdictPanelType implements PanelType {
  @Override
  public String id() {
    return "remember";
  }

  @Override
  public String title() {
    return "Did it remember?";
  }

  @Override
  public String help() {
    return "Runs the same episodes with memory wiped, earlier trials closed, or positions or the"
        + " last reward removed, and draws the conclusion.";
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return MemoryExperiment.missing(manifest);
  }

  @Override
  public Panel open(PanelContext context) {
    return new MemoryVerdictPanel(context);
  }
}
