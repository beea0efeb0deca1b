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
public final class AttentionLoader {
  private final AttentionReadingCache library;
  private final Consumer<AttentionState> changed;
  private final NewestJob<Request, Answer> job;
  private AttentionState state = new AttentionState.NoAgent();
  private Request wished = new Request(Moment.NO_AGENT, -1, 0);

  private record Request(int agent, int tick, int edition) {}

  private record Answer(Request wish, AttentionState state) {}

  /// @param changed gets every new state
  public AttentionLoader(PanelContext context, Consumer<AttentionState> changed) {
    this.library = library(context);
    this.changed = changed;
    this.job = new NewestJob<>(context, "Attention", this::compute, this::done);
  }

  /// Says what shows what is known, so that it is dimmed while another moment is worked out.
  public AttentionLoader marking(StaleMark... results) {
    job.marking(results);
    return this;
  }

  /// The library all panels of a recording share.
  public static AttentionReadingCache library(PanelContext context) {
    return context.shared(
        AttentionReadingCache.class, () -> new AttentionReadingCache(context.rollout()));
  }

  /// The state now.
  public AttentionState state() {
    return state;
  }

  /// Shows a moment: keeps what is known if it still tells of it, and asks for what is not.
  public void follow(Moment moment) {
    if (moment.agent() == Moment.NO_AGENT || moment.tick() >= moment.rollout().ticks()) {
      wished = new Request(Moment.NO_AGENT, -1, library.edition());
      become(new AttentionState.NoAgent());
      return;
    }
    Request request = new Request(moment.agent(), moment.tick(), library.edition());
    Request before = wished;
    wished = request;
    boolean serves =
        switch (state) {
          case AttentionState.Available available ->
              available.reading().tells(request.agent, request.tick)
                  && available.reading().edition() == request.edition;
          // What lacks a checkpoint at one tick lacks it at all.
          case AttentionState.Unavailable _ ->
              before.edition == request.edition && before.agent == request.agent;
          case AttentionState.NoAgent _, AttentionState.Computing _ -> false;
        };
    if (!serves) {
      if (!(state instanceof AttentionState.Available available)
          || available.reading().agent() != request.agent) {
        become(new AttentionState.Computing());
      }
      job.request(request);
    }
  }

  private Job<Answer> compute(Request request) {
    return (_, cancellation) -> {
      try {
        return new Answer(
            request,
            new AttentionState.Available(
                library.reading(request.agent, request.tick, cancellation)));
      } catch (Problem problem) {
        return new Answer(request, new AttentionState.Unavailable(problem));
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
