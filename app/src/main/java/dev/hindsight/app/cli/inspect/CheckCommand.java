package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.app.recording.SameScenario;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.inspector.fact.FactCheck;
import dev.hindsight.inspector.fact.FactFile;
import dev.hindsight.inspector.fact.FactVerdict;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.GracefulShutdown;
import dev.hindsight.trainer.text.OneLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight check`: checks stored facts on recordings, or on another policy's actions in their
/// scenarios.
@Command(name = "check")
public final class CheckCommand extends CommandBase {
  /// The number of failures listed for a fact as text.
  private static final int LISTED_FAILURES = 5;

  @Parameters(index = "0", paramLabel = "FACTS.json", descriptionKey = "CheckCommand.facts")
  private Path facts;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      descriptionKey = "CheckCommand.files")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      descriptionKey = "CheckCommand.checkpoint")
  private Optional<String> checkpoint;

  @NeedsOption(value = "--checkpoint", whyKey = "CheckCommand.there_is_nothing_to_record_without")
  @Option(names = "--record", paramLabel = "DIR", descriptionKey = "CheckCommand.kept")
  private Optional<Path> kept;

  /// Files of recordings that this call has made.
  private final Set<String> made = new HashSet<>();

  @Override
  public Integer call() throws Exception {
    Optional<Path> taken = kept.filter(Files::isRegularFile);
    if (taken.isPresent()) {
      throw new Problem(
          wording("CheckCommand.it_is_a_file"),
          taken.get().toString(),
          wording("CheckCommand.name_a_folder_for_the_recordings"));
    }
    List<Fact> all = new FactFile(facts).read();
    if (all.isEmpty()) {
      throw new Problem(
          wording("CheckCommand.it_holds_no_facts"),
          facts.toString(),
          wording("CheckCommand.write_at_least_one"));
    }
    List<CheckedFact> checked = new ArrayList<>();
    GracefulShutdown.awaiting(cancelled -> {
      for (Path file : files) {
        check(all, file, checked, cancelled);
      }
      return checked;
    });
    boolean passed = checked.stream().allMatch(one -> one.verdict.passed());
    ChecksJson json = new ChecksJson(passed, checked.stream().map(CheckJson::of).toList());
    result(json, words(checked));
    return passed ? OK : FAILED;
  }

  private void check(List<Fact> all, Path file, List<CheckedFact> checked, Cancellation cancelled)
      throws IOException {
    try (Rollout rollout = noted(RecordingOpener.open(file))) {
      if (checkpoint.isEmpty()) {
        check(all, file, rollout, checked, cancelled);
      } else {
        checkOtherCheckpoint(rollout, all, file, checked, cancelled);
      }
    }
  }

  private void check(
      List<Fact> all,
      Path file,
      Rollout rollout,
      List<CheckedFact> checked,
      Cancellation cancelled) {
    AgentNames names = AgentNames.of(rollout);
    FactCheck check = new FactCheck(rollout, console().progress(), cancelled);
    all.forEach(fact -> checked.add(new CheckedFact(file, names, fact, check.verdict(fact))));
  }

  private void checkOtherCheckpoint(
      Rollout rollout, List<Fact> all, Path file, List<CheckedFact> checked, Cancellation cancelled)
      throws IOException {
    try (TemporaryFolder folder = new TemporaryFolder("check")) {
      Path home = kept.orElse(folder.path());
      Files.createDirectories(home);
      Path out = unused(home, file);
      SameScenario.of(rollout, checkpoint.orElseThrow(), folder.path(), out)
          .run(console().progress(), cancelled);
      try (Rollout again = noted(RecordingOpener.open(out))) {
        check(all, out, again, checked, cancelled);
      }
    }
  }

  /// The file for a recording that is made again: `x-again.rollout`, or `x-again-2.rollout` if this
  /// call has made that one of another `x.rollout`, or is to check it.
  private Path unused(Path home, Path file) throws IOException {
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.rollout$", "") + "-again";
    Path out = home.resolve(name + ".rollout");
    for (int number = 2; isInput(out) || !made.add(lowerCase(out)); number++) {
      out = home.resolve(name + "-" + number + ".rollout");
    }
    return out;
  }

  private boolean isInput(Path out) throws IOException {
    for (Path file : files) {
      if (Files.exists(out) && Files.exists(file) && Files.isSameFile(out, file)) {
        return true;
      }
    }
    return false;
  }

  /// Names that differ only in capitals are one file on some disks.
  private static String lowerCase(Path out) {
    return out.toString().toLowerCase(Locale.ROOT);
  }

  private record CheckedFact(Path file, AgentNames names, Fact fact, FactVerdict verdict) {}

  private record ChecksJson(boolean passed, List<CheckJson> checks) {}

  /// @param why it is unknown
  /// @param failures where the fact fails
  private record CheckJson(
      String rollout,
      String fact,
      String verdict,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> why,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<List<FactFailureJson>> failures) {
    static CheckJson of(CheckedFact checked) {
      String rollout = checked.file.toString();
      String fact = checked.fact.name();
      return switch (checked.verdict) {
        case FactVerdict.Holds _ ->
            new CheckJson(rollout, fact, "holds", Optional.empty(), Optional.empty());
        case FactVerdict.Unknown unknown ->
            new CheckJson(rollout, fact, "unknown", Optional.of(unknown.why()), Optional.empty());
        case FactVerdict.Fails fails ->
            new CheckJson(
                rollout,
                fact,
                "fails",
                Optional.empty(),
                Optional.of(fails.failures().stream().map(FactFailureJson::of).toList()));
      };
    }
  }

  private record FactFailureJson(
      int tick, @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> agent, String what) {
    static FactFailureJson of(FactVerdict.Failure failure) {
      return new FactFailureJson(
          failure.tick(),
          failure.agent() == Moment.NO_AGENT ? Optional.empty() : Optional.of(failure.agent()),
          failure.words());
    }
  }

  private static String words(List<CheckedFact> checked) {
    StringBuilder words = new StringBuilder();
    for (CheckedFact row : checked) {
      words.append(row.verdict.passed() ? "PASS  " : "FAIL  ");
      words
          .append(row.file.getFileName())
          .append(": ")
          .append(OneLine.of(row.fact.name()))
          .append('\n');
      switch (row.verdict) {
        case FactVerdict.Holds _ -> {}
        case FactVerdict.Unknown unknown ->
            words
                .append(wording("CheckCommand.cannot_be_checked"))
                .append(unknown.why())
                .append('\n');
        case FactVerdict.Fails fails -> failures(row.names, fails, words);
      }
    }
    long failed = checked.stream().filter(row -> !row.verdict.passed()).count();
    return words.append(wording("CheckCommand.checks_failed", checked.size(), failed)).toString();
  }

  private static void failures(AgentNames names, FactVerdict.Fails fails, StringBuilder words) {
    fails.failures().stream()
        .limit(LISTED_FAILURES)
        .forEach(failure ->
            words
                .append(wording("CheckCommand.tick"))
                .append(failure.tick())
                .append(
                    failure.agent() == Moment.NO_AGENT ? "" : ", " + names.titled(failure.agent()))
                .append(": ")
                .append(failure.words())
                .append('\n'));
    if (fails.failures().size() > LISTED_FAILURES) {
      words
          .append(wording("CheckCommand.and"))
          .append(fails.failures().size() - LISTED_FAILURES)
          .append(wording("CheckCommand.more"));
    }
  }
}
