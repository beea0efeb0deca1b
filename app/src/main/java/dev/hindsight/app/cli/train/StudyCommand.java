package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.study.StudyEvent;
import dev.hindsight.app.study.StudyResult;
import dev.hindsight.app.study.StudyRun;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.study.plan.StudyFile;
import dev.hindsight.trainer.study.plan.StudyFolder;
import dev.hindsight.trainer.study.plan.StudySpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight study`: trains several arms with several seeds, and compares them.
@Command(name = "study")
public final class StudyCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "StudyCommand.file")
  private Path file;

  @Option(names = "--out", paramLabel = "DIR", descriptionKey = "StudyCommand.out")
  private Optional<Path> out;

  @Option(
      names = "--at-once",
      paramLabel = "N",
      defaultValue = "1",
      descriptionKey = "StudyCommand.atOnce")
  private int atOnce;

  /// The last object that is printed.
  private record StudyJson(
      String study,
      String folder,
      String report,
      String scores,
      int runs,
      List<String> notes,
      List<String> sentences) {}

  @Override
  public Integer call() throws Exception {
    StudySpec spec = StudyFile.read(file);
    Path folder = out.orElseGet(() -> StudyRun.usualFolder(spec));
    StudyResult result = result(spec, folder);
    Path report = result.folder().resolve("report.md");
    StringBuilder words = new StringBuilder();
    result.page().notes().forEach(note -> words.append(note).append('\n'));
    result.page().sentences().forEach(sentence -> words.append(sentence).append('\n'));
    words.append(wording("StudyCommand.report", report));
    console()
        .result(
            format(),
            new StudyJson(
                spec.name(),
                result.folder().toString(),
                report.toString(),
                result.folder().resolve("scores.csv").toString(),
                spec.runs().size(),
                result.page().notes(),
                result.page().sentences()),
            words.toString());
    return result.ended().isEmpty() ? OK : ExitCodes.NOT_FINITE;
  }

  private StudyResult result(StudySpec spec, Path folder) {
    StudyRun study = new StudyRun(spec, folder, atOnce, this::tell, Optional.of(file));
    try {
      return stopping(
          wording("StudyCommand.stopping"),
          cancellation -> study.run(console().progress(), cancellation));
    } catch (CancellationException e) {
      throw new Problem(
          wording("StudyCommand.stopped_after", complete(spec, folder), spec.runs().size()),
          folder.toString(),
          wording("StudyCommand.run_the_same_command_again"),
          e);
    }
  }

  /// How many runs of a study are trained and, unless training diverged, evaluated.
  private static long complete(StudySpec spec, Path folder) {
    if (!StudyFolder.isStudy(folder)) {
      return 0;
    }
    Map<String, StudyFolder.Entry> entries = StudyFolder.entries(folder);
    return spec.runs().stream()
        .flatMap(run -> Optional.ofNullable(entries.get(run.key())).stream())
        .filter(StudyFolder.Entry::complete)
        .count();
  }

  private void tell(StudyEvent event) {
    String words =
        switch (event.event()) {
          case "trains" -> wording("StudyCommand.trains", event.arm(), event.seed());
          case "resumes" ->
              wording("StudyCommand.resumes", event.arm(), event.seed(), event.detail());
          case "trained" ->
              wording("StudyCommand.trained", event.arm(), event.seed(), event.status());
          default -> wording("StudyCommand.evaluated", event.arm(), event.seed());
        };
    synchronized (this) {
      console().result(format(), event, words);
    }
  }
}
