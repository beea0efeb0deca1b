package dev.hindsight.inspector.attention;

import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.StaleMark;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.task.Job;
import java.util.function.Consumer;

/// Sees to it that a panel has the attention of the moment it shows. FX thread; computing is done
/// beside it.
public final class AttentionFollower {
  private final AttentionLibrary library;
  private final Consumer<AttentionState> changed;
  private final NewestJob<Wish, Answer> job;
  private AttentionState state = new AttentionState.Nobody();
  private Wish wished = new Wish(Moment.NO_AGENT, -1, 0);

  private record Wish(int agent, int tick, int edition) {}

  private record Answer(Wish wish, AttentionState state) {}

  /// @param changed gets every new state
  public AttentionFollower(PanelContext context, Consumer<AttentionState> changed) {
    this.library = library(context);
    this.changed = changed;
    this.job = new NewestJob<>(context, "Attention", this::compute, this::done);
  }

  /// Says what shows what is known, so that it is dimmed while another moment is worked out.
  public AttentionFollower marking(StaleMark... results) {
    job.marking(results);
    return this;
  }

  /// The library all panels of a recording share.
  public static AttentionLibrary library(PanelContext context) {
    return context.shared(AttentionLibrary.class, () -> new AttentionLibrary(context.rollout()));
  }

  /// The state now.
  public AttentionState state() {
    return state;
  }

  /// Shows a moment: keeps what is known if it still tells of it, and asks for what is not.
  public void follow(Moment moment) {
    if (moment.agent() == Moment.NO_AGENT || moment.tick() >= moment.rollout().ticks()) {
      wished = new Wish(Moment.NO_AGENT, -1, library.edition());
      become(new AttentionState.Nobody());
      return;
    }
    Wish wish = new Wish(moment.agent(), moment.tick(), library.edition());
    Wish before = wished;
    wished = wish;
    boolean serves =
        switch (state) {
          case AttentionState.Known known ->
              known.reading().tells(wish.agent, wish.tick)
                  && known.reading().edition() == wish.edition;
          // What lacks a checkpoint at one tick lacks it at all.
          case AttentionState.Lacking _ ->
              before.edition == wish.edition && before.agent == wish.agent;
          case AttentionState.Nobody _, AttentionState.Computing _ -> false;
        };
    if (!serves) {
      if (!(state instanceof AttentionState.Known known) || known.reading().agent() != wish.agent) {
        become(new AttentionState.Computing());
      }
      job.wish(wish);
    }
  }

  private Job<Answer> compute(Wish wish) {
    return (_, cancellation) -> {
      try {
        return new Answer(
            wish, new AttentionState.Known(library.reading(wish.agent, wish.tick, cancellation)));
      } catch (Problem problem) {
        return new Answer(wish, new AttentionState.Lacking(problem));
      }
    };
  }

  private void done(Answer answer) {
    if (answer.wish.agent == wished.agent && answer.wish.edition == wished.edition) {
      become(answer.state);
    }
  }

  private void become(AttentionState next) {
    if (!next.equals(state)) {
      state = next;
      changed.accept(next);
    }
  }
}
