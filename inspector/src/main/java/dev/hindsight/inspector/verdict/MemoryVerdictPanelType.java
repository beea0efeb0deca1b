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
    return "The same episodes run again with memory wiped, earlier trials closed, positions or the"
        + " last reward alone taken away; and what follows.";
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
