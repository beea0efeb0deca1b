package dev.hindsight.inspector.version;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.TestMouse;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real checkpoints as versions, from the file field to the picture.
class VersionsPanelTest {
  private static final String ACTED = "darkroom-5x5";

  @TempDir private Path folder;

  private static void add(PanelUnderTest panel, String checkpoint) {
    ComboBox<?> box = panel.find("versions.checkpoint", ComboBox.class);
    box.getEditor().setText(checkpoint);
    box.commitValue();
    panel.work();
  }

  private static String text(PanelUnderTest panel, String id) {
    return panel.find("versions." + id, Label.class).getText();
  }

  private static String row(PanelUnderTest panel, int row) {
    LiveTree<?> table = panel.find("versions.table", LiveTree.class);
    table.getSelectionModel().select(row);
    return table.copyText();
  }

  @Test
  void versionsAreShownNextToEachOtherAndTheSliderMovesBetweenThem() throws Exception {
    String noisy = PerturbedCheckpoints.write(folder, ACTED, "noisy", 0.4).toString();
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 60)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("versions", rollout)) {
          panel.show(7, 0);
          assertFalse(panel.find("versions.table", Node.class).isVisible(), "nothing to show yet");
          assertTrue(text(panel, "sentence").startsWith("Add checkpoints"));

          add(panel, noisy);
          add(panel, ACTED);
          Slider slider = panel.find("versions.slider", Slider.class);
          assertEquals(1, slider.getMax());
          String ofNoisy = text(panel, "sentence");
          assertTrue(ofNoisy.startsWith("1 noisy (of 2): the recorded action has "), ofNoisy);
          slider.setValue(1);
          String ofActed = text(panel, "sentence");
          assertTrue(ofActed.startsWith("2 darkroom-5x5 (of 2)"), ofActed);
          assertTrue(ofActed.endsWith("It is the version that acted."), ofActed);
          assertTrue(
              text(panel, "first-change").startsWith("Behaviour first changes at tick "),
              text(panel, "first-change"));

          String here = row(panel, 0);
          assertTrue(here.startsWith("Probability of the recorded action\t"), here);
          String[] numbers = here.split("\t", -1);
          assertEquals(3, numbers.length, here);
          assertTrue(ofNoisy.contains(numbers[1]) && ofActed.contains(numbers[2]), here);
          panel.show(31, 0);
          assertFalse(here.equals(row(panel, 0)), "another tick, other numbers");
        }
        return true;
      });
    }
  }

  /// Three agents that move by numbers, as `spread-3` moves them.
  private Rollout ofNumbers() {
    EnvironmentType spread = BuiltInEnvironments.named("spread");
    EnvironmentFactory factory =
        spread.prepare(spread.settings().parse(Map.of(), "test"), Optional.empty());
    Path file = folder.resolve("spread.rollout");
    try (OpenedPolicy opened = BuiltInPolicies.open("spread-3", factory.shape())) {
      RecordingRequest.ActingPolicy acting =
          new RecordingRequest.ActingPolicy(
              opened.policy(), opened.id(), opened.sha256(), opened.name());
      RecordingRequest request =
          new RecordingRequest(
              spread,
              factory,
              Optional.empty(),
              Optional.of(acting),
              new ActionSelection.Sample(),
              9,
              RecordingRequest.Until.ALL_TICKS,
              5,
              file);
      new RolloutRecorder(request).run(Progress.SILENT, new Cancellation());
    }
    return Rollouts.open(file);
  }

  @Test
  void aDensityIsCalledOne() throws Exception {
    try (Rollout rollout = ofNumbers()) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("versions", rollout)) {
          panel.show(7, 0);
          add(panel, "spread-3");
          String sentence = text(panel, "sentence");
          assertTrue(sentence.contains("(of 1): the recorded action has density "), sentence);
          String[] row = row(panel, 0).split("\t", -1);
          assertEquals("Density of the recorded action", row[0]);
          assertTrue(sentence.contains("density " + row[1] + " here"), sentence);
        }
        return true;
      });
    }
  }

  @Test
  void pressingThePictureGoesToTheTickAndShowsTheVersion() throws Exception {
    String noisy = PerturbedCheckpoints.write(folder, ACTED, "noisy", 0.4).toString();
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 60)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("versions", rollout)) {
          panel.show(7, 0);
          add(panel, noisy);
          add(panel, ACTED);
          VersionMatrixView view = panel.find("versions.matrix", VersionMatrixView.class);
          TestMouse.send(
              view,
              MouseEvent.MOUSE_PRESSED,
              view.localToScene(view.getWidth() - 2, (view.getHeight() - 17) * 0.75));
          assertEquals(59, panel.sought().getLast());
          assertEquals(1, panel.find("versions.slider", Slider.class).getValue());
        }
        return true;
      });
    }
  }

  @Test
  void aCheckpointThatCannotBeOpenedIsSaidAndCanBeRemoved() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 30)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("versions", rollout)) {
          panel.show(7, 0);
          add(panel, "no-such-checkpoint");
          assertTrue(
              text(panel, "sentence").startsWith("no-such-checkpoint: there is no such checkpoint"),
              text(panel, "sentence"));
          panel.find("versions.remove", Button.class).fire();
          assertTrue(text(panel, "sentence").startsWith("Add checkpoints"));
        }
        return true;
      });
    }
  }

  /// A recording of which only the first ticks are there yet.
  private static Rollout growing(Rollout whole, AtomicInteger ticks) {
    return (Rollout)
        Proxy.newProxyInstance(
            Rollout.class.getClassLoader(),
            new Class<?>[] {Rollout.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "ticks" -> ticks.get();
                  case "complete" -> false;
                  case "growing" -> true;
                  case "equals" ->
                      System.identityHashCode(proxy) == System.identityHashCode(arguments[0]);
                  default -> method.invoke(whole, arguments);
                });
  }

  @Test
  void aRemovedFailureIsForgottenAndALiveRecordingIsReadAgainAfterIt() throws Exception {
    try (Rollout whole = DarkRoomRecordings.trained(folder, 60)) {
      AtomicInteger ticks = new AtomicInteger(40);
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("versions", growing(whole, ticks))) {
          panel.show(39, 0);
          add(panel, "no-such-checkpoint");
          panel.find("versions.remove", Button.class).fire();
          add(panel, ACTED);
          String read = text(panel, "sentence");
          assertFalse(read.contains("no-such-checkpoint"), read);
          ticks.set(60);
          panel.show(39, 0);
          assertEquals(read + " Running versions: 1 left.", text(panel, "sentence"));
        }
        return true;
      });
    }
  }

  @Test
  void whatIsKnownOfALiveRecordingStaysWhileItGrowsAndIsReadAgainAfterAnEighth() throws Exception {
    String noisy = PerturbedCheckpoints.write(folder, ACTED, "noisy", 0.4).toString();
    try (Rollout whole = DarkRoomRecordings.trained(folder, 60)) {
      AtomicInteger ticks = new AtomicInteger(40);
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("versions", growing(whole, ticks))) {
          panel.show(39, 0);
          add(panel, noisy);
          String read = text(panel, "sentence");
          ticks.set(44);
          panel.show(39, 0);
          assertEquals(read, text(panel, "sentence"));
          panel.show(43, 0);
          assertEquals(
              "1 noisy: not run here yet; so far only on the first 40 ticks of a growing recording.",
              text(panel, "sentence"));
          ticks.set(45);
          panel.show(39, 0);
          assertEquals(read + " Running versions: 1 left.", text(panel, "sentence"));
          panel.show(44, 0);
          panel.work();
          assertTrue(
              text(panel, "sentence").startsWith("1 noisy (of 1): the recorded action has "),
              text(panel, "sentence"));
        }
        return true;
      });
    }
  }
}
