package dev.hindsight.inspector.heatmap;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.StaleMark;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.plot.PlotAxis;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.LiveGrowth;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Job;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.VBox;

/// Shows an agent's observations as a picture; pressing seeks, pointing names the number and the
/// tick. FX thread.
public final class HeatmapPanel implements Panel {
  private final HeatmapView view;
  private final CheckBox trialOnly = new CheckBox(wording("HeatmapPanel.this_trial_only"));
  private static final String LEGEND = wording("HeatmapPanel.blue_is_a_numbers_minimum_orange");

  private final WrappedLabel hint = WrappedLabel.muted("observation-map.told");
  private final VBox node;
  private Moment moment;
  private Request request;
  private Optional<Request> made = Optional.empty();
  private final NewestJob<Request, Answer> reading;

  private record Request(Rollout rollout, int agent, int from, int to) {}

  private record Answer(Request request, HeatmapData data) {}

  /// Opens it on the recording of a context.
  public HeatmapPanel(PanelContext context) {
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    request = new Request(context.rollout(), Moment.NO_AGENT, 0, 0);
    view = new HeatmapView(context.palette(), context::seek, this::tell);
    reading =
        new NewestJob<>(
                context,
                wording("HeatmapPanel.reading_observations"),
                HeatmapPanel::job,
                this::arrived)
            .about(request -> List.of(request.rollout, request.agent))
            .marking(new StaleMark(view));
    trialOnly.setId("observation-map.trial");
    trialOnly.setOnAction(_ -> show(moment));
    hint.reserving(LEGEND, longestName(context.rollout().manifest().observation()));
    node = new PanelBox(trialOnly, view, hint).growing(view);
    tell(-1, -1);
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    Rollout rollout = next.rollout();
    PlotAxis range =
        trialOnly.isSelected() ? PlotAxis.trialAt(rollout, next.tick()) : PlotAxis.whole(rollout);
    boolean grows = !trialOnly.isSelected() && request.from == 0 && request.agent == next.agent();
    boolean little = grows && range.to() >= request.to && !LiveGrowth.outdates(rollout, request.to);
    request = new Request(rollout, next.agent(), range.from(), little ? request.to : range.to());
    read();
    view.cursor(next.tick());
    if (next.agent() == Moment.NO_AGENT) {
      made.ifPresent(_ -> view.clear());
      made = Optional.empty();
      tell(-1, -1);
    }
  }

  private void read() {
    if (request.agent == Moment.NO_AGENT || made.equals(Optional.of(request))) {
      reading.withdraw();
    } else {
      reading.request(request);
    }
  }

  private static Job<Answer> job(Request request) {
    return (progress, cancellation) ->
        new Answer(
            request,
            HeatmapData.of(
                request.rollout,
                request.agent,
                request.from,
                Math.min(request.to, request.rollout.ticks()),
                progress,
                cancellation));
  }

  private void arrived(Answer answer) {
    made = Optional.of(answer.request);
    view.show(answer.data, moment.rollout().manifest().observation());
    view.cursor(moment.tick());
    tell(-1, -1);
    read();
  }

  @Override
  public void applyPalette(Palette palette) {
    view.applyPalette(palette);
  }

  /// @param tick under the mouse, -1 if none
  private void tell(int tick, int dimension) {
    if (moment.agent() == Moment.NO_AGENT) {
      hint.setText(wording("HeatmapPanel.select_an_agent_to_see_what"));
    } else if (tick < 0) {
      hint.setText(LEGEND);
    } else {
      hint.setText(words(tick, dimension));
    }
  }

  private static String longestName(ObservationLayout layout) {
    String name =
        IntStream.range(0, layout.size())
            .mapToObj(layout::nameOf)
            .max(Comparator.comparingInt(String::length))
            .orElse("number 00000");
    return "tick 000000, " + name + " (00000): -0.0000e-00";
  }

  private String words(int tick, int dimension) {
    int agents = moment.rollout().manifest().agents();
    ObservationLayout layout = moment.rollout().manifest().observation();
    Optional<Channel> observation =
        moment.rollout().channel("observation").filter(_ -> tick < moment.rollout().ticks());
    int size = observation.map(c -> c.rowLength() / Math.max(1, agents)).orElse(0);
    String name =
        layout.size() == size && dimension < size
            ? layout.nameOf(dimension)
            : wording("HeatmapPanel.number", dimension);
    String value =
        observation
            .filter(_ -> dimension < size)
            .map(c -> NumberWords.significant(c.value(tick, moment.agent() * size + dimension), 4))
            .orElse("–");
    return wording("HeatmapPanel.tick", tick, name, dimension, value);
  }
}
