package dev.hindsight.app.fault;

import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.app.fault.WarmProgram.Answer;
import dev.hindsight.app.fault.WrittenForms.Form;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// A command that writes one file. Every second attempt replaces an older result.
final class FileWork implements KillWork {
  /// Finished results that stay beside the one in work.
  private static final int RESULTS = 6;

  /// What is replaced.
  private static final String OLDER = "an older result";

  private final String name;
  private final Path folder;
  private final List<Form> forms;
  private final Map<Form, String> whole = new LinkedHashMap<>();
  private final Deque<Path> finished = new ArrayDeque<>();
  private boolean replaces;
  private int attempts;
  private Path target;
  private Form form;

  /// @param folder its own, with the files that the commands read
  FileWork(String name, Path folder, List<Form> forms) {
    this.name = name;
    this.folder = folder;
    this.forms = List.copyOf(forms);
    form = forms.getFirst();
    target = folder.resolve("none");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void prepare(WarmProgram program) throws IOException {
    Files.createDirectories(watched());
    for (Form each : forms) {
      Path result = folder.resolve("whole-" + whole.size() + each.ending());
      Answer answer = program.run(each.line(result));
      if (!answer.ok()) {
        throw new IllegalStateException(each + ": " + answer.err());
      }
      whole.put(each, Form.identity(result));
    }
  }

  @Override
  public List<String> next() throws IOException {
    if (finished.size() > RESULTS) {
      Files.delete(finished.remove());
    }
    form = forms.get(attempts % forms.size());
    target = watched().resolve("result-" + attempts + form.ending());
    replaces = attempts / forms.size() % 2 == 1;
    if (replaces) {
      Files.writeString(target, OLDER);
    }
    attempts++;
    return form.line(target);
  }

  /// The older result before it is replaced as a whole, or none before there is a whole one.
  private boolean untouched() throws IOException {
    return replaces
        ? Files.exists(target) && FaultFiles.digest(target).equals(digestOfOlder())
        : !Files.exists(target);
  }

  private static String digestOfOlder() {
    return FaultFiles.digest(OLDER.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Path watched() {
    return folder.resolve("out");
  }

  @Override
  public FaultFiles kept() throws IOException {
    FaultFiles all = FaultFiles.of(folder);
    all.digests().remove(folder.relativize(target).toString());
    all.digests().keySet().removeIf(file -> file.contains(".part"));
    return all;
  }

  @Override
  public void left(FaultTally tally) throws IOException {
    if (!untouched()) {
      tally.require(
          Files.exists(target) && Form.identity(target).equals(whole.get(form)),
          target + " is neither as before nor whole: " + form);
    }
    Pattern temporary =
        Pattern.compile(
            Pattern.quote(target.getFileName().toString()) + "(\\.\\p{XDigit}+)?\\.part");
    for (Path file : FaultFiles.list(watched())) {
      String left = file.getFileName().toString();
      if (file.equals(target) || finished.contains(file)) {
        continue;
      }
      tally.require(temporary.matcher(left).matches(), "an unknown file is left: " + left);
      if (left.equals(target.getFileName() + ".part") && Files.size(file) > 0) {
        CapturedCommand shown = CapturedCommand.of("info", file.toString());
        tally.require(
            shown.exitCode() == 0 || shown.err().lines().count() == 1,
            "what is left cannot be looked at: " + shown.err());
      }
      // As a day later, when it is cleared.
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
    }
  }

  @Override
  public void repeat(WarmProgram program, FaultTally tally) throws IOException {
    Answer answer = program.run(form.line(target));
    tally.require(answer.ok(), "again: " + answer.err() + " " + form);
    if (answer.ok()) {
      tally.require(
          Form.identity(target).equals(whole.get(form)), "again, it is different: " + form);
    }
    for (Path file : FaultFiles.list(watched())) {
      String left = file.getFileName().toString();
      if (left.startsWith(target.getFileName() + ".")) {
        tally.failed("still there: " + left);
        Files.delete(file);
      }
    }
    finished.add(target);
  }
}
