package dev.hindsight.app.branch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.ActionAxes;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.ActionSpace.Factor;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.task.Cancellation;
import java.util.List;
import java.util.Optional;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.Test;

/// What was driven by hand is what was pressed while there was something to drive.
class KeyboardDriverTest {
  private static final ActionSpace SPACE =
      new ActionSpace.Discrete(
          List.of(
              new Factor(
                  "steering",
                  "rad",
                  List.of(-1f, 0f, 1f),
                  List.of("steer right 1 rad", "straight on", "steer left 1 rad"))));

  private static KeyboardDriver driver() {
    return new KeyboardDriver(0, 7, new SteeringKeys(SPACE, ActionAxes.of(SPACE)), _ -> {});
  }

  private static void press(KeyboardDriver driver) {
    KeyEvent pressed =
        new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.A, false, false, false, false);
    assertTrue(driver.take(pressed));
  }

  private static int actions(Optional<Edit> edit) {
    return edit.map(each -> ((Edit.ActionSequence) each).choices().size()).orElse(0);
  }

  @Test
  void keysThatTheSimulationHasYetToTakeCount() {
    KeyboardDriver driver = driver();
    press(driver);
    press(driver);
    assertTrue(driver.at(7, new Cancellation()).isPresent());
    assertEquals(2, actions(driver.letGo()));
  }

  @Test
  void keysPressedAfterTheRecordingEndedMoveNothing() {
    KeyboardDriver driver = driver();
    press(driver);
    assertTrue(driver.at(7, new Cancellation()).isPresent());
    driver.end();
    press(driver);
    assertEquals(1, actions(driver.letGo()));
    assertEquals(1, actions(driver.played()));
  }
}
