package dev.hindsight.app.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.app.fault.WarmProgram.Answer;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunCheckpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A run that is killed, resumed, killed again, and so on to its last update: then it has the bits
/// of one that nobody killed.
final class RunWork implements KillWork {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// Kills after which a run may go on to its end.
  private static final int KILLS = 8;

  private final String name;
  private final List<String> train;
  private final Path folder;
  private int runs;
  private int kills;
  private String run = "";
  private long kept;
  private List<String> weights = List.of();
  private List<String> learned = List.of();

  /// @param train the command, without its folder
  RunWork(String name, Path folder, List<String> train) {
    this.name = name;
    this.folder = folder;
    this.train = List.copyOf(train);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void prepare(WarmProgram program) throws IOException {
    Files.createDirectories(folder);
    Answer answer = program.run(line());
    if (!answer.ok()) {
      throw new IllegalStateException(answer.err());
    }
    Path made = runFolder();
    weights = weights(made);
    learned = learned(made);
    begin();
  }

  private List<String> line() {
    List<String> line = new ArrayList<>(train);
    line.addAll(List.of("--json", "--out", home().toString()));
    return line;
  }

  private Path home() {
    return folder.resolve("runs-" + runs);
  }

  private void begin() {
    runs++;
    kills = 0;
    kept = 0;
    run = "";
  }

  /// The folder of the run, or of the newest if some were killed before the ledger knew them.
  private Path runFolder() throws IOException {
    try (var inside = Files.list(home())) {
      return inside.filter(Files::isDirectory).max(Path::compareTo).orElseThrow();
    }
  }

  private static List<String> weights(Path run) {
    List<String> all = new ArrayList<>();
    Checkpoints.read(run.resolve("latest.safetensors"))
        .tensors()
        .forEach((tensor, values) ->
            all.add(
                tensor + " " + Arrays.hashCode(values.values()) + " " + values.values().length));
    return all;
  }

  /// What was learned in every update, without times and without how workers were used.
  private static List<String> learned(Path run) {
    return MetricsLog.read(run.resolve("metrics.jsonl")).stream().map(RunWork::learned).toList();
  }

  private static String learned(UpdateReport report) {
    Map<String, Double> rest = new TreeMap<>(report.metrics());
    rest.keySet().removeIf(each -> !each.startsWith("losses/") && !each.startsWith("episode/"));
    return report.update() + " " + rest;
  }

  @Override
  public List<String> next() {
    return run.isEmpty() ? line() : List.of("resume", run, "--json");
  }

  @Override
  public Path watched() {
    return home();
  }

  @Override
  public FaultFiles kept() throws IOException {
    FaultFiles all = FaultFiles.of(folder);
    String current = folder.relativize(home()).toString();
    all.digests().keySet().removeIf(file -> file.startsWith(current));
    return all;
  }

  @Override
  public void left(FaultTally tally) throws IOException {
    JsonNode ours = listed(tally);
    if (ours.isMissingNode()) {
      tally.require(run.isEmpty(), "the ledger has forgotten " + run);
      return;
    }
    run = ours.path("run").asText();
    String status = ours.path("status").asText();
    tally.require(List.of("died", "finished").contains(status), "a killed run that is " + status);
    whole(Path.of(ours.path("folder").asText()), tally);
  }

  private JsonNode listed(FaultTally tally) throws IOException {
    CapturedCommand listed = CapturedCommand.of("runs", "list", "--json");
    tally.require(listed.exitCode() == 0, "the runs cannot be listed: " + listed.err());
    for (JsonNode each : JSON.readTree(listed.out()).path("runs")) {
      if (Path.of(each.path("folder").asText()).startsWith(home())) {
        return each;
      }
    }
    return JSON.missingNode();
  }

  /// Every checkpoint is whole, and none is older than before.
  private void whole(Path made, FaultTally tally) throws IOException {
    for (Path file : FaultFiles.list(made)) {
      if (file.toString().endsWith(".safetensors")) {
        try {
          var _ = Checkpoints.read(file);
        } catch (Problem problem) {
          tally.failed("a checkpoint that is not whole: " + problem.getMessage());
        }
      }
    }
    Path latest = made.resolve("latest.safetensors");
    long updates =
        Files.exists(latest) ? RunCheckpoint.progress(Checkpoints.read(latest)).updates() : 0;
    if (updates < kept) {
      tally.lost("update " + kept + " was in the checkpoint, now " + updates);
    }
    kept = updates;
    List<String> log = learned(made);
    if (log.size() < updates
        || !log.subList(0, (int) updates).equals(learned.subList(0, (int) updates))) {
      tally.lost("the metrics of " + updates + " updates: " + log.size() + " lines");
    }
  }

  /// Compares the ends of the runs of a folder.
  void ended(Path runs, int count, FaultTally tally) throws IOException {
    int found = 0;
    CapturedCommand listed = CapturedCommand.of("runs", "list", "--json");
    for (JsonNode each : JSON.readTree(listed.out()).path("runs")) {
      Path made = Path.of(each.path("folder").asText());
      if (made.startsWith(runs)) {
        found++;
        tally.require(each.path("status").asText().equals("finished"), "not finished: " + each);
        tally.require(weights(made).equals(weights), made + " has other weights");
        tally.require(learned(made).equals(learned), made + " has other metrics");
      }
    }
    tally.require(found == count, found + " runs in the ledger, not " + count);
  }

  /// Resumes the run of a folder, if one was kept there, and compares its end.
  void goesOn(WarmProgram program, Path runs, FaultTally tally) throws IOException {
    CapturedCommand listed = CapturedCommand.of("runs", "list", "--json");
    for (JsonNode each : JSON.readTree(listed.out()).path("runs")) {
      Path made = Path.of(each.path("folder").asText());
      if (made.startsWith(runs)) {
        Answer answer = program.run("resume", each.path("run").asText(), "--json");
        tally.require(answer.ok(), "resumed: " + answer.err());
        Path seen = Namespaces.seen(program.pid(), made);
        tally.require(answer.ok() && weights(seen).equals(weights), made + " has other weights");
        tally.require(answer.ok() && learned(seen).equals(learned), made + " has other metrics");
      }
    }
  }

  @Override
  public void repeat(WarmProgram program, FaultTally tally) throws IOException {
    kills++;
    if (kills < KILLS && kept < learned.size()) {
      return;
    }
    String trouble = "";
    if (!listed(tally).path("status").asText().equals("finished")) {
      trouble = program.run(next()).err();
    }
    JsonNode ours = listed(tally);
    tally.require(ours.path("status").asText().equals("finished"), "in the end: " + trouble + ours);
    Path made = Path.of(ours.path("folder").asText());
    tally.require(weights(made).equals(weights), made + " has other weights");
    tally.require(learned(made).equals(learned), made + " has other metrics");
    begin();
  }
}
