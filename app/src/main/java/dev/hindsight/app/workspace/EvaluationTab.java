package dev.hindsight.app.workspace;

import static dev.hindsight.app.text.AppText.wording;

import java.nio.file.Path;
import java.util.Optional;

/// A tab for evaluating policies.
public final class EvaluationTab implements WorkspaceTab {
  @Override
  public Optional<Path> shownFile() {
    return Optional.empty();
  }

  @Override
  public String title() {
    return wording("EvaluationTab.evaluation");
  }
}
