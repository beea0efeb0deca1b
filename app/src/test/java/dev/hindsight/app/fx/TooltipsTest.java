package dev.hindsight.app.fx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.hindsight.inspector.TestMouse;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.geometry.Point2D;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

class TooltipsTest {
  @Test
  void theWindowOfAFewWordsIsMadeWhenTheMouseFirstComesBy() throws TimeoutException {
    FxToolkit.registerPrimaryStage();
    Button button = new Button("Go");
    Tooltips.on(button, "Goes");
    assertEquals("Goes", button.getAccessibleHelp());
    assertNull(button.getTooltip());

    Tooltip made = visited(button);
    assertEquals("Goes", made.getText());
    assertSame(made, visited(button));
  }

  private static Tooltip visited(Button button) throws TimeoutException {
    return WaitForAsyncUtils.waitForAsyncFx(
        TimeUnit.SECONDS.toMillis(60),
        () -> {
          TestMouse.send(button, MouseEvent.MOUSE_ENTERED, Point2D.ZERO);
          return button.getTooltip();
        });
  }
}
