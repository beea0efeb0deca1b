package dev.hindsight.inspector.live;

import dev.hindsight.trainer.learn.BuiltInPolicies;
import java.util.Optional;
import javafx.scene.control.ComboBox;

/// Takes a checkpoint: a file, a run or one of its versions, or a shipped policy, which its list
/// offers. FX thread.
public final class CheckpointBox extends ComboBox<String> {
  /// @param environment id of the recording's environment, whose shipped policies are offered
  /// @param question what the checkpoint is for, for users who do not see the prompt
  /// @param prompt shown while it is empty
  /// @param columns preferred width, in letters
  public CheckpointBox(String id, String environment, String question, String prompt, int columns) {
    setId(id);
    setEditable(true);
    setAccessibleText(question);
    setPromptText(prompt);
    getEditor().setPrefColumnCount(columns);
    getEditor().setAccessibleText(question);
    getItems().setAll(BuiltInPolicies.trained(environment));
    // A long name can be scrolled in a narrow pane.
    setMinWidth(0);
  }

  /// What was chosen or typed, without spaces around it; empty if nothing was.
  public Optional<String> named() {
    return Optional.ofNullable(getValue()).map(String::strip).filter(name -> !name.isEmpty());
  }
}
