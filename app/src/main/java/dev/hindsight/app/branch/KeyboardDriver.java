package dev.hindsight.app.branch;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.record.Continuation;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// Somebody drives an agent, a tick a key: the FX thread presses keys, the thread that simulates
/// waits for them.
final class KeyboardDriver implements Continuation.ManualDriver {
  private static final long LOOK_MILLIS = 100;

  private final int agent;
  private final int from;
  private final SteeringKeys steeringKeys;
  private final Consumer<Rollout> onlooker;
  private final BlockingQueue<Optional<ForcedAction>> turns = new LinkedBlockingQueue<>();

  /// Keys that are down. FX thread.
  private final Set<SteeringDirection> down = EnumSet.noneOf(SteeringDirection.class);

  /// What was driven. FX thread.
  private final List<ForcedAction> driven = new ArrayList<>();

  /// @param from the tick it is taken at
  /// @param onlooker gets the growing recording, on the thread that simulates
  KeyboardDriver(int agent, int from, ActionSpace space, Consumer<Rollout> onlooker) {
    this.agent = agent;
    this.from = from;
    this.steeringKeys = new SteeringKeys(space);
    this.onlooker = onlooker;
  }

  /// Takes a key, pressed or released: W, A, S, D or an arrow drives a tick, the space bar one in
  /// neutral.
  ///
  /// @return whether the key was for it
  boolean take(KeyEvent event) {
    if (event.getEventType() == KeyEvent.KEY_RELEASED) {
      SteeringDirection.of(event.getCode()).ifPresent(down::remove);
      return false;
    }
    if (event.isShortcutDown() || event.isAltDown()) {
      return false;
    }
    Optional<SteeringDirection> direction = SteeringDirection.of(event.getCode());
    if (direction.isEmpty() && event.getCode() != KeyCode.SPACE) {
      return false;
    }
    direction.ifPresent(down::add);
    ForcedAction forcedAction = steeringKeys.of(direction.isPresent() ? down : Set.of());
    driven.add(forcedAction);
    turns.add(Optional.of(forcedAction));
    return true;
  }

  /// Lets go.
  ///
  /// @return what was driven; nothing where no key was pressed
  Optional<Edit> letGo() {
    turns.add(Optional.empty());
    return driven.isEmpty()
        ? Optional.empty()
        : Optional.of(new Edit.ActionSequence(from, agent, driven));
  }

  /// Who is driven.
  int agent() {
    return agent;
  }

  /// Ticks driven so far.
  int ticks() {
    return driven.size();
  }

  @Override
  public void looking(Rollout growing) {
    onlooker.accept(growing);
  }

  @Override
  public Optional<Edit> at(int tick, Cancellation cancellation) {
    while (true) {
      cancellation.throwIfCancelled();
      try {
        // A look now and then at whether the task was cancelled.
        Optional<Optional<ForcedAction>> turn =
            Optional.ofNullable(turns.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS));
        if (turn.isPresent()) {
          return turn.get().map(forcedAction -> new Edit.Action(tick, agent, forcedAction));
        }
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }
  }
}
