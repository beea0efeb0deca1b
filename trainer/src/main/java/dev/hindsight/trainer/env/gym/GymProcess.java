package dev.hindsight.trainer.env.gym;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.task.Watchdog;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A running Python process with one environment, which answers one request at a time. Blocks; one
/// thread at a time.
///
/// Python runs isolated (`-I`) in an empty folder, so that it imports nothing from the current
/// folder or from `PYTHONPATH`. A process that does not answer in time is killed; its owner ends
/// one that nobody has asked for a while. After any failure it is dead.
final class GymProcess implements AutoCloseable {
  /// Size of the file for what the process prints, at which it is emptied.
  private static final long MOST_PRINTED = 8L << 20;

  private static final int PRINTS_CHECKED = 256;
  private static final int LAST_WORDS = 4096;

  private final String id;
  private final TemporaryFolder folder;
  private final Path printed;
  private final Process process;
  private final DataInputStream in;
  private final OutputStream out;
  private final Watchdog patience;
  private final Watchdog idle;
  private final int patienceSeconds;
  private final Duration idleTime;
  private final GymSpaces spaces;
  private volatile boolean late;
  private boolean dead;
  private int requests;

  /// The clock when it was asked last, in nanoseconds.
  private long asked;

  /// The digest of everything that has happened in its environment; see [GymWorld].
  private long position;

  /// Starts a process and makes the environment.
  ///
  /// @param command starts the process; the script's folder is appended by [GymScript]
  /// @param idleTime how long it may wait for the next request
  /// @param unused called after that time, on a thread of its own
  /// @throws Problem if that fails, with what Python says
  GymProcess(
      GymSettings settings,
      GymScript.Command command,
      Duration idleTime,
      Consumer<GymProcess> unused) {
    id = settings.id();
    patienceSeconds = settings.patienceSeconds();
    this.idleTime = idleTime;
    folder = new TemporaryFolder("gym");
    printed = folder.path().resolve("printed");
    boolean made = false;
    try {
      List<String> words = command.in(folder.path());
      process =
          new ProcessBuilder(words)
              .directory(Files.createDirectory(folder.path().resolve("work")).toFile())
              .redirectError(ProcessBuilder.Redirect.appendTo(printed.toFile()))
              .start();
      in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
      out = new BufferedOutputStream(process.getOutputStream(), 1 << 16);
      patience =
          new Watchdog(
              Duration.ofSeconds(patienceSeconds),
              _ -> {
                late = true;
                kill();
              });
      idle = Watchdog.closedBy(idleTime, () -> unused.accept(this));
      made = true;
    } catch (IOException e) {
      throw new Problem(
          wording("GymProcess.python_does_not_start", String.valueOf(e.getMessage())),
          settings.python().toString(),
          wording("GymProcess.name_a_python_with_gymnasium"),
          e);
    } finally {
      if (!made) {
        folder.close();
      }
    }
    try {
      JsonNode hello = answer(GymFrame.HELLO).json();
      int protocol = hello.path("protocol").asInt();
      if (protocol != GymFrame.PROTOCOL) {
        throw new GymFrame.OtherProtocolException(protocol);
      }
      spaces =
          GymSpaces.read(ask(GymFrame.CONFIGURE, settings.request(), GymFrame.SPACES).json(), id);
    } catch (IOException e) {
      Problem problem = failed(e);
      close();
      throw problem;
    } catch (Problem problem) {
      close();
      throw problem;
    }
    rest();
  }

  /// Waits for the next request.
  private void rest() {
    asked = System.nanoTime();
    idle.watch();
  }

  /// What its environment says about itself.
  GymSpaces spaces() {
    return spaces;
  }

  /// The digest of everything that has happened in its environment.
  long position() {
    return position;
  }

  /// Sets the digest after a request.
  void position(long digest) {
    position = digest;
  }

  /// Whether it can be asked.
  boolean isAlive() {
    return !dead && process.isAlive();
  }

  /// Whether nobody has asked it for its idle time. If somebody has, its owner is called again
  /// after the next such time.
  boolean isUnused() {
    boolean unused = System.nanoTime() - asked >= idleTime.toNanos();
    if (!unused) {
      boolean _ = idle.step();
    }
    return unused;
  }

  /// Begins an episode.
  ///
  /// @throws Problem if the process fails, or gives what is no number
  GymResult reset(long seed) {
    byte[] payload =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(seed).array();
    return checked(request(GymFrame.RESET, payload, GymFrame.RESULT), 0);
  }

