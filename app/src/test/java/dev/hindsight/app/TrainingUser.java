package dev.hindsight.app;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextField;

/// A user with a separate home folder who trains policies of the dark room. Close it at the end of
/// a test.
final class TrainingUser implements AutoCloseable {
  private static final Map<String, String> SMALL =
      Map.of("num_envs", "8", "hidden_size", "8", "feed_forward", "8", "update_epochs", "1");

  private final TemporaryHome moved;
  final WindowUnderTest window;

  /// Opens the window.
  TrainingUser(Path home) throws TimeoutException {
    moved = new TemporaryHome(home);
    window = new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()));
  }

  @Override
  public void close() {
    window.close();
    moved.close();
  }

  /// Opens the form.
  void open() throws TimeoutException {
    window.press("button.file.train");
    window.until(() -> window.has("training.train") && window.has("knob.size"));
    window.settle();
  }

  /// Opens the form and trains a small policy.
  void train(int updates) throws TimeoutException {
    open();
    Map<String, String> knobs = new HashMap<>(SMALL);
    knobs.put("updates", "" + updates);
    train(knobs);
  }

  /// Types settings of the algorithm into the open form, and trains.
  void train(Map<String, String> knobs) throws TimeoutException {
    window.onFx(() -> {
      window.find("training.sheets", TabPane.class).getSelectionModel().select(1);
      return true;
    });
    window.until(() -> window.has("knob.updates"));
    window.onFx(() -> {
      knobs.forEach((name, text) -> window.find("knob." + name, TextField.class).setText(text));
      return true;
    });
    window.press("training.train");
  }

  /// Empty while the run is not shown: a parent is read before its run begins.
  String badge() {
    return window.has("training.badge")
        ? window.onFx(() -> window.find("training.badge", Labeled.class).getText())
        : "";
  }

  /// The newest run.
  RunRecord run() {
    return RunLedger.ofUser().runs().getLast();
  }

  /// The reports of the newest run.
  List<UpdateReport> reports() {
    return MetricsLog.read(new RunFolder(run().start().folder()).metrics());
  }

  /// All words of a part of the window.
  String words(String id) {
    return spoken(window.find(id, Node.class));
  }

  private static String spoken(Node node) {
    StringBuilder words = new StringBuilder();
    if (node instanceof Labeled labeled && labeled.getText() != null) {
      words.append(labeled.getText());
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> words.append(spoken(child)));
    }
    return words.toString();
  }
}
