package dev.hindsight.app.branch;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.notices.NoticeCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.ViewState;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.app.workspace.WorkspaceState;
import dev.hindsight.app.workspace.WorkspaceTab;
import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionAxes;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.RecordedPolicySource;
import dev.hindsight.trainer.record.Continuation;
import dev.hindsight.trainer.record.ReplayFromStart;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.scene.BodyNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// Taking the wheel: the recording runs on from the cursor in a tab of its own, one tick per key;
/// letting go makes a branch of the actions driven, after which the policy continues. FX thread.
public final class KeyboardDriveController {
  private final WindowContext window;
  private final CommandSet commands;
  private Optional<ActiveDrive> held = Optional.empty();

  /// Whether the tab of the current drive has been in front.
  private boolean shown;

  /// The title of the job that drives, or drove last.
  private String title = "";

  /// The user is driving.
  ///
  /// @param branchController controller of the recording driven from
  /// @param notice says which keys do what
  private record ActiveDrive(
      KeyboardDriver wheel, BranchController branchController, Path draft, Notice notice) {
    boolean shownIn(Document document) {
      return document.rollout().file().equals(draft);
    }
  }

  /// @param commands its keys are captured while the user drives
  public KeyboardDriveController(WindowContext window, CommandSet commands) {
    this.window = window;
    this.commands = commands;
    window.workspace().watch(this::follow);
  }

  /// Whether the user is driving.
  public boolean taken() {
    return held.isPresent();
  }

  /// What each key would do in a recording, in order: the letter, then its action. Empty if its
  /// actions have no names.
  public static Map<String, String> keys(Rollout rollout) {
    Map<String, String> keys = new LinkedHashMap<>();
    ActionManifest.read(rollout.manifest())
        .ifPresent(space ->
            steering(rollout, space)
                .words()
                .forEach((direction, words) -> keys.put(direction.key(), words)));
    return keys;
  }

  private static SteeringKeys steering(Rollout rollout, ActionSpace space) {
    return new SteeringKeys(
        space,
        BuiltInEnvironments.of(rollout)
            .map(type -> type.actionAxes(space))
            .orElseGet(() -> ActionAxes.of(space)));
  }

  /// Takes the wheel of the selected agent at the cursor, or lets go of it.
  public void turn(Document document) {
    if (taken()) {
      letGo();
    } else if (!window.background().shows(title)) {
      take(document);
    }
  }

  private void take(Document document) {
    Moment now = document.moment();
    Optional<ActionSpace> space = ActionManifest.read(document.rollout().manifest());
    if (now.agent() == Moment.NO_AGENT || space.isEmpty()) {
      window.raiseNotice(
          Notice.of(
              new Problem(
                  space.isEmpty()
                      ? wording("KeyboardDriveController.its_actions_have_no_names")
                      : wording("KeyboardDriveController.no_agent_is_selected"),
                  document.title(),
                  wording("KeyboardDriveController.select_the_agent_to_drive_in"))));
      return;
    }
    BranchController branchController = BranchController.of(document, window);
    ViewState seen = document.view().state();
    Path draft = draft(document);
    ShownRecording from = ShownRecording.of(document.rollout());
    held = Optional.empty();
    String who = BodyNames.titled(document.rollout(), now.agent());
    SteeringKeys steeringKeys = steering(document.rollout(), space.get());
    Notice notice = notice(who, steeringKeys);
    title = wording("KeyboardDriveController.at_the_wheel_of", who);
    window.recordDraft(
        title,
        (progress, cancellation, follower) -> {
          KeyboardDriver keyboardDriver =
              new KeyboardDriver(now.agent(), now.tick(), steeringKeys, follower);
          window
              .background()
              .runOnOwner(
                  () -> begin(new ActiveDrive(keyboardDriver, branchController, draft, notice)));
          try (Rollout rollout = from.open()) {
            SimulationRecipe simulationRecipe = SimulationRecipe.of(rollout);
            Files.createDirectories(draft.getParent());
            new Continuation(
                    simulationRecipe,
                    now.tick(),
                    List.of(),
                    new RecordedPolicySource(RunLedger.ofUser()),
                    branchController
                        .reached(from.file())
                        .orElse(new ReplayFromStart(simulationRecipe)),
                    Map.of(),
                    draft)
                .by(keyboardDriver)
                .run(progress, cancellation);
            keyboardDriver.end();
            window.background().runOnOwner(() -> episodeEnded(keyboardDriver));
          } finally {
            window.background().runOnOwner(() -> ended(keyboardDriver));
          }
          return draft;
        },
        shown -> shown.view().send(new ViewCommand.CopyFrom(seen)));
  }

  private static Path draft(Document document) {
    return CacheFolder.of("branches")
        .resolve("wheel")
        .resolve(document.stem() + "-at-the-wheel.rollout");
  }

  private void begin(ActiveDrive driving) {
    held = Optional.of(driving);
    shown = false;
    commands.captureKeys(this::take);
    commands.refresh();
    window.raiseNotice(driving.notice());
  }

  private static Notice notice(String who, SteeringKeys steeringKeys) {
    String keys =
        steeringKeys.words().entrySet().stream()
            .map(each ->
                wording("KeyboardDriveController.key_does", each.getKey().key(), each.getValue()))
            .collect(Collectors.joining(", "));
    return new Notice.Waiting(
        wording("KeyboardDriveController.you_drive", who),
        steeringKeys.hasNeutral()
            ? wording("KeyboardDriveController.each_key_is_a_tick", keys)
            : wording("KeyboardDriveController.each_key_is_a_tick_without_neutral", keys));
  }

  private boolean take(KeyEvent event) {
    if (event.getEventType() == KeyEvent.KEY_PRESSED && event.getCode() == KeyCode.ESCAPE) {
      letGo();
      return true;
    }
    return held.map(driving -> driving.wheel().take(event)).orElse(false);
  }

  /// Lets go once the tab at the wheel is no longer in front: keys would drive a world out of
  /// sight.
  private void follow(WorkspaceState now) {
    held.ifPresent(driving -> {
      if (now.document().filter(driving::shownIn).isPresent()) {
        shown = true;
      } else if (shown) {
        window
            .background()
            .runOnOwner(() -> {
              if (held.equals(Optional.of(driving))) {
                letGo();
              }
            });
      }
    });
  }

  private void letGo() {
    held.ifPresent(driving -> makeBranch(driving, driving.wheel().letGo()));
  }

  /// The recording ended under the driver, who has not let go.
  private void episodeEnded(KeyboardDriver keyboardDriver) {
    held.filter(driving -> driving.wheel().equals(keyboardDriver))
        .ifPresent(driving -> makeBranch(driving, keyboardDriver.played()));
  }

  private void makeBranch(ActiveDrive driving, Optional<Edit> driven) {
    ended(driving.wheel());
    driven.ifPresent(edit -> {
      driving.branchController().runOn(edit);
    });
  }

  /// Gives the keys back and closes the draft's tab.
  private void ended(KeyboardDriver keyboardDriver) {
    if (held.filter(driving -> driving.wheel().equals(keyboardDriver)).isPresent()) {
      commands.captureKeys(_ -> false);
      ActiveDrive driving = held.get();
      window.notices().send(new NoticeCommand.Dismiss(driving.notice()));
      held = Optional.empty();
      commands.refresh();
      for (WorkspaceTab workspaceTab : List.copyOf(window.workspace().state().tabs())) {
        if (workspaceTab instanceof Document document && driving.shownIn(document)) {
          window.close(document);
        }
      }
    }
  }
}
