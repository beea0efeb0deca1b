package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.QuestionRow;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.trainer.text.Sentences;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.scene.control.Button;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Asks before a run begins with a checkpoint of another version, other maps or other code: it may
/// not do what it would have done. Also before settings make its results mean less than they seem
/// to. FX thread.
final class VersionQuestion extends QuestionRow {
  private final BackgroundTasks background;
  private Runnable begin = () -> {};

  /// Cancels the comparison that goes on.
  private Runnable comparing = () -> {};

  VersionQuestion(BackgroundTasks background) {
    super("training.versions");
    this.background = background;
    Button anyway =
        IconButton.of(
            "training.versions.begin",
            wording("VersionQuestion.train_anyway"),
            Material2MZ.PLAY_ARROW,
            () -> {
              setVisible(false);
              begin.run();
            });
    Button cancel =
        IconButton.of(
            "training.versions.cancel",
            wording("VersionQuestion.do_not_train"),
            Material2AL.CLOSE,
            () -> setVisible(false));
    answers(anyway, cancel);
  }

  /// Begins a run at once if there is nothing to say, and otherwise when the user says so. A later
  /// call replaces an earlier one.
  ///
  /// @param changes finds them, a sentence each without a full stop; on a background thread
  /// @param run begins the run
  void compare(Supplier<List<String>> changes, Runnable run) {
    comparing.run();
    setVisible(false);
    comparing =
        background.startCancellable(
            wording("VersionQuestion.comparing_versions"),
            (_, _) -> changes.get(),
            found -> ask(found, run),
            // What cannot be read here cannot be read by the run either, which says so.
            _ -> run.run());
  }

  private void ask(List<String> changes, Runnable run) {
    if (changes.isEmpty()) {
      run.run();
      return;
    }
    begin = run;
    ask(changes.stream().map(Sentences::complete).collect(Collectors.joining(" ")));
  }

  /// Asks no more.
  void close() {
    comparing.run();
    setVisible(false);
  }
}
