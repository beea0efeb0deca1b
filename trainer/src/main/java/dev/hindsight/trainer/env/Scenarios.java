package dev.hindsight.trainer.env;

import dev.hindsight.trainer.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The scenarios an environment runs on: maps, traffic files. One that makes its own has none.
public interface Scenarios {
  /// Names of those that ship with the project, in the order menus show them.
  List<String> names();

  /// Endings of the files it reads, with the dot: `.bin`. Empty: it takes no file.
  List<String> endings();

  /// A file for what a user typed.
  ///
  /// @param nameOrPath a shipped one's name, or the path of a file
  /// @throws Problem if it is neither
  Path resolve(String nameOrPath);

  /// Those of a list that there are here: a checkpoint names the maps it was trained on, and may
  /// have come from another machine.
  ///
  /// @param namesOrPaths in the order they are to be in
  default List<String> here(List<String> namesOrPaths) {
    return namesOrPaths.stream()
        .filter(name -> names().contains(name) || Files.exists(Path.of(name)))
        .toList();
  }

  /// Of an environment that makes its own.
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
        throw new Problem(environment + " takes no map", nameOrPath, "leave the map out");
      }
    };
  }
}
