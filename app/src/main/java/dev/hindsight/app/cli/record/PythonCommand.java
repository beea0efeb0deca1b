package dev.hindsight.app.cli.record;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.OutputFormat;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.env.gym.GymScript;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight python`: prints the Python file that records a training script, or the one that runs
/// an environment for `record --env gym`.
@Command(name = "python")
public final class PythonCommand extends CommandBase {
  @Option(names = "--bridge", descriptionKey = "PythonCommand.bridge")
  private boolean bridge;

  @Option(names = "--out", paramLabel = "FILE.py", descriptionKey = "PythonCommand.out")
  private Optional<Path> out;

  @Override
  public Integer call() throws Exception {
    String script = bridge ? GymScript.bridge() : GymScript.recorder();
    if (out.isPresent()) {
      AtomicFile.write(out.get().toAbsolutePath(), script.getBytes(StandardCharsets.UTF_8));
      String file = out.get().toString();
      console().result(format(), Map.of("file", file), wording("PythonCommand.saved_to", file));
    } else if (format() == OutputFormat.WORDS) {
      script.lines().forEach(console()::line);
    } else {
      console().result(format(), Map.of("script", script), script);
    }
    return OK;
  }
}
