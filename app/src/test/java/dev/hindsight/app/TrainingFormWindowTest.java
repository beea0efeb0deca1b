package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
    window.onFx(() -> {
      window.find("training.sheets", TabPane.class).getSelectionModel().select(1);
      return true;
    });
    window.until(() -> window.has("knob.hidden_size"));
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
