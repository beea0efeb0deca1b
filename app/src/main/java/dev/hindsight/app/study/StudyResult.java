package dev.hindsight.app.study;

import dev.hindsight.trainer.study.plan.StudyPage;
import java.nio.file.Path;
import java.util.List;

/// A finished study.
///
/// @param folder with the report and the scores
/// @param page the report
/// @param ended early: for each run whose training ended with a number that is not finite, why
public record StudyResult(Path folder, StudyPage page, List<String> ended) {
  /// Copies the list.
  public StudyResult {
    ended = List.copyOf(ended);
  }
}
