package dev.hindsight.app.cli.record;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.hindsight.app.DesktopWindow;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.film.FilmCommand;
import dev.hindsight.app.recording.DemoPlan;
import dev.hindsight.app.recording.FilmPlan;
import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.record.RecordingReport;
import dev.hindsight.trainer.scene.Camera;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight demo`: the main workflow with the built-in maps and policies: records K = 4 trials,
/// fifty aircraft, a dig or agents that cover landmarks, makes the film, opens the window.
@Command(name = "demo")
public final class DemoCommand extends CommandBase {
  @Option(names = "--no-window", descriptionKey = "DemoCommand.noWindow")
  private boolean noWindow;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      descriptionKey = "DemoCommand.checkpoint")
  private Optional<String> checkpoint;

  @Option(
      names = "--env",
      paramLabel = "ENV",
      defaultValue = "drive",
      descriptionKey = "DemoCommand.environment")
  private String environment;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "out",
      descriptionKey = "DemoCommand.folder")
  private Path folder;

  @Override
  public Integer call() throws Exception {
    makeFolder();
    RecordingPlan plan = plan();
    RecordingReport recorded = done(plan);
    FilmPlan film = FilmPlan.whole(plan.out(), folder.resolve("demo.mp4"));
    FilmReport filmed = done(filmed(film));

    console()
        .result(
            format(),
            new DemoJson(
                RecordCommand.RecordingJson.of(recorded, plan.out(), Optional.empty()),
                filmed.file().toString(),
                filmed.frames()),
            RecordCommand.words(recorded, plan.out()) + "\n" + FilmCommand.words(filmed));
    return noWindow || !DesktopWindow.available() ? OK : DesktopWindow.open(List.of(plan.out()));
  }

  private FilmPlan filmed(FilmPlan film) {
    return switch (environment) {
      case "airspace" -> film.selecting(DemoPlan.WATCHED);
      // The bars of progress are below the site.
      case "excavation" -> film.selecting(0).seenBy(new Camera.WholeMap());
      case "spread" -> film.seenBy(new Camera.WholeMap());
      default ->
          checkpoint.orElse(DemoPlan.DRIVER).equals(DemoPlan.DRIVER) ? film.lookingBack() : film;
    };
  }

  private record DemoJson(
      @JsonUnwrapped RecordCommand.RecordingJson recording, String film, long frames) {}

  private RecordingPlan plan() {
    return switch (environment) {
      case "airspace" -> DemoPlan.airspace(folder, checkpoint.orElse(DemoPlan.CONTROLLER));
      case "excavation" -> DemoPlan.excavation(folder, checkpoint.orElse(DemoPlan.EXCAVATOR));
      case "spread" -> DemoPlan.spread(folder, checkpoint.orElse(DemoPlan.TEAM));
      case "drive" -> DemoPlan.into(folder, checkpoint.orElse(DemoPlan.DRIVER));
      default ->
          throw new Problem(
              wording("DemoCommand.there_is_no_demo_for_this"),
              environment,
              wording("DemoCommand.choose_another_environment"));
    };
  }

  private void makeFolder() {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new Problem(
          wording("DemoCommand.cannot_create_the_folder"),
          folder.toString(),
          wording("DemoCommand.choose_another_with_out"),
          e);
    }
  }
}
