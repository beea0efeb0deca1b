package dev.hindsight.app.fx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.event.ActionEvent;
import javafx.scene.Scene;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

class WholeNumberSpinnerTest {
  @Test
  void whatIsNoWholeNumberBringsTheLastOneBackAndOneBeyondTheBoundsTheNearest()
      throws TimeoutException {
    FxToolkit.registerPrimaryStage();
    List<String> shown =
        WaitForAsyncUtils.waitForAsyncFx(
            TimeUnit.SECONDS.toMillis(60),
            () -> {
              WholeNumberSpinner spinner = new WholeNumberSpinner(1, 50, 7);
              Scene _ = new Scene(spinner);
              List<String> all = new ArrayList<>();
              for (String typed :
                  List.of(
                      "abc",
                      "",
                      " 12 ",
                      "1e3",
                      "99999999999999999999",
                      "99",
                      "-4",
                      "\ud83d\ude97")) {
                spinner.getEditor().setText(typed);
                spinner.getEditor().fireEvent(new ActionEvent());
                all.add(spinner.getEditor().getText() + "=" + spinner.getValue());
              }
              spinner.getEditor().setText("none");
              spinner.increment(2);
              all.add(spinner.getEditor().getText() + "=" + spinner.getValue());
              return all;
            });
    assertEquals(
        List.of("7=7", "7=7", "12=12", "12=12", "50=50", "50=50", "1=1", "1=1", "3=3"), shown);
  }

  @Test
  void boundsThatLeaveNoNumberLeaveTheLeast() throws TimeoutException {
    FxToolkit.registerPrimaryStage();
    int value =
        WaitForAsyncUtils.waitForAsyncFx(
            TimeUnit.SECONDS.toMillis(60), () -> new WholeNumberSpinner(0, -1, 0).getValue());
    assertEquals(0, value);
  }
}
