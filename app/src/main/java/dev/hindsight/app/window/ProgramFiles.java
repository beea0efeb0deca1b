package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Files that come with the program: its documentation and its licences. They are read from disk,
/// so they work without a network.
final class ProgramFiles {
  private ProgramFiles() {}

  /// Finds the documentation folder in the background; reports if there is none.
  ///
  /// @param found receives the start page
  static void docs(WindowContext window, Consumer<Path> found) {
    find(window, wording("ProgramFiles.the_documentation"), found, "README.md");
  }

  /// Finds the list of third-party components.
  ///
  /// @param found receives the file
  static void licences(WindowContext window, Consumer<Path> found) {
    find(
        window,
        wording("ProgramFiles.the_list_of_licences"),
        found,
        "../THIRD-PARTY.md",
        "../THIRD-PARTY",
        "../LICENSE");
  }

  private static void find(
      WindowContext window, String what, Consumer<Path> found, String... names) {
    window
        .background()
        .startHidden(
            wording("ProgramFiles.looking_for", what),
            (_, _) ->
                Stream.of(names)
                    .map(name -> folder().resolve(name).normalize())
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow(() ->
                        new Problem(
                            wording("ProgramFiles.is_not_beside_the_program", what),
                            folder().toString(),
                            wording("ProgramFiles.start_the_program_with_hindsight"))),
            found);
  }

  /// The documentation folder that the launchers name, or else the one in the source tree.
  private static Path folder() {
    return Optional.ofNullable(System.getProperty("hindsight.docs"))
        .map(Path::of)
        .orElseGet(() -> Path.of("docs"))
        .toAbsolutePath();
  }
}
