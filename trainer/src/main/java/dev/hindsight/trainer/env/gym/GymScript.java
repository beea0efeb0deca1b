package dev.hindsight.trainer.env.gym;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// The Python files that come with the program: the script that runs an environment, and the
/// recorder for scripts of users.
public final class GymScript {
  private static final String BRIDGE = "hindsight_gym.py";
  private static final String RECORDER = "hindsight_recorder.py";

  /// Hexadecimal digits of a digest to show.
  private static final int SHOWN = 12;

  /// Of the script that runs an environment; read once, because forms show it at every key.
  private static final String DIGEST = digest(bridge()).substring(0, SHOWN);

  private GymScript() {}

  /// How to start a process.
  @FunctionalInterface
  interface Command {
    /// The words of its command line.
    ///
    /// @param folder an empty one for what it needs
    List<String> in(Path folder) throws IOException;
  }

  /// Runs the script with the Python that the settings name.
  static Command command(GymSettings settings) {
    return folder -> {
      Path script = folder.resolve(BRIDGE);
      Files.writeString(script, bridge());
      return List.of(settings.python().toString(), "-I", "-B", script.toString());
    };
  }

  /// The script that runs an environment.
  public static String bridge() {
    return read(BRIDGE);
  }

  /// The recorder for scripts of users.
  public static String recorder() {
    return read(RECORDER);
  }

  /// Name of the recorder's file.
  public static String recorderFile() {
    return RECORDER;
  }

  /// Which Python and which script will run, in a sentence without a full stop.
  static String words(GymSettings settings) {
    return wording(
        "GymScript.runs_python_with_the_script",
        settings.python(),
        BRIDGE,
        DIGEST,
        settings.id(),
        settings.path().isEmpty() ? "" : wording("GymScript.and_modules_of", settings.path()));
  }

  private static String digest(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String read(String name) {
    try (InputStream in = GymScript.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing in this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(name + " cannot be read in this build", e);
    }
  }
}
