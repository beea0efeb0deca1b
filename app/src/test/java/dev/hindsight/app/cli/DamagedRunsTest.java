package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.OwnLedger;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What commands say of a ledger and of metrics with lines that they cannot read.
@ExtendWith(OwnLedger.class)
class DamagedRunsTest {
  @TempDir private Path home;

  private static void damage(Path file) throws IOException {
    Files.writeString(file, "garbage\n", StandardOpenOption.APPEND);
  }

  private static CapturedCommand done(String... arguments) {
    CapturedCommand command = CapturedCommand.of(arguments);
    assertEquals(0, command.exitCode(), command::toString);
    return command;
  }

  @Test
  void linesThatAreLeftOutAreCounted() throws IOException {
    done("train", "--env", "darkroom", "--set", "updates=2", "--set", "num_envs=2");
    RunRecord run = RunLedger.ofUser().runs().getLast();
    Path metrics = new RunFolder(run.start().folder()).metrics();
    String table = home.resolve("x.csv").toString();
    assertEquals("", done("runs").err());
    assertEquals("", done("runs", "export", run.id().text(), "--out", table).err());

    damage(RunLedger.ofUser().file());
    damage(metrics);
    damage(metrics);
    CapturedCommand listed = done("runs");
    assertTrue(listed.out().contains(run.id().text()), listed.out());
    assertTrue(listed.err().contains("ledger.jsonl: 1 line cannot be read and is"), listed.err());
    CapturedCommand exported = done("runs", "export", run.id().text(), "--out", table);
    assertTrue(exported.out().startsWith("2 updates in "), exported.out());
    assertTrue(
        exported.err().contains("metrics.jsonl: 2 lines cannot be read and are"), exported.err());
  }
}
