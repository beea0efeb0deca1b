package dev.hindsight.app.branch;

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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// Drives an agent by hand, one tick per key: keys arrive on the FX thread, and the simulation
/// thread waits for them.
final class KeyboardDriver implements Continuation.ManualDriver {
  private static final long LOOK_MILLIS = 100;

  private final int agent;
  private final int from;
  private final SteeringKeys steeringKeys;
  private final Consumer<Rollout> onlooker;
  private final BlockingQueue<Optional<ForcedAction>> turns = new LinkedBlockingQueue<>();

  /// The pressed keys. FX thread.
  private final Set<SteeringDirection> down = EnumSet.noneOf(SteeringDirection.class);

  /// The actions driven. FX thread.
  private final List<ForcedAction> driven = new ArrayList<>();

  /// How many of them the simulation has taken.
  private final AtomicInteger played = new AtomicInteger();

  /// Whether the recording has ended, so that the simulation takes no more.
  private volatile boolean over;

  /// @param from the first tick to drive
  /// @param onlooker receives the growing recording, on the simulation thread
  KeyboardDriver(int agent, int from, SteeringKeys steeringKeys, Consumer<Rollout> onlooker) {
    this.agent = agent;
    this.from = from;
    this.steeringKeys = steeringKeys;
    this.onlooker = onlooker;
  }

  /// Handles a pressed or released key: each key of [SteeringDirection] drives one tick, the space
  /// bar one tick in neutral.
  ///
  /// @return whether it used the key
  boolean take(KeyEvent event) {
    if (event.getEventType() == KeyEvent.KEY_RELEASED) {
      SteeringDirection.of(event.getCode()).ifPresent(down::remove);
      return false;
    }
    if (event.isShortcutDown() || event.isAltDown()) {
      return false;
    }
    Optional<SteeringDirection> direction = SteeringDirection.of(event.getCode());
    boolean neutral = event.getCode() == KeyCode.SPACE && steeringKeys.hasNeutral();
    if (direction.isEmpty() && !neutral) {
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
  /// @return the edit with the driven actions; empty if no key was pressed
  Optional<Edit> letGo() {
    turns.add(Optional.empty());
    return over ? played() : edit(driven);
  }

  /// Takes note that the recording has ended under the driver. Simulation thread.
  void end() {
    over = true;
  }

  /// What was driven before the recording ended; keys pressed since then moved nothing.
  Optional<Edit> played() {
    return edit(driven.subList(0, played.get()));
  }

  private Optional<Edit> edit(List<ForcedAction> actions) {
    return actions.isEmpty()
        ? Optional.empty()
        : Optional.of(new Edit.ActionSequence(from, agent, actions));
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
        // Checks now and then whether the task was cancelled.
        Optional<Optional<ForcedAction>> turn =
            Optional.ofNullable(turns.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS));
        if (turn.isPresent()) {
          turn.get().ifPresent(_ -> played.incrementAndGet());
          return turn.get().map(forcedAction -> new Edit.Action(tick, agent, forcedAction));
        }
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }
  }
}
