package dev.hindsight.inspector.agents;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;
import javafx.scene.Node;

/// The table of agents, and behind it the counts it is read from, which are made in the background
/// and made again when a live recording has outgrown them. FX thread.
final class AgentsPanel implements Panel {
  private final PanelContext context;
  private final AgentTable table;
  private Moment moment;
  private Optional<AgentLedger> ledger = Optional.empty();
  private int counted;
  private boolean counting;

  AgentsPanel(PanelContext context) {
    this.context = context;
    this.table = new AgentTable(context::select);
    this.moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    count();
  }

  @Override
  public Node node() {
    return table;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    if (next.tick() >= counted && next.rollout().ticks() > counted) {
      count();
    }
    ledger.ifPresent(read -> {
      int last = Math.clamp(next.tick(), 0, Math.max(0, counted - 1));
      table.show(read.at(last), next.agent());
    });
  }

  private void count() {
    if (counting) {
      return;
    }
    counting = true;
    Rollout rollout = moment.rollout();
    int ticks = rollout.ticks();
    context.background(
        "Counting",
        (progress, cancellation) -> AgentLedger.read(rollout, progress, cancellation),
        read -> {
          counting = false;
          counted = ticks;
          ledger = Optional.of(read);
          show(moment);
        });
  }
}
