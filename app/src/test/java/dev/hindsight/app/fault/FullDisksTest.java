package dev.hindsight.app.fault;

import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.app.fault.WarmProgram.Answer;
import dev.hindsight.app.fault.WrittenForms.Form;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Disks that fill while something is written, and disks that cannot be written at all: real ones,
/// which only the tried process sees.
@Tag("faults")
@Timeout(3600)
@EnabledOnOs(value = OS.LINUX, disabledReason = "other systems mount otherwise")
class FullDisksTest {
  private static final int DISK_KILOBYTES = 16 * 1024;

  /// Room on the disk, in hundredths of the size of the result.
  private static final List<Integer> ROOM = List.of(0, 3, 25, 50, 75, 95, 99);

  private static final String OLDER = "an older result";

  @TempDir private Path folder;
  private FaultHome home = new FaultHome(Path.of(""));
  private Path room = Path.of("");
  private Path disk = Path.of("");

  @BeforeEach
  void makeTheFolders() throws IOException {
    home = FaultHome.in(folder.resolve("home"));
    room = WrittenForms.room(home, folder);
    disk = Files.createDirectories(folder.resolve("disk"));
  }

  @AfterEach
  void leaveItAsItWas() {
    home.close();
  }

  @Test
  void aDiskThatFillsCostsNothingThatWasThere() throws Exception {
    FaultTally tally = new FaultTally("full disks, files");
    try (WarmProgram program =
        WarmProgram.start(home, Namespaces.disk(disk, DISK_KILOBYTES), List.of())) {
      for (Form form : WrittenForms.all(room)) {
        Path whole = folder.resolve("whole" + form.ending());
        Answer first = program.run(form.line(whole));
        tally.require(first.ok(), form + ": " + first.err());
        for (int hundredths : ROOM) {
          fill(program, form, whole, hundredths, tally);
        }
      }
    }
    tally.close();
  }

  private void fill(WarmProgram program, Form form, Path whole, int hundredths, FaultTally tally)
      throws IOException {
    String what = form + " with room for " + hundredths + " %";
    Path target = disk.resolve("result" + form.ending());
    Path seen = Namespaces.seen(program.pid(), target);
    Files.writeString(seen, OLDER);
    Path ballast = seen.resolveSibling("ballast");
    leave(ballast, Files.size(whole) * hundredths / 100);
    tally.attempt();
    Answer answer = program.run(form.line(target));
    answer.rudeness().ifPresent(rude -> tally.failed(what + ": " + rude));
    if (answer.ok()) {
      tally.require(
          Form.identity(seen).equals(Form.identity(whole)), "it is done and not whole: " + what);
    } else if (!Files.readString(seen, StandardCharsets.ISO_8859_1).equals(OLDER)) {
      tally.lost("the older result, " + what);
    }
    for (Path left : FaultFiles.list(seen.resolveSibling(""))) {
      String name = left.getFileName().toString();
      boolean known = left.equals(seen) || left.equals(ballast);
      // A recording that was cut off keeps the ticks that reached the disk.
      boolean part = name.equals(target.getFileName() + ".part") && name.contains(".rollout");
      tally.require(known || part, what + ": " + name + " is left");
    }
    Files.delete(ballast);
    Answer again = program.run(form.line(target));
    tally.require(again.ok(), what + ", again: " + again.err());
    tally.require(
        Form.identity(seen).equals(Form.identity(whole)), what + ", again: it is different");
    for (Path left : FaultFiles.list(seen.resolveSibling(""))) {
      tally.require(left.equals(seen), what + ", again: " + left.getFileName() + " is left");
      Files.delete(left);
    }
  }

  /// Fills a disk up to so many bytes.
  private static void leave(Path ballast, long bytes) throws IOException {
    long free = Files.getFileStore(ballast.resolveSibling("")).getUsableSpace();
    Files.write(ballast, new byte[(int) Math.max(0, free - bytes)]);
  }

