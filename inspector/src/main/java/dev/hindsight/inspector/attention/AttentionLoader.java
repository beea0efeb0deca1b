package dev.hindsight.inspector.attention;

import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.StaleMark;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.task.Job;
import java.util.List;
import java.util.function.Consumer;

/// Loads the attention of the moment that a panel shows. FX thread; it computes in the background.
public final class AttentionLoader {
  private final AttentionReadingCache library;
  private final Consumer<AttentionState> changed;
  private final NewestJob<Request, Answer> job;
  private AttentionState state = new AttentionState.NoAgent();
  private Request requested = new Request(Moment.NO_AGENT, -1, 0);

  private record Request(int agent, int tick, int edition) {}

  private record Answer(Request request, AttentionState state) {}

  /// @param changed receives every new state
  public AttentionLoader(PanelContext context, Consumer<AttentionState> changed) {
    this.library = library(context);
    this.changed = changed;
    this.job =
        new NewestJob<Request, Answer>(
                context, "Attention", this::compute, answer -> become(answer.state))
            .about(request -> List.of(request.agent, request.edition));
  }

  /// Names the marks that dim the results while another moment is computed.
  public AttentionLoader marking(StaleMark... results) {
    job.marking(results);
    return this;
  }

  /// The cache that all panels of a recording share.
  public static AttentionReadingCache library(PanelContext context) {
    return context.shared(
        AttentionReadingCache.class, () -> new AttentionReadingCache(context.rollout()));
  }

  /// The current state.
  public AttentionState state() {
    return state;
  }

  /// Follows a moment: keeps the reading if it covers the moment, and requests another one if not.
  public void follow(Moment moment) {
    if (moment.agent() == Moment.NO_AGENT || moment.tick() >= moment.rollout().ticks()) {
      requested = new Request(Moment.NO_AGENT, -1, library.edition());
      job.withdraw();
      become(new AttentionState.NoAgent());
      return;
    }
    Request request = new Request(moment.agent(), moment.tick(), library.edition());
    Request before = requested;
    requested = request;
    boolean serves =
        switch (state) {
          case AttentionState.Available available ->
              available.reading().tells(request.agent, request.tick)
                  && available.reading().edition() == request.edition;
          // Where the checkpoint is missing, it is missing at every tick; but one stretch may be
          // too long, and another one not.
          case AttentionState.Unavailable unavailable ->
              before.edition == request.edition
                  && before.agent == request.agent
                  && unavailable.only().map(ticks -> ticks.holds(request.tick)).orElse(true);
          case AttentionState.NoAgent _, AttentionState.Computing _ -> false;
        };
    if (serves) {
      job.withdraw();
    } else {
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
        return new Answer(
            request,
            new AttentionState.Unavailable(problem, library.stretch(request.agent, request.tick)));
      }
    };
  }

  private void become(AttentionState next) {
    if (!next.equals(state)) {
      state = next;
      changed.accept(next);
    }
  }
}
