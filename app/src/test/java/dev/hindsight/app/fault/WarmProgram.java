package dev.hindsight.app.fault;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.app.cli.CapturedCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A process that runs one command line after the other, as they are sent to it, until it is
/// killed. Commands after the first find the program loaded, so a kill falls into the work and not
/// into the start of Java. One owner thread.
final class WarmProgram implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Process process;
  private final Writer commands;
  private final BufferedReader answers;
  private final Path errors;

  private WarmProgram(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    commands = process.outputWriter(StandardCharsets.UTF_8);
    answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /// How a command ended.
  ///
  /// @param code the exit code
  record Answer(int code, String out, String err) {
    /// Whether it was done.
    boolean ok() {
      return code == 0;
    }

    /// What is wrong with the way in which it failed; empty if it said in one line why.
    Optional<String> rudeness() {
      boolean rude = err.contains("a bug in Hindsight") || err.contains("\tat ");
      return rude || (code != 0 && err.strip().lines().count() != 1)
          ? Optional.of("code " + code + ", " + err.strip())
          : Optional.empty();
    }
  }

  /// Starts one with usual options.
  static WarmProgram start(FaultHome home) throws IOException {
    return start(home, List.of(), List.of());
  }

  /// Starts one.
  ///
  /// @param prefix a command line that runs the rest, such as `unshare`
  /// @param options for Java, beside the usual ones
  static WarmProgram start(FaultHome home, List<String> prefix, List<String> options)
      throws IOException {
    Path errors = Files.createTempFile(home.path(), "errors", ".txt");
    List<String> line = new ArrayList<>(prefix);
    line.addAll(home.java(options));
    line.add(Loop.class.getName());
    WarmProgram program =
        new WarmProgram(
            new ProcessBuilder(line)
                .directory(home.path().toFile())
                .redirectError(errors.toFile())
                .start(),
            errors);
    if (!prefix.isEmpty()) {
      // Its mounts are there when Java runs.
      Answer _ = program.run("--version");
    }
    return program;
  }

  /// Sends a command and does not wait for it.
  void send(List<String> command) throws IOException {
    commands.write(JSON.writeValueAsString(command) + "\n");
    commands.flush();
  }

  /// The answer to a command that was sent; empty if the process has died.
  Optional<Answer> answer() throws IOException {
    String line = answers.readLine();
    return line == null ? Optional.empty() : Optional.of(JSON.readValue(line, Answer.class));
  }

  /// Runs a command to its end.
  Answer run(List<String> command) throws IOException {
    send(command);
    return answer().orElseThrow(() -> new IllegalStateException("it died: " + errors()));
  }

  /// As [#run(List)].
  Answer run(String... command) throws IOException {
    return run(List.of(command));
  }

  /// Kills the process at once, as `kill -9` does, and waits until it is gone.
  ///
  /// @return whether it had answered the last command
  boolean kill() throws IOException, InterruptedException {
    // The process's own method would also throw away what it has printed.
    boolean _ = process.toHandle().destroyForcibly();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException("it cannot be killed");
    }
    boolean answered = whole(answers.readLine());
    close();
    return answered;
  }

  /// An answer that death cut off is none.
  private static boolean whole(@Nullable String line) {
    return line != null && line.endsWith("}");
  }

  /// Its id.
  long pid() {
    return process.pid();
  }

  /// What it printed beside its answers: warnings of Java, or how it crashed.
  String errors() {
    try {
      return Files.readString(errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    answers.close();
    Files.deleteIfExists(errors);
  }

  /// What the process runs.
  static final class Loop {
    private Loop() {}

    public static void main(String[] arguments) throws IOException {
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          CapturedCommand done = CapturedCommand.of(JSON.readValue(line, String[].class));
          Answer answer = new Answer(done.exitCode(), done.out(), done.err());
          System.out.println(JSON.writeValueAsString(answer));
        }
      }
      // Threads of a window or of a library may live on.
      System.exit(0);
    }
  }
}