  /// Acts.
  ///
  /// @param sent `[A * W]`
  /// @param steps since the reset, after this one
  /// @param live `[A]` 1 for agents that act
  /// @throws Problem if the process fails, gives what is no number, or took other actions
  GymResult step(double[] sent, int steps, byte[] live) {
    ByteBuffer payload =
        ByteBuffer.allocate(sent.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    payload.asDoubleBuffer().put(sent);
    GymResult result = checked(request(GymFrame.STEP, payload.array(), GymFrame.RESULT), steps);
    int width = spaces.width();
    for (int agent = 0; agent < live.length; agent++) {
      for (int part = 0; live[agent] != 0 && part < width; part++) {
        double asked = sent[agent * width + part];
        double taken = result.acted()[agent * width + part];
        if (!(Math.abs(asked - taken) <= 1e-5 * Math.max(1, Math.abs(asked)))) {
          throw broken(
              wording(
                  "GymProcess.it_took_another_action",
                  spaces.parts().get(part).name(),
                  taken,
                  asked,
                  spaces.agents().get(agent)));
        }
      }
    }
    return result;
  }

  /// Draws the present state; [RenderedFrame#NONE] if the environment draws nothing.
  RenderedFrame render() {
    if (!spaces.render()) {
      return RenderedFrame.NONE;
    }
    ByteBuffer payload = request(GymFrame.RENDER, new byte[0], GymFrame.PICTURE).payload();
    if (payload.remaining() < 4) {
      throw broken(wording("GymProcess.a_picture_is_incomplete"));
    }
    int width = payload.getShort() & 0xffff;
    int height = payload.getShort() & 0xffff;
    if (payload.remaining() != 3L * width * height) {
      throw broken(wording("GymProcess.a_picture_is_incomplete"));
    }
    byte[] rgb = new byte[payload.remaining()];
    payload.get(rgb);
    return new RenderedFrame(width, height, rgb);
  }

  private GymResult checked(GymFrame frame, int steps) {
    int agents = spaces.agents().size();
    int size = spaces.layout().size();
    long bytes = GymResult.bytes(agents, spaces);
    if (frame.payload().remaining() != bytes) {
      throw broken(wording("GymProcess.a_result_has_bytes", frame.payload().remaining(), bytes));
    }
    GymResult result = GymResult.read(frame.payload(), agents, spaces);
    if (result.steps() != steps) {
      throw broken(wording("GymProcess.it_counts_steps", result.steps(), steps));
    }
    for (int agent = 0; agent < agents; agent++) {
      // Recordings hold 32-bit numbers: a reward beyond them would be recorded as infinite.
      if (!Float.isFinite((float) result.reward()[agent])) {
        throw broken(
            wording(
                "GymProcess.a_reward_is_no_number",
                result.reward()[agent],
                spaces.agents().get(agent),
                steps));
      }
    }
    for (int i = 0; i < result.observation().length; i++) {
      if (!Float.isFinite(result.observation()[i])) {
        throw broken(
            wording(
                "GymProcess.an_observation_is_no_number",
                result.observation()[i],
                spaces.layout().nameOf(i % size),
                spaces.agents().get(i / size),
                steps));
      }
    }
    return result;
  }

  private GymFrame request(int kind, byte[] payload, int expected) {
    if (++requests % PRINTS_CHECKED == 0) {
      emptyLongPrints();
    }
    idle.rest();
    try {
      GymFrame frame = ask(kind, payload, expected);
      rest();
      return frame;
    } catch (IOException e) {
      Problem problem = failed(e);
      close();
      throw problem;
    }
  }

  private GymFrame ask(int kind, byte[] payload, int expected) throws IOException {
    patience.watch();
    try {
      GymFrame.write(out, kind, payload);
    } catch (IOException e) {
      // A process that has died is explained by what it said last.
      if (process.isAlive()) {
        throw e;
      }
    }
    return answer(expected);
  }

  private GymFrame answer(int expected) throws IOException {
    patience.watch();
    try {
      GymFrame frame = GymFrame.read(in);
      if (frame.kind() == GymFrame.FAILURE) {
        JsonNode failure = frame.json();
        throw broken(
            wording(
                "GymProcess.the_environment_failed",
                failure.path("what").asText(),
                failure.path("where").asText()));
      }
      if (frame.kind() != expected) {
        throw broken(wording("GymProcess.it_answered_out_of_turn", frame.kind(), expected));
      }
      return frame;
    } finally {
      patience.rest();
    }
  }

  /// What a failed exchange means.
  private Problem failed(IOException e) {
    if (late) {
      return broken(wording("GymProcess.it_did_not_answer_within", patienceSeconds));
    }
    if (e instanceof GymFrame.OtherProtocolException other) {
      return broken(
          String.valueOf(other.getMessage()), wording("GymProcess.run_the_script_of_this_version"));
    }
    if (e instanceof GymFrame.NoFrameException) {
      return broken(
          wording("GymProcess.it_printed_where_frames_belong", String.valueOf(e.getMessage())));
    }
    String last = lastWords();
    return broken(wording("GymProcess.it_ended", last.isEmpty() ? lastCode() : last));
  }

  /// How it ended, if it said nothing.
  private String lastCode() {
    try {
      return process.waitFor(1, TimeUnit.SECONDS)
          ? wording("GymProcess.with_exit_code", process.exitValue())
          : wording("GymProcess.without_a_word");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return wording("GymProcess.without_a_word");
    }
  }

  /// The problem, and the end of the process.
  private Problem broken(String what) {
    return broken(what, wording("GymProcess.see_the_environments_own_code"));
  }

  private Problem broken(String what, String remedy) {
    close();
    return new Problem(what, id, remedy);
  }

  /// The last line that the process printed.
  private String lastWords() {
    try (RandomAccessFile file = new RandomAccessFile(printed.toFile(), "r")) {
      int count = (int) Math.min(LAST_WORDS, file.length());
      file.seek(file.length() - count);
      byte[] bytes = new byte[count];
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .reduce("", (_, line) -> line);
    } catch (IOException _) {
      return "";
    }
  }

  private void emptyLongPrints() {
    try {
      if (Files.size(printed) > MOST_PRINTED) {
        try (RandomAccessFile file = new RandomAccessFile(printed.toFile(), "rw")) {
          file.setLength(0);
        }
      }
    } catch (IOException _) {
      // It only keeps the folder small.
      return;
    }
  }

  private static void closeQuietly(Closeable pipe) {
    try {
      pipe.close();
    } catch (IOException _) {
      // The process at its other end has ended.
      return;
    }
  }

  private void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /// Ends the process.
  @Override
  public void close() {
    if (!dead) {
      dead = true;
      patience.close();
      idle.close();
      kill();
      closeQuietly(out);
      closeQuietly(in);
      folder.close();
    }
  }
}
