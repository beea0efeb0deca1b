package dev.hindsight.inspector.reward;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.RewardBreakdown;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// Lists the parts of the selected agent's reward at the cursor and over its trial. A row leads to
/// the tick of the trial at which its part was largest. FX thread; it reads in the background.
public final class RewardsPanel implements Panel {
  private final PanelContext context;
  private final WrappedLabel sentence = WrappedLabel.of("rewards.sentence");
  private final WrappedLabel agreement = WrappedLabel.muted("rewards.agreement");
  private final LiveTree<Integer> table =
      new LiveTree<>("rewards.table", wording("RewardsPanel.parts_of_the_reward"));
  private final PanelBox node;
  private final NewestJob<Request, RewardBreakdown> job;
  private Optional<Request> requested = Optional.empty();
  private Optional<RewardBreakdown> read = Optional.empty();
  private RewardTable rows = new RewardTable(List.of());
  private Moment moment;

  private record Request(int agent, int ticks) {}

  /// Opens it on the recording of a context.
  public RewardsPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    job =
        new NewestJob<>(
            context,
            wording("RewardsPanel.reading_rewards"),
            request -> {
              Rollout rollout = moment.rollout();
              return (_, cancellation) ->
                  RewardBreakdown.of(rollout, request.agent(), cancellation);
            },
            this::arrived);
    table.column(wording("RewardsPanel.part"), 168, row(RewardTable.Row::name));
    table.column(wording("RewardsPanel.this_tick"), 92, row(each -> number(each.here())));
    table.column(wording("RewardsPanel.this_trial"), 92, row(each -> number(each.trial())));
    table.bars(
        wording("RewardsPanel.share"),
        92,
        i ->
            i < rows.rows().size() && rows.rows().get(i).share() > 0
                ? rows.rows().get(i).share()
                : 0,
        row(RewardTable.Row::shareWords));
    table.column(wording("RewardsPanel.largest_at"), 96, row(this::place));
    table.copying(row(RewardTable.Row::toString));
    table.setOnMouseClicked(_ -> go());
    table.addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            go();
            event.consume();
          }
        });
    node = new PanelBox(sentence, agreement, table).growing(table);
    refresh();
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    int agent = next.agent();
    if (agent != Moment.NO_AGENT) {
      Request request = new Request(agent, next.rollout().ticks());
      if (!requested.equals(Optional.of(request))) {
        requested = Optional.of(request);
        job.request(request);
      }
    }
    refresh();
  }

  private void arrived(RewardBreakdown next) {
    read = Optional.of(next);
    refresh();
  }

  private Optional<RewardBreakdown> known() {
    return read.filter(each -> each.agent() == moment.agent());
  }

  private void refresh() {
    int tick = moment.tick();
    Optional<RewardBreakdown> shown = known().filter(each -> tick < each.ticks());
    rows =
        shown
            .map(each -> RewardTable.of(each, tick, trial(each, tick)))
            .orElse(new RewardTable(List.of()));
    sentence.setText(words());
    agreement.setText(known().map(this::agreement).orElse(""));
    LiveTree.rows(table, rows.rows().size());
    table.refreshCells();
  }

  private Span trial(RewardBreakdown known, int tick) {
    TrialIndex trials = moment.rollout().trials();
    int stretch = trials.stretchAt(tick);
    return new Span(trials.start(stretch), Math.min(trials.end(stretch), known.ticks()));
  }

  private String words() {
    if (moment.agent() == Moment.NO_AGENT) {
      return wording("RewardsPanel.select_an_agent_to_see_what");
    }
    if (known().isEmpty()) {
      return wording("RewardsPanel.reading");
    }
    if (rows.rows().isEmpty()) {
      return wording("RewardsPanel.this_tick_has_not_been_read");
    }
    RewardTable.Row recorded = rows.rows().getLast();
    return wording(
        "RewardsPanel.reward_at_this_tick_and_trial",
        number(recorded.here()),
        number(recorded.trial()));
  }

  private String agreement(RewardBreakdown known) {
    RewardBreakdown.Agreement found = known.agreement();
    int paid =
        (int) java.util.stream.IntStream.range(0, known.names().size()).filter(known::paid).count();
    String never =
        paid == known.names().size()
            ? ""
            : wording("RewardsPanel.parts_never_paid", known.names().size() - paid);
    return (found.holds()
            ? wording(
                "RewardsPanel.the_parts_add_up",
                known.ticks(),
                NumberWords.significant(found.gap(), 2))
            : wording(
                "RewardsPanel.the_parts_do_not_add_up",
                found.differing(),
                known.ticks(),
                place(found.first()),
                NumberWords.significant(found.gap(), 3)))
        + never;
  }

  private void go() {
    table
        .chosen()
        .filter(i -> i < rows.rows().size() && rows.rows().get(i).largest() >= 0)
        .ifPresent(i -> context.seek(rows.rows().get(i).largest()));
  }

  private String place(RewardTable.Row row) {
    return row.largest() < 0 ? "" : wording("RewardsPanel.tick", row.largest());
  }

  private String place(int tick) {
    return TickWords.of(moment.rollout().trials(), tick);
  }

  private Function<Integer, String> row(Function<RewardTable.Row, String> words) {
    return i -> i < rows.rows().size() ? words.apply(rows.rows().get(i)) : "";
  }

  private static String number(double value) {
    return NumberWords.signedSignificant(value, 4);
  }
}
