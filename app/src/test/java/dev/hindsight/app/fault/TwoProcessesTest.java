package dev.hindsight.app.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.RoomsStudy;
import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.app.fault.WarmProgram.Answer;
import dev.hindsight.app.fault.WrittenForms.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Two processes that do the same at once: with one file, one run, one study, one cache. Each is
/// done or says in one line why not, at least one is done, and what they leave is whole.
@Tag("faults")
@Timeout(36_000)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "files in use behave differently there")
class TwoProcessesTest {
  private static final int ROUNDS = Integer.getInteger("hindsight.faults.rounds", 6);
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private final Random moments = new Random(Long.getLong("hindsight.faults.seed", 1));
  private FaultHome home = new FaultHome(Path.of(""));
  private Path room = Path.of("");

  @BeforeEach
  void makeTheFolders() throws IOException {
    home = FaultHome.in(folder.resolve("home"));
    room = WrittenForms.room(home, folder);
  }

  @AfterEach
  void leaveItAsItWas() {
    home.close();
  }

  /// Sends one command to both, the second a moment later, and waits for the answers.
  private List<Answer> both(WarmProgram one, WarmProgram other, List<String> line, FaultTally tally)
      throws IOException {
    tally.attempt();
    one.send(line);
    LockSupport.parkNanos(moments.nextLong(20_000_000));
    other.send(line);
    List<Answer> answers = List.of(one.answer().orElseThrow(), other.answer().orElseThrow());
    String command = String.join(" ", line);
    for (Answer answer : answers) {
      answer.rudeness().ifPresent(rude -> tally.failed(command + ": " + rude));
    }
    tally.require(
        answers.stream().anyMatch(Answer::ok),
        "neither is done: " + command + ": " + answers.getFirst().err());
    return answers;
  }

  @Test
  void oneFile() throws Exception {
    FaultTally tally = new FaultTally("two processes, one file");
    Path out = Files.createDirectories(folder.resolve("out"));
    try (WarmProgram one = WarmProgram.start(home);
        WarmProgram other = WarmProgram.start(home)) {
      int number = 0;
      for (Form form : WrittenForms.all(room)) {
        Path whole = folder.resolve("whole-" + number++ + form.ending());
        Answer first = one.run(form.line(whole));
        tally.require(first.ok() && other.run(form.line(whole)).ok(), form + ": " + first.err());
        for (int round = 0; round < ROUNDS; round++) {
          Path target = out.resolve("result" + form.ending());
          if (round % 2 == 1 && form.ending().equals(".rollout")) {
            remains(form, out, target);
          }
          var _ = both(one, other, form.line(target), tally);
          tally.require(
              Form.identity(target).equals(Form.identity(whole)), "it is not whole: " + form);
          for (Path left : FaultFiles.list(out)) {
            tally.require(left.equals(target), left.getFileName() + " is left: " + form);
            Files.delete(left);
          }
        }
      }
    }
    tally.close();
  }

  /// Leaves what a killed recording leaves.
  private void remains(Form form, Path out, Path target) throws Exception {
    WarmProgram killed = WarmProgram.start(home);
    List<String> line = new ArrayList<>(form.line(target));
    line.set(line.indexOf("--ticks") + 1, "100000000");
    killed.send(line);
    while (FaultFiles.list(out).stream().noneMatch(file -> file.toFile().length() > 0)) {
      LockSupport.parkNanos(1_000_000);
    }
    boolean _ = killed.kill();
  }

