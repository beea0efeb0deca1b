package dev.hindsight.app.workspace;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.tasks.Background;
import dev.hindsight.app.tasks.TaskOutcome;
import dev.hindsight.trainer.rollout.FollowedRollout;
import dev.hindsight.trainer.rollout.Growth;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// The recordings that are getting longer: shows one as soon as it has a tick, and takes in what is
/// added to those that are open. Owned by the FX thread.
public final class LiveRecordings {
  /// Every lane is painted anew when a recording has grown: often enough to look alive, not with
  /// every frame.
  private static final long GROW_NANOS = 100_000_000;

  /// How often files of other processes are looked at, and recordings nobody sees grow.
  private static final long LOOK_NANOS = 500_000_000;

  private final Store<WorkspaceState, WorkspaceCommand> workspace;
  private final Background background;
  private final Set<Arrival> awaited = new LinkedHashSet<>();
  private final Set<FollowedRollout> looking = new HashSet<>();
  private long grown;
  private long looked;

  /// A recording that was asked for, told apart by identity.
  static final class Arrival {
    private final Tail tail;
    private final Consumer<Document> shown;
    private Optional<Rollout> rollout = Optional.empty();
    private Function<Rollout, Document> opener =
        _ -> {
          throw new IllegalStateException("it has not begun");
        };
    private Optional<Document> document = Optional.empty();

    /// @param tail whether its view follows the end
    /// @param shown gets its document just before it is shown
    Arrival(Tail tail, Consumer<Document> shown) {
      this.tail = tail;
      this.shown = shown;
    }

    private boolean ready() {
      return document.isEmpty() && rollout.map(begun -> begun.ticks() > 0).orElse(false);
    }
  }

  /// @param workspace where they are shown
  /// @param background looks at files
  public LiveRecordings(Store<WorkspaceState, WorkspaceCommand> workspace, Background background) {
    this.workspace = workspace;
    this.background = background;
  }

  /// It has begun; it is shown when there is something to see.
  ///
  /// @param opener makes its document
  void begin(Arrival arrival, Rollout rollout, Function<Rollout, Document> opener) {
    arrival.rollout = Optional.of(rollout);
    arrival.opener = opener;
    awaited.add(arrival);
  }

  /// It is finished; one that was over before it could be shown is shown now.
  void finish(Arrival arrival) {
    awaited.remove(arrival);
    if (arrival.document.isEmpty()) {
      show(arrival);
    }
    open(arrival)
        .ifPresent(document -> {
          document.grow();
          document.making().send(new Making.Whole());
        });
  }

  /// It will not be finished; what has been shown says so.
  void abandon(Arrival arrival, TaskOutcome outcome) {
    awaited.remove(arrival);
    if (arrival.document.isEmpty()) {
      arrival.rollout.ifPresent(Rollout::close);
    }
    open(arrival)
        .ifPresent(document -> {
          document.grow();
          int ticks = document.rollout().ticks();
          document
              .making()
              .send(
                  outcome instanceof TaskOutcome.Failed
                      ? Making.failed(ticks, outcome.words())
                      : Making.cancelled(ticks));
        });
  }

  /// Its document, unless the tab has been closed.
  private Optional<Document> open(Arrival arrival) {
    return arrival.document.filter(document -> workspace.state().tabs().contains(document));
  }

  /// Called before a frame is painted.
  public void poll() {
    List<Arrival> ready = awaited.stream().filter(Arrival::ready).toList();
    ready.forEach(this::show);
    awaited.removeAll(ready);
    long now = System.nanoTime();
    if (now - grown >= GROW_NANOS) {
      grown = now;
      workspace.state().document().filter(Document::live).ifPresent(Document::grow);
    }
    if (now - looked >= LOOK_NANOS) {
      looked = now;
      for (Tab tab : workspace.state().tabs()) {
        if (tab instanceof Document document) {
          if (document.live()) {
            document.grow();
          }
          look(document);
        }
      }
    }
  }

  private void show(Arrival arrival) {
    arrival.document = arrival.rollout.map(arrival.opener);
    arrival.document.ifPresent(document -> {
      document.making().send(new Making.UnderWay());
      arrival.shown.accept(document);
      document.begin(arrival.tail);
      workspace.send(new WorkspaceCommand.Open(document));
    });
  }

  private void look(Document document) {
    if (document.rollout() instanceof FollowedRollout followed
        && !(document.making().state() instanceof Making.Whole)
        && looking.add(followed)) {
      background.beside(
          "Following " + document.title(),
          (_, _) -> followed.refresh(),
          growth -> {
            if (growth != Growth.GONE) {
              looking.remove(followed);
            }
            if (workspace.state().tabs().contains(document)) {
              found(document, growth);
            }
          },
          // A file that cannot be read for a moment is looked at again.
          _ -> looking.remove(followed));
    }
  }

  /// What a look at the file has shown. FX thread.
  static void found(Document document, Growth growth) {
    document.grow();
    int ticks = document.rollout().ticks();
    Making next =
        switch (growth) {
          case GROWING -> new Making.UnderWay();
          case STOPPED -> Making.cutOff(ticks);
          case FINISHED -> new Making.Whole();
          case GONE -> Making.gone(ticks);
        };
    if (!next.equals(document.making().state())) {
      document.making().send(next);
    }
  }
}
