package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.BuildVersion;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.process.OwnProgram;
import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.bench.BenchMachine;
import dev.hindsight.trainer.bench.BenchRun;
import dev.hindsight.trainer.task.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench all`: runs every benchmark that needs no screen, each in a process of its own
/// and several times, and compares with the stored baseline of this machine.
@Command(name = "all")
public final class BenchAllCommand extends CommandBase {
  private static final int QUICK_ROUNDS = 3;
  private static final int ROUNDS = 5;
  private static final int TICKS = 200;
  private static final long LOOK_MILLIS = 200;

  /// Before what a command says on standard error.
  private static final String OWN_NAME = "hindsight:";

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      descriptionKey = "BenchAllCommand.only")
  private List<String> only = List.of();

  @Option(names = "--quick", descriptionKey = "BenchAllCommand.quick")
  private boolean quick;

  @Option(names = "--rounds", paramLabel = "N", descriptionKey = "BenchAllCommand.rounds")
  private Optional<Integer> rounds = Optional.empty();

  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      defaultValue = "intersection-1",
      descriptionKey = "BenchAllCommand.map")
  private String map;

  @Option(names = "--save-baseline", descriptionKey = "BenchAllCommand.saveBaseline")
  private boolean saveBaseline;

  @Option(names = "--baseline", paramLabel = "FILE", descriptionKey = "BenchAllCommand.baseline")
  private Optional<Path> baseline = Optional.empty();

  @Option(names = "--fail-if-worse", descriptionKey = "BenchAllCommand.failIfWorse")
  private boolean failIfWorse;

  @Override
  public Integer call() throws Exception {
    if (rounds.filter(count -> count < 1).isPresent()) {
      throw new Problem(
          wording("BenchAllCommand.rounds_are_too_few", rounds.orElseThrow()),
          "--rounds",
          wording("BenchAllCommand.give_1_or_more"));
    }
    List<BenchSuite.Entry> entries = chosen();
    BenchMachine machine = BenchMachine.here();
    Path file = baseline.orElseGet(() -> BenchRun.baseline(machine));
    // Read first: a damaged one is told of before minutes of work.
    Optional<BenchRun> before = before(file);
    BenchCollection collection =
        done((_, cancellation) -> {
          BenchCollection made = new BenchCollection();
          try (TemporaryFolder folder = new TemporaryFolder("bench-all")) {
            Path recording = folder.path().resolve("bench.rollout");
            if (entries.stream().anyMatch(BenchSuite.Entry::needsRecording)) {
              record(recording, cancellation);
            }
            made.run(
                entries,
                rounds.orElse(quick ? QUICK_ROUNDS : ROUNDS),
                entry -> output(entry, recording, cancellation),
                console()::problem,
                cancellation);
          }
          return made;
        });
    BenchRun run =
        new BenchRun(
            BuildVersion.text(),
            CheckoutCommit.here().orElse(""),
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            machine,
            collection.benchmarks(entries, quick, map));
    BenchReport report = BenchReport.of(run, before, collection.failures());
    if (saveBaseline && !run.benchmarks().isEmpty()) {
      run.write(file);
      console().problem(wording("BenchAllCommand.baseline_saved", file));
    }
    console().result(format(), report.json(), report.words());
    boolean nothing = run.benchmarks().isEmpty();
    return nothing || (failIfWorse && report.worse()) ? FAILED : OK;
  }

  private List<BenchSuite.Entry> chosen() {
    List<String> names = BenchSuite.all().stream().map(BenchSuite.Entry::name).toList();
    for (String name : only) {
      if (!names.contains(name)) {
        throw new Problem(
            wording("BenchAllCommand.there_is_no_such_benchmark", name),
            "--only",
            wording("BenchAllCommand.choose_from", String.join(", ", names)));
      }
    }
    return BenchSuite.all().stream()
        .filter(entry -> only.isEmpty() || only.contains(entry.name()))
        .toList();
  }

  private Optional<BenchRun> before(Path file) {
    if (baseline.isEmpty() && Files.notExists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(BenchRun.read(file));
    } catch (Problem damaged) {
      if (!saveBaseline) {
        throw damaged;
      }
      // It is replaced.
      console().problem(damaged.getMessage());
      return Optional.empty();
    }
  }

  private void record(Path file, Cancellation cancellation) {
    var _ =
        new RecordingPlan(
                "drive",
                Optional.of(map),
                Optional.of("scripted"),
                Optional.of(TICKS),
                "argmax",
                0,
                Map.of("preset", "adaptive", "num_agents", "64"),
                file)
            .run(console().progress(), cancellation);
  }

  /// Runs a benchmark in a process of its own: what another has compiled, loaded or left in memory
  /// would change its figures.
  private String output(BenchSuite.Entry entry, Path recording, Cancellation cancellation)
      throws IOException, InterruptedException, BenchCollection.Failure {
    Path errors = recording.resolveSibling("errors.txt");
    Path printed = recording.resolveSibling("printed.json");
    Process process =
        OwnProgram.prepared(entry.options(), entry.arguments(quick, map, recording))
            .redirectError(errors.toFile())
            .redirectOutput(printed.toFile())
            .start();
    try {
      while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        cancellation.throwIfCancelled();
      }
      if (process.exitValue() != OK) {
        throw new BenchCollection.Failure(last(errors));
      }
      return Files.readString(printed);
    } finally {
      process.destroy();
    }
  }

  private static String last(Path errors) throws IOException {
    return Files.readString(errors)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("Picked up "))
        .reduce((_, later) -> later)
        .map(line -> line.substring(line.startsWith(OWN_NAME) ? OWN_NAME.length() : 0).strip())
        .orElseGet(() -> wording("BenchAllCommand.it_said_nothing"));
  }
}
