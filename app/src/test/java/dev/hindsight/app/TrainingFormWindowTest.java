package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.inspector.TestMouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextField;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The form for a new run says what the command would refuse.
class TrainingFormWindowTest {
  private WindowUnderTest window;

  @BeforeEach
  void openTheForm() throws TimeoutException {
    window = new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()));
    window.press("button.file.train");
    window.until(() -> window.has("training.train") && window.has("knob.size"));
    window.settle();
  }

  @AfterEach
  void closeTheWindow() {
    window.close();
  }

  /// Each value is a valid one, and stands in the preset or in the form.
  @Test
  void sizesThatDoNotGoTogetherAreRefusedWhereTheyAreTyped() throws TimeoutException {
    showKnobs(1);
    type("hidden_size", "31");
    window.until(() -> message().startsWith("hidden_size: 2 attention heads cannot share"));
    assertTrue(cannotTrain());
    assertTrue(window.onFx(() -> field("hidden_size").getTooltip().getText()).endsWith("30 or 32"));

    type("hidden_size", "32");
    window.until(() -> message().startsWith("Saves to"));
    assertTrue(window.<Boolean>onFx(() -> field("hidden_size").getTooltip() == null));
    assertFalse(cannotTrain());

    type("num_heads", "3");
    window.until(() -> message().startsWith("hidden_size: 3 attention heads cannot share"));
    assertTrue(cannotTrain());
  }

  /// Each check takes some frames: in between, the line must not say that all is well.
  @Test
  void aRefusalStaysWhileTheUserTypesElsewhere() throws TimeoutException {
    showKnobs(1);
    type("hidden_size", "31");
    window.until(() -> message().startsWith("hidden_size: 2 attention heads"));
    List<String> said = new ArrayList<>();
    window.onFx(() -> {
      window
          .find("training.message", Labeled.class)
          .textProperty()
          .subscribe(words -> said.add(words));
      return true;
    });
    type("feed_forward", "6");
    type("feed_forward", "65");
    window.settle();
    assertTrue(said.stream().allMatch(words -> words.startsWith("hidden_size: ")), said::toString);
  }

  @Test
  void aFileThatIsThereAtLastIsRefusedNoLonger(@TempDir Path folder)
      throws TimeoutException, IOException {
    showKnobs(2);
    Path suite = folder.resolve("worlds.json");
    type("eval_suite", suite.toString());
    type("eval_every", "1");
    window.until(this::cannotTrain);
    Files.writeString(
        suite, "{\"environment\":\"darkroom\",\"settings\":{},\"worlds\":[{\"seed\":1}]}");
    window.onFx(() -> {
      Node form = window.find("training.form", Node.class);
      TestMouse.send(form, MouseEvent.MOUSE_ENTERED, form.localToScene(1, 1));
      return true;
    });
    window.until(() -> message().startsWith("Saves to"));
    assertFalse(cannotTrain());
  }

  private void showKnobs(int tab) {
    window.onFx(() -> {
      window.find("training.sheets", TabPane.class).getSelectionModel().select(tab);
      return true;
    });
  }

  private TextField field(String knob) {
    return window.find("knob." + knob, TextField.class);
  }

  private void type(String knob, String text) throws TimeoutException {
    window.onFx(() -> {
      field(knob).setText(text);
      return true;
    });
  }

  private String message() {
    return window.onFx(() -> window.find("training.message", Labeled.class).getText());
  }

  private boolean cannotTrain() throws TimeoutException {
    return window.<Boolean>onFx(() -> window.find("training.train", Node.class).isDisabled());
  }
}
