package dev.hindsight.app.fault;

import dev.hindsight.app.RoomsStudy;
import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.app.fault.WarmProgram.Answer;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.study.plan.StudyFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A study that is killed, started again, killed again, and so on to its report, which is that of a
/// study that nobody killed.
final class StudyWork implements KillWork {
  /// Kills after which a study may go on to its end.
  private static final int KILLS = 8;

  private static final List<String> RESULTS = List.of("scores.csv", "report.json", "report.md");

  private final Path folder;
  private final Map<String, String> whole = new TreeMap<>();
  private Map<String, String> trained = Map.of();
  private int studies;
  private int kills;

  StudyWork(Path folder) {
    this.folder = folder;
  }

  @Override
  public String name() {
    return "study";
  }

  private Path study() {
    return folder.resolve("study-" + studies).resolve("rooms");
  }

  @Override
  public void prepare(WarmProgram program) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("rooms.yaml"), RoomsStudy.yaml("seeds: [0]", 12));
    Answer answer = program.run(next());
    if (!answer.ok()) {
      throw new IllegalStateException(answer.err());
    }
    for (String result : RESULTS) {
      whole.put(result, FaultFiles.digest(study().resolve(result)));
    }
    begin();
  }

  private void begin() {
    studies++;
    kills = 0;
    trained = Map.of();
  }

  @Override
  public List<String> next() throws IOException {
    Files.createDirectories(study().resolveSibling(""));
    return List.of(
        "study", folder.resolve("rooms.yaml").toString(), "--out", study().toString(), "--json");
  }

  @Override
  public Path watched() {
    return study();
  }

  @Override
  public FaultFiles kept() throws IOException {
    FaultFiles all = FaultFiles.of(folder);
    String current = folder.relativize(study()).toString();
    all.digests().keySet().removeIf(file -> file.startsWith(current));
    return all;
  }

  @Override
  public void left(FaultTally tally) throws IOException {
    for (String result : RESULTS) {
      Path file = study().resolve(result);
      if (Files.exists(file)) {
        tally.require(
            FaultFiles.digest(file).equals(whole.get(result)), file + " is there and not whole");
      }
    }
    Map<String, String> now = new TreeMap<>();
    if (Files.exists(StudyFolder.ledger(study()))) {
      try {
        StudyFolder.entries(study())
            .forEach((key, entry) -> {
              if (!entry.status().equals(StudyFolder.Entry.PLANNED)) {
                now.put(key, entry.run() + " " + entry.status());
              }
            });
      } catch (Problem problem) {
        tally.lost(problem.getMessage());
      }
    }
    for (Map.Entry<String, String> before : trained.entrySet()) {
      if (!before.getValue().equals(now.get(before.getKey()))) {
        tally.lost("trained before: " + before + ", now " + now);
      }
    }
    trained = now;
    CapturedCommand listed = CapturedCommand.of("runs", "list", "--json");
    tally.require(listed.exitCode() == 0, "the runs cannot be listed: " + listed.err());
  }

  @Override
  public void repeat(WarmProgram program, FaultTally tally) throws IOException {
    kills++;
    if (kills < KILLS && !Files.exists(study().resolve("report.md"))) {
      return;
    }
    Answer answer = program.run(next());
    tally.require(answer.ok(), "in the end: " + answer.err());
    for (String result : RESULTS) {
      tally.require(
          answer.ok() && FaultFiles.digest(study().resolve(result)).equals(whole.get(result)),
          study() + " has another " + result);
    }
    begin();
  }
}
