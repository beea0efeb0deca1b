package dev.hindsight.app.foreign;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.VBox;

/// Below the choice of a policy in a form: leads to what flows in and out of it, if another program
/// saved it with its code, and says so if the user must say more. FX thread.
public final class PolicyLink extends Hyperlink {
  private final WindowContext window;
  private Runnable stop = () -> {};
  private Optional<Path> file = Optional.empty();

  /// What a chosen policy is.
  private enum Found {
    /// Not of another program.
    NONE,
    /// It acts without more being said.
    CLEAR,
    /// Names and shapes do not say what flows in and out.
    UNCLEAR
  }

  /// @param id of the link
  public PolicyLink(String id, WindowContext window) {
    this.window = window;
    setId(id);
    setMinHeight(USE_PREF_SIZE);
    setWrapText(true);
    managedProperty().bind(visibleProperty());
    setVisible(false);
  }

  /// A choice with this link below it.
  public VBox below(Node choice) {
    return new VBox(2, choice, this);
  }

  /// Looks in the background at what was chosen.
  ///
  /// @param nameOrPath a file, or something else for which there is no link
  public void chosen(String nameOrPath, PolicyWorld world) {
    stop.run();
    setVisible(false);
    file = file(nameOrPath);
    file.ifPresent(path -> {
      setOnAction(_ -> window.openPolicy(path, Optional.of(world.environment().id())));
      stop =
          window
              .background()
              .startCancellable(
                  wording("PolicyLink.looking_at", path.getFileName()),
                  (_, _) -> look(path, world),
                  this::show,
                  _ -> {});
    });
  }

  private static Optional<Path> file(String nameOrPath) {
    String name = nameOrPath.strip();
    return name.endsWith(".pt") || name.endsWith(".pth") || name.endsWith(".onnx")
        ? NamedFile.path(name)
        : Optional.empty();
  }

  private static Found look(Path file, PolicyWorld world) {
    if (!Files.isRegularFile(file)) {
      return Found.NONE;
    }
    PolicyProgram policy;
    try {
      policy = PolicyProgram.read(file);
    } catch (Problem _) {
      // Weights, or a file that recording will refuse with its reason.
      return Found.NONE;
    }
    try {
      boolean acts =
          world.program().isPresent()
              || policy.review(Optional.empty(), world.shape()).problem().isEmpty();
      return acts ? Found.CLEAR : Found.UNCLEAR;
    } catch (Problem _) {
      // The world itself is not complete yet.
      return Found.CLEAR;
    }
  }

  private void show(Found found) {
    setVisible(found != Found.NONE);
    setText(
        found == Found.UNCLEAR
            ? wording("PolicyLink.say_what_flows")
            : wording("PolicyLink.what_flows"));
  }
}
