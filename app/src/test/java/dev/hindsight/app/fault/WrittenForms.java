package dev.hindsight.app.fault;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The commands of the benches: each small, of every kind of file that the program writes.
final class WrittenForms {
  private WrittenForms() {}

  /// A command that writes one file.
  ///
  /// @param ending of its name, with the dot
  /// @param command without the file to write
  record Form(String ending, List<String> command) {
    /// The whole command.
    List<String> line(Path out) {
      List<String> line = new ArrayList<>(command);
      line.addAll(List.of("--out", out.toString()));
      return line;
    }

    /// What equal results have in common, bit for bit; a recording also notes when it was made.
    static String identity(Path file) throws IOException {
      if (!file.toString().endsWith(".rollout")) {
        return FaultFiles.digest(file);
      }
      try (Rollout rollout = Rollouts.open(file)) {
        Rollouts.verify(file);
        return rollout.summary().map(Summary::hash).orElse("cut off");
      } catch (Problem problem) {
        return problem.getMessage();
      }
    }
  }

  private static Form form(String ending, String... command) {
    return new Form(ending, List.of(command));
  }

  /// A recording to read: one agent in the dark room.
  static Path room(FaultHome home, Path folder) throws IOException {
    Path room = folder.resolve("room.rollout");
    Form small =
        form(".rollout", "record", "--env", "darkroom", "--actions", "random", "--ticks", "400");
    try (WarmProgram program = WarmProgram.start(home)) {
      if (!program.run(small.line(room)).ok()) {
        throw new IllegalStateException("no recording");
      }
    }
    return room;
  }

  /// Recordings.
  static List<Form> recordings() {
    return List.of(
        form(".rollout", "record", "--env", "darkroom", "--actions", "random", "--ticks", "3000"),
        form(".rollout", "record", "--env", "spread", "--actions", "random", "--ticks", "600"));
  }

  /// All that is saved of a recording.
  static List<Form> exports(Path recording) {
    String file = recording.toString();
    return List.of(
        form(".csv", "export", file, "--channel", "observation"),
        form(".npy", "export", file, "--channel", "observation"),
        form(".hdf5", "export", file),
        form(".mcap", "export", file),
        form(".npz", "export", file),
        form(".html", "export", file));
  }

  /// Films and pictures.
  static List<Form> pictures(Path recording) {
    String file = recording.toString();
    return List.of(
        form(".mp4", "film", file, "--width", "160", "--height", "120", "--to", "60"),
        form(".gif", "film", file, "--width", "160", "--height", "120", "--to", "20"),
        form(".png", "frame", file, "--tick", "7", "--width", "320", "--height", "240"));
  }

  /// Maps.
  static List<Form> maps() {
    return List.of(form(".bin", "generate", "--kind", "intersection", "--seed", "3"));
  }

  /// All of them.
  static List<Form> all(Path recording) {
    return Stream.of(recordings(), exports(recording), pictures(recording), maps())
        .flatMap(List::stream)
        .toList();
  }

  /// A training of seconds, without its folder.
  static List<String> training() {
    List<String> line = new ArrayList<>(List.of("train", "--env", "darkroom"));
    for (String setting :
        List.of(
            "num_envs=8",
            "updates=40",
            "hidden_size=8",
            "feed_forward=8",
            "update_epochs=1",
            "minibatches=2")) {
      line.addAll(List.of("--set", setting));
    }
    return line;
  }

  /// The same with two workers.
  static List<String> workers() {
    List<String> line = new ArrayList<>(training());
    line.addAll(List.of("--workers", "2"));
    return line;
  }
}