  @Test
  void aRunGoesOnToTheSameBitsWhenThereIsRoomAgain() throws Exception {
    FaultTally tally = new FaultTally("full disks, runs");
    try (WarmProgram program =
        WarmProgram.start(home, Namespaces.disk(disk, DISK_KILOBYTES), List.of())) {
      RunWork whole = new RunWork("train", folder.resolve("whole"), WrittenForms.training());
      whole.prepare(program);
      long bytes = 0;
      for (Path file : FaultFiles.list(folder.resolve("whole"))) {
        bytes += Files.size(file);
      }
      for (int hundredths : ROOM) {
        tally.attempt();
        Path ballast = Namespaces.seen(program.pid(), disk.resolve("ballast"));
        leave(ballast, bytes * hundredths / 100);
        List<String> line = new ArrayList<>(WrittenForms.training());
        line.addAll(List.of("--json", "--out", disk.resolve("runs-" + hundredths).toString()));
        Answer answer = program.run(line);
        tally.require(!answer.ok(), "it fits into " + hundredths + " %");
        answer.rudeness().ifPresent(tally::failed);
        Files.delete(ballast);
        whole.goesOn(program, disk.resolve("runs-" + hundredths), tally);
      }
    }
    tally.close();
  }

  @Test
  void aCacheOrALedgerThatFillsIsToldInOneLine() throws Exception {
    FaultTally tally = new FaultTally("full disks, cache and ledger");
    Path home2 = disk.resolve("own");
    for (String kind : List.of("cache", "data", "config")) {
      try (WarmProgram program =
          WarmProgram.start(
              home,
              Namespaces.disk(disk, 1024),
              List.of("-Dhindsight." + kind + "=" + home2.resolve(kind)))) {
        Path seen = Namespaces.seen(program.pid(), disk);
        Files.createDirectories(seen.resolve("own"));
        Path ballast = seen.resolve("ballast");
        for (int left : List.of(0, 4, 40)) {
          leave(ballast, left * 1024L);
          everything(program, tally, kind + " with " + left + " kB");
          Files.delete(ballast);
        }
      }
    }
    tally.close();
  }

  /// Commands that write to all of the program's folders: each is done or says in one line why not.
  private void everything(WarmProgram program, FaultTally tally, String what) throws IOException {
    List<String> train = new ArrayList<>(WrittenForms.training());
    train.addAll(List.of("--out", folder.resolve("runs").toString()));
    for (List<String> line :
        List.of(
            List.of("info", room.toString()),
            List.of("film", room.toString(), "--to", "9", "--out", folder + "/x.mp4"),
            List.of("branch", room.toString(), "--at", "3", "--action", "0=south"),
            List.of(
                "record",
                "--env",
                "drive",
                "--map",
                "intersection-1",
                "--ticks",
                "5",
                "--out",
                folder + "/drive.rollout"),
            List.of("runs", "list"),
            train)) {
      tally.attempt();
      Answer answer = program.run(line);
      answer
          .rudeness()
          .ifPresent(rude -> tally.failed(what + ", " + line.getFirst() + ": " + rude));
    }
    CapturedCommand whole = CapturedCommand.of("verify", room.toString());
    if (whole.exitCode() != 0) {
      tally.lost("the recording: " + whole.err());
    }
  }

  @Test
  void aDiskForReadingOnlyIsReadAndNotWritten() throws Exception {
    FaultTally tally = new FaultTally("read-only disks");
    Path kept = Files.createDirectories(disk.resolve("kept"));
    Path recording = Files.copy(room, kept.resolve("room.rollout"));
    FaultFiles before = FaultFiles.of(disk);
    try (WarmProgram program = WarmProgram.start(home, Namespaces.readOnly(disk), List.of())) {
      for (Form form : WrittenForms.all(recording)) {
        tally.attempt();
        Answer refused = program.run(form.line(kept.resolve("result" + form.ending())));
        tally.require(!refused.ok(), "it was written: " + form);
        refused.rudeness().ifPresent(rude -> tally.failed(form + ": " + rude));
        tally.attempt();
        Answer read = program.run(form.line(folder.resolve("result" + form.ending())));
        tally.require(read.ok(), "it cannot be read: " + form + read.err());
      }
      for (String command : List.of("info", "scores", "verify", "replay", "branch")) {
        tally.attempt();
        Answer read = program.run(command, recording.toString());
        tally.require(read.ok(), command + ": " + read.err());
      }
      tally.attempt();
      program
          .run("branch", recording.toString(), "--at", "3", "--action", "0=south")
          .rudeness()
          .ifPresent(rude -> tally.failed("branch: " + rude));
    }
    for (String kind : List.of("cache", "data", "config")) {
      try (WarmProgram program =
          WarmProgram.start(
              home,
              Namespaces.readOnly(disk),
              List.of("-Dhindsight." + kind + "=" + disk.resolve(kind)))) {
        everything(program, tally, "a read-only " + kind);
      }
    }
    before.missing().forEach(tally::lost);
    tally.close();
  }
}