  @Test
  void oneRun() throws Exception {
    FaultTally tally = new FaultTally("two processes, one run");
    RunWork whole = new RunWork("train", folder.resolve("whole"), WrittenForms.training());
    try (WarmProgram one = WarmProgram.start(home);
        WarmProgram other = WarmProgram.start(home)) {
      whole.prepare(one);
      for (int round = 0; round < Math.max(1, ROUNDS / 2); round++) {
        Path runs = folder.resolve("runs-" + round);
        List<String> line = new ArrayList<>(WrittenForms.training());
        line.addAll(List.of("--json", "--out", runs.toString()));
        // Two new runs in one folder.
        List<Answer> begun = both(one, other, line, tally);
        tally.require(begun.stream().allMatch(Answer::ok), "two runs in one folder");
        whole.ended(runs, 2, tally);
        // One run that was killed, resumed twice at once.
        Path killed = folder.resolve("killed-" + round);
        line.set(line.size() - 1, killed.toString());
        String run = killedRun(line, killed);
        List<Answer> resumed = both(one, other, List.of("resume", run, "--json"), tally);
        tally.require(resumed.stream().anyMatch(Answer::ok), "nobody resumed it");
        whole.ended(killed, 1, tally);
      }
    }
    tally.close();
  }

  /// A run with a checkpoint whose process was killed.
  private String killedRun(List<String> line, Path runs) throws Exception {
    WarmProgram killed = WarmProgram.start(home);
    killed.send(line);
    while (FaultFiles.list(runs).stream().noneMatch(file -> file.endsWith("latest.safetensors"))) {
      LockSupport.parkNanos(1_000_000);
    }
    boolean _ = killed.kill();
    JsonNode all = JSON.readTree(CapturedCommand.of("runs", "list", "--json").out()).path("runs");
    for (JsonNode each : all) {
      if (Path.of(each.path("folder").asText()).startsWith(runs)) {
        return each.path("run").asText();
      }
    }
    throw new IllegalStateException("the ledger does not know it");
  }

  @Test
  void oneStudy() throws Exception {
    FaultTally tally = new FaultTally("two processes, one study");
    Path file = Files.writeString(folder.resolve("rooms.yaml"), RoomsStudy.yaml("seeds: [0]", 4));
    try (WarmProgram one = WarmProgram.start(home);
        WarmProgram other = WarmProgram.start(home)) {
      Path whole = folder.resolve("whole/rooms");
      tally.require(one.run("study", file.toString(), "--out", whole.toString()).ok(), "a study");
      for (int round = 0; round < Math.max(1, ROUNDS / 2); round++) {
        Path out = folder.resolve("round-" + round).resolve("rooms");
        var _ = both(one, other, List.of("study", file.toString(), "--out", out.toString()), tally);
        for (String result : List.of("scores.csv", "report.json")) {
          tally.require(
              FaultFiles.digest(out.resolve(result))
                  .equals(FaultFiles.digest(whole.resolve(result))),
              "another " + result);
        }
      }
    }
    tally.close();
  }

  @Test
  void oneCache() throws Exception {
    FaultTally tally = new FaultTally("two processes, one cache");
    String small = folder.resolve("small.mp4").toString();
    for (int round = 0; round < ROUNDS; round++) {
      List<String> cache = List.of("-Dhindsight.cache=" + folder.resolve("cache-" + round));
      try (WarmProgram one = WarmProgram.start(home, List.of(), cache);
          WarmProgram other = WarmProgram.start(home, List.of(), cache)) {
        for (List<String> line :
            List.of(
                List.of("film", room.toString(), "--to", "5", "--out", small),
                List.of("branch", room.toString(), "--at", "3", "--action", "0=south", "--json"),
                List.of(
                    "record",
                    "--env",
                    "drive",
                    "--map",
                    "intersection-1",
                    "--ticks",
                    "5",
                    "--out",
                    folder.resolve("drive-" + round + ".rollout").toString()))) {
          List<Answer> answers = both(one, other, line, tally);
          // A film reads the cache only; a branch and a recording share the name they write.
          boolean reads = line.getFirst().equals("film");
          tally.require(
              !reads || answers.stream().allMatch(Answer::ok), "one of two could not: " + line);
        }
        for (Path file : FaultFiles.list(folder.resolve("cache-" + round))) {
          tally.require(!file.toString().endsWith(".part"), file.getFileName() + " is left");
        }
      }
    }
    tally.close();
  }
}
