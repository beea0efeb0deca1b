package dev.hindsight.app.study;

import dev.hindsight.app.evaluation.EvaluationPlan;
import dev.hindsight.app.evaluation.FinishedEvaluation;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.plan.StudyFolder;
import dev.hindsight.trainer.study.plan.StudyScores;
import dev.hindsight.trainer.study.plan.StudySpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The evaluation of a run of a study whose training has ended.
///
/// @param spec the study
/// @param folder of the study
/// @param run what was trained
/// @param name of the run in the ledger of runs
record EvaluatedRun(StudySpec spec, Path folder, StudySpec.PlannedRun run, String name) {
  /// The checkpoint that is evaluated; it may be missing.
  Path checkpoint() {
    RunFolder files = new RunFolder(StudyFolder.home(folder, run).resolve(name));
    // Where no episode ever ended there is no best one.
    return spec.evaluation().best() && Files.exists(files.best()) ? files.best() : files.latest();
  }

  /// The evaluation, to be run.
  EvaluationPlan plan() {
    StudySpec.HeldOut how = spec.evaluation();
    return new EvaluationPlan(
        spec.environment(),
        checkpoint().toString(),
        how.maps(),
        how.settings(),
        how.episodes(),
        how.wipeMemory() ? MemoryWipe.TRIALS : MemoryWipe.NONE,
        how.actions(),
        how.seed(),
        Optional.empty(),
        how.partners().or(() -> run.arm().partner()));
  }

  /// The evaluation as it went, from the scores in the folder: no episode runs again.
  ///
  /// @throws dev.hindsight.trainer.Problem if checkpoint or scores cannot be read
  FinishedEvaluation finished() {
    return plan().prepare().finished(StudyScores.read(StudyFolder.scores(folder, run)).report());
  }
}
