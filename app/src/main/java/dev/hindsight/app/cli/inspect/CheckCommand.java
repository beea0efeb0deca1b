package dev.hindsight.app.cli.inspect;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.recording.SameScenario;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.inspector.fact.FactCheck;
import dev.hindsight.inspector.fact.FactFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.Recordings;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.GracefulShutdown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight check`: kept facts, on recordings or on what another policy does in their scenarios.
@Command(
    name = "check",
    description =
        "Check saved facts on recordings, or on what another checkpoint does in their"
            + " scenarios; exit code 1 if one fails.")
public final class CheckCommand extends CommandBase {
  @Parameters(index = "0", paramLabel = "FACTS.json", description = "The facts.")
  private Path facts;

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE", description = "Rollouts.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      description =
          "Record each rollout's scenario, seed and length again with this policy and"
              + " check the result.")
  private Optional<String> checkpoint;

  @Option(
      names = "--record",
      paramLabel = "DIR",
      description = "Where to save what --checkpoint records. Default: nowhere.")
  private Optional<Path> kept;

  @Override
  public Integer call() throws Exception {
    if (kept.isPresent() && checkpoint.isEmpty()) {
      throw new Problem(
          "there is nothing to record without a policy", "--record", "add --checkpoint");
    }
    List<Fact> all = new FactFile(facts).read();
    CheckResults results = new CheckResults();
    GracefulShutdown.awaiting(cancelled -> {
      for (Path file : files) {
        check(all, file, results, cancelled);
      }
      return results;
    });
    console().result(format(), results.fields(), results.words());
    return results.passed() ? OK : FAILED;
  }

  private void check(List<Fact> all, Path file, CheckResults results, Cancellation cancelled)
      throws IOException {
    try (Rollout rollout = Recordings.open(file)) {
      if (checkpoint.isEmpty()) {
        results.add(
            file,
            AgentNames.of(rollout),
            all,
            new FactCheck(rollout, console().progress(), cancelled));
      } else {
        again(rollout, all, file, results, cancelled);
      }
    }
  }

  private void again(
      Rollout rollout, List<Fact> all, Path file, CheckResults results, Cancellation cancelled)
      throws IOException {
    try (TemporaryFolder folder = new TemporaryFolder("check")) {
      Path home = kept.orElse(folder.path());
      Files.createDirectories(home);
      String name = String.valueOf(file.getFileName()).replaceFirst("\\.rollout$", "");
      Path out = home.resolve(name + "-again.rollout");
      SameScenario.of(rollout, checkpoint.orElseThrow(), folder.path(), out)
          .run(console().progress(), cancelled);
      try (Rollout made = Recordings.open(out)) {
        results.add(
            out, AgentNames.of(made), all, new FactCheck(made, console().progress(), cancelled));
      }
    }
  }
}
