package dev.hindsight.app.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.app.fault.WarmProgram.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Branches of a recording: small files beside it, and their recordings in the cache.
final class BranchWork implements KillWork {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> ACTIONS = List.of("north", "south", "east", "west");

  /// Branches after which a new recording begins.
  private static final int BRANCHES = 12;

  private final Path folder;
  private final Path original;
  private final Map<String, String> whole = new TreeMap<>();
  private Path parent;
  private int attempts;

  /// @param original a recording of the dark room
  BranchWork(Path folder, Path original) {
    this.folder = folder;
    this.original = original;
    parent = original;
  }

  @Override
  public String name() {
    return "branch";
  }

  private Path branches() {
    String name = parent.getFileName().toString();
    return parent.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".branches");
  }

  @Override
  public void prepare(WarmProgram program) throws IOException {
    Files.createDirectories(folder);
    parent = Files.copy(original, folder.resolve("whole.rollout"));
    for (String action : ACTIONS) {
      Answer answer = program.run(line(action));
      if (!answer.ok()) {
        throw new IllegalStateException(answer.err());
      }
    }
    for (Path file : FaultFiles.list(branches())) {
      JsonNode branch = JSON.readTree(file.toFile());
      whole.put(branch.at("/edits").toString(), branch.at("/hash").asText());
    }
  }

  private List<String> line(String action) {
    return List.of("branch", parent.toString(), "--at", "3", "--action", "0=" + action, "--json");
  }

  private String action() {
    return ACTIONS.get(attempts % ACTIONS.size());
  }

  @Override
  public List<String> next() throws IOException {
    if (attempts % BRANCHES == 0) {
      parent = folder.resolve("parent-" + attempts + ".rollout");
      Files.copy(original, parent);
    }
    attempts++;
    return line(action());
  }

  @Override
  public Path watched() {
    return branches();
  }

  @Override
  public FaultFiles kept() throws IOException {
    FaultFiles all = FaultFiles.of(folder);
    all.digests().keySet().removeIf(file -> file.endsWith(".part"));
    return all;
  }

  @Override
  public void left(FaultTally tally) throws IOException {
    for (Path file : FaultFiles.list(branches())) {
      if (file.toString().endsWith(".json")) {
        check(file, tally);
      }
    }
    CapturedCommand listed = CapturedCommand.of("branch", parent.toString());
    tally.require(listed.exitCode() == 0, "the branches cannot be listed: " + listed.err());
  }

  private void check(Path file, FaultTally tally) throws IOException {
    JsonNode branch = JSON.readTree(file.toFile());
    tally.require(
        branch.at("/hash").asText().equals(whole.get(branch.at("/edits").toString())),
        file + " is not that of a branch nobody killed");
  }

  @Override
  public void repeat(WarmProgram program, FaultTally tally) throws IOException {
    Answer answer = program.run(line(action()));
    tally.require(answer.ok(), "again: " + answer.err());
    if (answer.ok()) {
      Path recording = Path.of(JSON.readTree(answer.out()).at("/rollout").asText());
      CapturedCommand verified = CapturedCommand.of("verify", recording.toString());
      tally.require(verified.exitCode() == 0, recording + ": " + verified.err());
    }
    left(tally);
  }
}
