package dev.hindsight.app.cli.record;

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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight demo`: the main workflow with the built-in maps and policies: records K = 4 trials or
/// fifty aircraft, makes the film, opens the window.
@Command(
    name = "demo",
    description = "Record four trials on a shipped map, export a film and open the window.")
public final class DemoCommand extends CommandBase {
  @Option(names = "--no-window", description = "Write the files but do not open the window.")
  private boolean noWindow;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      description = {
        "Who acts. Default: the trained driver " + DemoPlan.DRIVER + ", for airspace",
        "the trained " + DemoPlan.CONTROLLER + "."
      })
  private Optional<String> checkpoint;

  @Option(
      names = "--env",
      paramLabel = "ENV",
      defaultValue = "drive",
      description = "drive, or airspace: fifty aircraft in a sector. Default: ${DEFAULT-VALUE}.")
  private String environment;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "out",
      description = "Folder for the files. Default: out.")
  private Path folder;

  @Override
  public Integer call() throws Exception {
    makeFolder();
    RecordingPlan plan = plan();
    RecordingReport recorded = done(plan);
    FilmPlan film = FilmPlan.whole(plan.out(), folder.resolve("demo.mp4"));
    FilmReport filmed = done(airspace() ? film.selecting(DemoPlan.WATCHED) : film);

    console()
        .result(
            format(),
            new DemoJson(
                RecordCommand.RecordingJson.of(recorded, plan.out()),
                filmed.file().toString(),
                filmed.frames()),
            RecordCommand.words(recorded, plan.out()) + "\n" + FilmCommand.words(filmed));
    return noWindow || !DesktopWindow.available() ? OK : DesktopWindow.open(List.of(plan.out()));
  }

  private record DemoJson(
      @JsonUnwrapped RecordCommand.RecordingJson recording, String film, long frames) {}

  private boolean airspace() {
    return environment.equals("airspace");
  }

  private RecordingPlan plan() {
    if (airspace()) {
      return DemoPlan.airspace(folder, checkpoint.orElse(DemoPlan.CONTROLLER));
    }
    if (!environment.equals("drive")) {
      throw new Problem(
          "there is no demo for this environment", environment, "choose drive or airspace");
    }
    return DemoPlan.into(folder, checkpoint.orElse(DemoPlan.DRIVER));
  }

  private void makeFolder() {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new Problem(
          "cannot create the folder", folder.toString(), "choose another with --out", e);
    }
  }
}
