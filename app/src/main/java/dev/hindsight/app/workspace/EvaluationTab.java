package dev.hindsight.app.workspace;

import static dev.hindsight.app.text.AppText.wording;

/// A tab for evaluating policies.
public final class EvaluationTab implements WorkspaceTab {
  @Override
  public String title() {
    return wording("EvaluationTab.evaluation");
  }
}
