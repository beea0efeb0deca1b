package dev.hindsight.trainer.env;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The scenarios an environment runs on: maps, traffic files. An environment that generates its own
/// has none.
public interface Scenarios {
  /// Names of the shipped scenarios, in menu order.
  List<String> names();

  /// The scenario that forms begin with; empty if the environment can generate its own.
  default Optional<String> usual() {
    return names().stream().findFirst();
  }

  /// Whether a file or folder that a user opens is meant to be a scenario of this environment, by
  /// its name and kind alone; that of a file whose name says nothing is found out by reading it.
  default boolean looksLike(Path where) {
    return false;
  }

  /// Whether a folder can be one scenario, as a folder of sites is. Otherwise a folder is only a
  /// place where files of scenarios are.
  default boolean folders() {
    return false;
  }

  /// Extensions of the files it reads, with the dot: `.bin`. Empty if it takes no file.
  List<String> endings();

  /// The file for a user's input.
  ///
  /// @param nameOrPath name of a shipped scenario, or path of a file
  /// @throws Problem if it is neither
  Path resolve(String nameOrPath);

  /// The scenarios of a list that exist on this machine: a checkpoint names its training maps, and
  /// may come from another machine.
  ///
  /// @param namesOrPaths in the order of the result
  default List<String> here(List<String> namesOrPaths) {
    return namesOrPaths.stream()
        .filter(name -> names().contains(name) || NamedFile.existing(name).isPresent())
        .toList();
  }

  /// For an environment that generates its own scenarios.
  ///
  /// @param environment its name for people, for messages
  static Scenarios none(String environment) {
    return new Scenarios() {
      @Override
      public List<String> names() {
        return List.of();
      }

      @Override
      public List<String> endings() {
        return List.of();
      }

      @Override
      public Path resolve(String nameOrPath) {
        throw new Problem(
            wording("Scenarios.takes_no_map", environment),
            nameOrPath,
            wording("Scenarios.leave_the_map_out"));
      }
    };
  }
}
