package dev.hindsight.inspector.agents;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;
import javafx.scene.Node;

/// Shows the table of agents. A background job reads the counts, and reads further when a live
/// recording has grown. FX thread.
public final class AgentsPanel implements Panel {
  private final PanelContext context;
  private final AgentTable table;
  private Moment moment;
  private Optional<AgentHistory> ledger = Optional.empty();
  private boolean counting;

  /// Opens it on the recording of a context.
  public AgentsPanel(PanelContext context) {
    this.context = context;
    this.table = new AgentTable(context.rollout(), context::select);
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
    if (next.tick() >= ledger.map(AgentHistory::ticks).orElse(0)) {
      count();
    }
    ledger.ifPresent(read -> {
      int last = Math.clamp(next.tick(), 0, Math.max(0, read.ticks() - 1));
      table.show(read.at(last), next.agent());
    });
  }

  private void count() {
    Rollout rollout = moment.rollout();
    Optional<AgentHistory> known = ledger;
    if (counting || known.map(AgentHistory::ticks).orElse(-1) == rollout.ticks()) {
      return;
    }
    counting = true;
    context.background(
        wording("AgentsPanel.counting"),
        (_, cancellation) ->
            known.isPresent()
                ? known.get().grown(cancellation)
                : AgentHistory.read(rollout, cancellation),
        read -> {
          counting = false;
          ledger = Optional.of(read);
          show(moment);
        });
  }
}
