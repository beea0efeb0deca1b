package dev.hindsight.app.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Trains small policies of the dark room from the command line, and reads what commands print.
final class SmallRuns {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SmallRuns() {}

  /// Trains for three updates, unless the options say otherwise.
  ///
  /// @param folder gets the runs, in `runs`
  static CapturedCommand train(Path folder, String seed, String... more) {
    List<String> line =
        new ArrayList<>(List.of("train", "--env", "darkroom", "--seed", seed, "--json"));
    for (String setting :
        List.of("num_envs=8", "updates=3", "hidden_size=8", "feed_forward=8", "minibatches=2")) {
      line.addAll(List.of("--set", setting));
    }
    line.addAll(List.of(more));
    line.addAll(List.of("--out", folder.resolve("runs").toString()));
    return CapturedCommand.of(line.toArray(String[]::new));
  }

  /// The runs in the ledger.
  static JsonNode listed() throws IOException {
    return objects(CapturedCommand.of("runs", "list", "--json")).getLast().get("runs");
  }

  /// What a command printed, one object per line.
  static List<JsonNode> objects(CapturedCommand run) throws IOException {
    List<JsonNode> objects = new ArrayList<>();
    for (String line : run.out().lines().toList()) {
      objects.add(JSON.readTree(line));
    }
    return objects;
  }
}
