package dev.hindsight.app.fault;

import dev.hindsight.app.fault.WarmProgram.Answer;
import dev.hindsight.app.fault.WrittenForms.Form;
import dev.hindsight.app.settings.PreferencesFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Everything works in a network namespace that is empty: without any address, not even that of the
/// machine itself.
@Tag("faults")
@Timeout(1800)
@EnabledOnOs(value = OS.LINUX, disabledReason = "other systems have no network namespaces")
class NoNetworkTest {
  @TempDir private Path folder;
  private FaultHome home = new FaultHome(Path.of(""));

  @BeforeEach
  void makeTheFolders() throws IOException {
    home = FaultHome.in(folder.resolve("home"));
  }

  @AfterEach
  void leaveItAsItWas() {
    home.close();
  }

  @Test
  void allCommandsWork() throws Exception {
    FaultTally tally = new FaultTally("no network, commands");
    Path room = WrittenForms.room(home, folder);
    List<List<String>> lines = new ArrayList<>();
    for (Form form : WrittenForms.all(room)) {
      lines.add(form.line(folder.resolve("result" + lines.size() + form.ending())));
    }
    for (List<String> training : List.of(WrittenForms.training(), WrittenForms.workers())) {
      List<String> line = new ArrayList<>(training);
      line.addAll(List.of("--out", folder.resolve("runs").toString()));
      lines.add(line);
    }
    for (String command : List.of("info", "scores", "verify", "replay")) {
      lines.add(List.of(command, room.toString()));
    }
    lines.add(List.of("audit", "all", room.toString()));
    lines.add(List.of("branch", room.toString(), "--at", "3", "--action", "0=south"));
    lines.add(List.of("preflight"));
    lines.add(List.of("gpu"));
    try (WarmProgram inside = WarmProgram.start(home, Namespaces.noNetwork(), List.of());
        WarmProgram outside = WarmProgram.start(home)) {
      for (List<String> line : lines) {
        tally.attempt();
        Answer answer = inside.run(line);
        int code = outside.run(line).code();
        tally.require(answer.code() == code, line + ": " + answer.code() + ", " + answer.err());
      }
    }
    tally.close();
  }

  @Test
  void theWindowOpens() throws Exception {
    FaultTally tally = new FaultTally("no network, window");
    Path room = WrittenForms.room(home, folder);
    tally.attempt();
    List<String> line = new ArrayList<>(Namespaces.noNetwork());
    line.addAll(home.java(List.of()));
    line.addAll(List.of("dev.hindsight.app.cli.Main", "open", room.toString()));
    Process process =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said.txt").toFile())
            .start();
    try {
      PreferencesFile settings = new PreferencesFile(home.path().resolve("config"));
      while (process.isAlive() && !settings.read().recent().contains(room)) {
        boolean _ = process.waitFor(50, TimeUnit.MILLISECONDS);
      }
      tally.require(process.isAlive(), "the window did not open");
      boolean _ = process.toHandle().destroy();
      tally.require(process.waitFor(120, TimeUnit.SECONDS), "the window does not close");
    } finally {
      process.destroyForcibly();
    }
    tally.close();
  }
}
