package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.workspace.RecordingDraft;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLabel;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Control;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TablePosition;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The list of runs in the window: what its menu offers, names, tags, and deleted runs.
class RunsTableWindowTest {
  @TempDir private Path home;

  private TrainingUser user;
  private WindowUnderTest window;

  @BeforeEach
  void openTheWindow() throws TimeoutException {
    user = new TrainingUser(home);
    window = user.window;
  }

  @AfterEach
  void closeTheWindow() {
    user.close();
  }

  /// The list of runs, after one has been trained.
  private TableView<?> trained() throws TimeoutException {
    user.train(3);
    window.until(() -> user.badge().equals("Finished"));
    window.press("training.toRuns");
    window.until(() -> window.has("training.runs"));
    TableView<?> runs = window.find("training.runs", TableView.class);
    window.until(() -> runs.getItems().size() == 1);
    return runs;
  }

  @Test
  void theRunsAreListedAndTheirBestIsRecordedInWhatItWasTrainedIn() throws TimeoutException {
    TableView<?> runs = trained();
    window.onFx(() -> {
      runs.getSelectionModel().select(0);
      return true;
    });
    window.until(() -> !window.find("training.outcome", TableView.class).getItems().isEmpty());
    window.press("training.best");
    window.until(() ->
        window
            .context()
            .workspace()
            .state()
            .active()
            .filter(RecordingDraft.class::isInstance)
            .isPresent());

    assertFalse(window.crashes().size() > 0);
    assertEquals(
        "darkroom",
        window
            .<RecordingDraft>onFx(
                () -> (RecordingDraft) window.context().workspace().state().active().orElseThrow())
            .origin()
            .orElseThrow()
            .environment()
            .id());
  }

  @Test
  void theMenuOfARunOffersWhatItsButtonsDo() throws TimeoutException {
    TableView<?> runs = trained();
    assertEquals(
        Collections.nCopies(10, true),
        window.onFx(() -> menu(runs).stream().map(MenuItem::isDisable).toList()),
        "no run is selected");

    List<MenuItem> items =
        window.onFx(() -> {
          runs.getSelectionModel().select(0);
          return menu(runs);
        });
    assertEquals(
        List.of(
            "Resume",
            "Record with its best checkpoint",
            "Continue from its best checkpoint",
            "Show its replay buffer",
            "Show its workers",
            "Histograms and texts",
            "Edit name",
            "Edit tags",
            "Edit note",
            "Delete…"),
        items.stream().map(MenuItem::getText).toList());
    assertEquals(
        List.of(true, false, false, true, true, true, false, false, false, false),
        items.stream().map(MenuItem::isDisable).toList(),
        "a finished run cannot be resumed, PPO has no replay buffer, it had no workers and is not"
            + " imported");

    window.onFx(() -> {
      items.get(2).fire();
      return true;
    });
    String best = new RunFolder(user.run().start().folder()).best().toString();
    window.until(() -> window.has("training.parent.box"));
    assertEquals(
        best, window.onFx(() -> window.find("training.parent.box", ComboBox.class).getValue()));
  }

  @Test
  void aRunIsNamedInItsCellFoundByItDeletedAndRestored() throws TimeoutException {
    TableView<?> runs = trained();
    write(runs, 0, "first try");
    window.until(() -> label().name().equals("first try"));
    write(runs, 1, "#baseline, small");
    window.until(() -> label().tags().equals(List.of("baseline", "small")));
    write(runs, 1, "small");
    window.until(() -> label().tags().equals(List.of("small")));
    write(runs, 0, "a/b");
    window.until(() -> !window.context().notices().state().open().isEmpty());
    assertEquals("first try", label().name(), "a name that looks like a file is refused");
    window.until(() -> runs.getColumns().getFirst().getCellData(0).equals("first try"));

    TextField filter = window.find("training.filter", TextField.class);
    for (String words : List.of("nothing", "first SMALL finished")) {
      window.onFx(() -> {
        filter.setText(words);
        return true;
      });
      assertEquals(words.equals("nothing") ? 0 : 1, runs.getItems().size(), words);
    }

    window.onFx(() -> {
      runs.getSelectionModel().select(0);
      return true;
    });
    window.press("training.delete");
    assertTrue(window.<Boolean>onFx(() -> user.words("training.deletion").contains("first try")));
    assertTrue(window.<Boolean>onFx(() -> user.words("training.deletion").contains("kB")));
    assertEquals(1, RunLedger.ofUser().runs().size(), "only asked");
    window.press("training.deletion.delete");
    window.until(() -> runs.getItems().isEmpty());
    assertEquals(0, RunLedger.ofUser().runs().size());
    window.press("training.deletion.restore");
    window.until(() -> runs.getItems().size() == 1);
    assertEquals("first try", label().name());
  }

  @Test
  void aRunWhoseFolderWasMovedIsNamedWhereTheUserSaysItIs() throws Exception {
    TableView<?> runs = trained();
    Path before = user.run().start().folder();
    Path moved = Files.move(before, before.resolveSibling("moved"));
    window.answer(moved);
    write(runs, 0, "first try");
    window.until(() -> runs.getColumns().getFirst().getCellData(0).equals("first try"));
    assertEquals("first try", RunLabel.of(new RunFolder(moved)).name());
    assertEquals("first try", label().name(), "where the ledger, and so the command, has it");
  }

  private RunLabel label() {
    return RunLabel.of(new RunFolder(user.run().start().folder()));
  }

  /// Types into a cell of the first row.
  private <T> void write(TableView<T> runs, int place, String text) {
    window.onFx(() -> {
      @SuppressWarnings("unchecked") // all columns hold texts
      TableColumn<T, String> column = (TableColumn<T, String>) runs.getColumns().get(place);
      column
          .getOnEditCommit()
          .handle(
              new TableColumn.CellEditEvent<>(
                  runs, new TablePosition<>(runs, 0, column), TableColumn.editCommitEvent(), text));
      return true;
    });
  }

  /// The items of a list's menu as it appears.
  private List<MenuItem> menu(Control list) {
    ContextMenu menu = list.getContextMenu();
    menu.show(window.stage());
    menu.hide();
    return List.copyOf(menu.getItems());
  }
}
