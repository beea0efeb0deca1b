package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.QuestionRow;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunTrash;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.control.Button;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Asks before it deletes runs, saying what goes, and then offers to restore them. FX thread.
final class RunDeletion extends QuestionRow {
  private final BackgroundTasks background;
  private final Runnable changed;
  private final Button delete;
  private final Button restore;
  private final Button close;
  private List<RunRecord> runs = List.of();

  /// @param changed runs when the ledger has changed
  RunDeletion(BackgroundTasks background, Runnable changed) {
    super("training.deletion");
    this.background = background;
    this.changed = changed;
    delete =
        IconButton.of(
            "training.deletion.delete",
            wording("RunDeletion.delete"),
            Material2AL.DELETE,
            this::delete);
    restore =
        IconButton.of(
            "training.deletion.restore",
            wording("RunDeletion.restore"),
            Material2MZ.RESTORE_FROM_TRASH,
            this::restore);
    close =
        IconButton.of(
            "training.deletion.close",
            wording("RunDeletion.keep"),
            Material2AL.CLOSE,
            () -> setVisible(false));
    for (Button button : List.of(delete, restore)) {
      button.managedProperty().bind(button.visibleProperty());
    }
    answers(delete, restore, close);
  }

  /// Asks whether to delete runs.
  ///
  /// @param titles their names
  /// @param bytes of all their files
  void ask(List<RunRecord> asked, List<String> titles, long bytes) {
    runs = List.copyOf(asked);
    String size = NumberWords.bytes(bytes);
    show(
        runs.size() == 1
            ? wording("RunDeletion.delete_run_with_all_its_files", titles.getFirst(), size)
            : wording(
                "RunDeletion.delete_runs_with_all_their_files",
                runs.size(),
                titles.stream().limit(3).collect(Collectors.joining(", "))
                    + (titles.size() > 3 ? ", ..." : ""),
                size),
        delete);
    close.setText(wording("RunDeletion.keep"));
  }

  /// Takes the question back: other runs are selected now.
  void takeBack() {
    if (delete.isVisible()) {
      setVisible(false);
    }
  }

  private void show(String text, Button action) {
    delete.setVisible(delete.equals(action));
    restore.setVisible(restore.equals(action));
    ask(text);
  }

  private void delete() {
    List<RunRecord> all = runs;
    setVisible(false);
    background.startEssential(
        wording("RunDeletion.deleting"),
        (_, _) -> {
          RunTrash trash = new RunTrash(RunLedger.ofUser());
          return all.stream().filter(trash::delete).toList();
        },
        deleted -> {
          runs = deleted;
          int lacking = all.size() - deleted.size();
          show(
              lacking == 0
                  ? wording("RunDeletion.deleted", all.size())
                  : wording("RunDeletion.deleted_without_files", deleted.size(), lacking),
              restore);
          restore.setVisible(!deleted.isEmpty());
          close.setText(wording("RunDeletion.close"));
          changed.run();
        });
  }

  private void restore() {
    List<RunRecord> all = runs;
    setVisible(false);
    background.startEssential(
        wording("RunDeletion.restoring"),
        (_, _) -> {
          RunTrash trash = new RunTrash(RunLedger.ofUser());
          all.forEach(run -> trash.restore(run.id().text()));
          return true;
        },
        _ -> changed.run());
  }
}
