package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.branch.BranchController;
import dev.hindsight.app.branch.BranchState;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.window.Shell;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.trainer.branch.Branch;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;

/// A user with a separate home folder who opens a sample and goes back in it. Close it at the end
/// of a test.
final class TimeMachineUser implements AutoCloseable {
  private final TemporaryHome moved;
  final WindowUnderTest window;
  final UserInput input;

  /// Opens the window, with the keyboard focus on the first sample.
  TimeMachineUser(Path home) throws TimeoutException {
    moved = new TemporaryHome(home);
    window = new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()));
    input = new UserInput(window);
    window.settle();
  }

  @Override
  public void close() {
    window.close();
    moved.close();
  }

  /// Runs a menu command.
  void run(String command) throws TimeoutException {
    window.onFx(() -> {
      var commands = ((Shell) window.stage().getScene().getRoot()).commands();
      commands.run(commands.named(command));
      return true;
    });
    window.settle();
  }

  /// Brings a pane to the front, as a click on its tab does.
  void show(Document document, String kind) throws TimeoutException {
    window.onFx(() -> {
      document.layout().send(new LayoutCommand.Show(PaneId.of(kind)));
      return true;
    });
    window.settle();
  }

  /// Opens the sample with cars on a crossing from the welcome page.
  void openCrossing() throws TimeoutException {
    input.click(window.find("sample.crossing", Button.class));
  }

  /// As [#openCrossing], with the pane of its branches.
  Document openBranches() throws TimeoutException {
    openCrossing();
    Document document = opened(1);
    run("panel.branches");
    return document;
  }

  /// The branches of a recording, once they have been read.
  BranchController branches(Document document) throws TimeoutException {
    BranchController branches = window.onFx(() -> BranchController.of(document, window.context()));
    window.until(() -> branches.state().branches().isPresent());
    return branches;
  }

  /// Waits for this many tabs and until the front recording is complete, and returns it.
  Document opened(int tabs) throws TimeoutException {
    window.until(() -> window.context().workspace().state().tabs().size() == tabs);
    window.until(() ->
        window.context().workspace().state().document().stream()
            .anyMatch(shown -> shown.rollout().complete()));
    window.settle();
    return window.onFx(() -> window.context().workspace().state().document().orElseThrow());
  }

  /// The last of a recording's branches, of which there must be this many.
  Branch made(Document document, int count) {
    BranchState state = window.onFx(() -> BranchController.of(document, window.context()).state());
    List<Branch> all = state.branches().orElseThrow().all();
    assertEquals(count, all.size());
    return all.getLast();
  }

  int tick(Document document) {
    return window.onFx(() -> document.timeline().state().tick());
  }

  /// All visible notices of the window.
  String noticeText() {
    return window.onFx(() ->
        String.join(
            "\n",
            window.context().notices().state().open().stream().map(Notice::headline).toList()));
  }

  /// Selects a line of a list.
  void choose(String id, int index) {
    window.onFx(() -> {
      window.find(id, ComboBox.class).getSelectionModel().select(index);
      return true;
    });
  }

  /// Selects the line of a list that begins with a text.
  @SuppressWarnings("unchecked")
  void choose(String id, String words) {
    ComboBox<Object> box = window.find(id, ComboBox.class);
    window.onFx(() -> {
      for (int i = 0; i < box.getItems().size(); i++) {
        if (box.getConverter().toString(box.getItems().get(i)).startsWith(words)) {
          box.getSelectionModel().select(i);
          return true;
        }
      }
      throw new AssertionError("no line " + words);
    });
  }
}
