package dev.hindsight.inspector.neighbours;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.StaleMark;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeHeads;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.scene.MarkSubject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.scene.Node;

/// The table of what the selected agent would have done without each of its neighbours, largest
/// effect first. FX thread; the network runs in the background.
final class LeaveOneOutView {
  private final LiveTree<Integer> table =
      new LiveTree<>("neighbours.leave-out", wording("LeaveOneOutView.without_each_neighbour"));
  private final NewestJob<Request, Answer> job;
  private EdgeHeads heads = EdgeHeads.ALL;
  private Optional<Answer> answer = Optional.empty();
  private List<LeaveOneOut.View> rows = List.of();
  private double largest = 1;

  private record Request(Rollout rollout, int agent, int tick) {}

  /// @param result empty if the agent was in limbo, or if it failed
  /// @param problem why it failed; empty if it did not
  private record Answer(Request request, Optional<LeaveOneOut> result, String problem) {}

  /// @param sentence dimmed with the table while a new result is computed
  /// @param arrived runs when a result has arrived
  LeaveOneOutView(PanelContext context, Node sentence, Runnable arrived) {
    job =
        new NewestJob<Request, Answer>(
                context,
                wording("LeaveOneOutView.leaving_out_neighbours"),
                request -> (_, _) -> compute(request),
                made -> {
                  answer = Optional.of(made);
                  arrived.run();
                })
            .marking(new StaleMark(table, sentence));
    table.column(wording("LeaveOneOutView.without"), 88, row -> at(row).map(this::name).orElse(""));
    table.bars(
        wording("LeaveOneOutView.kl_nats"),
        80,
        row -> at(row).map(view -> view.divergence() / largest).orElse(0.0),
        row -> at(row).map(view -> NumberWords.significant(view.divergence(), 2)).orElse(""));
    table.column(
        wording("LeaveOneOutView.it_would"),
        216,
        row -> at(row).map(view -> (view.otherAction() ? "≠ " : "") + view.action()).orElse(""));
    table.column(
        wording("LeaveOneOutView.value"),
        66,
        row -> at(row).map(view -> NumberWords.decimals(view.value(), 2)).orElse(""));
    table.column(
        wording("LeaveOneOutView.attention_on_it"),
        92,
        row -> at(row).flatMap(this::lost).map(NumberWords::percent).orElse(""));
    table.column(
        wording("LeaveOneOutView.most_attention_then"),
        130,
        row -> at(row).map(this::most).orElse(""));
    table
        .getSelectionModel()
        .selectedItemProperty()
        .addListener((_, _, _) ->
            table
                .chosen()
                .flatMap(this::at)
                .ifPresent(view -> {
                  Set<MarkSubject> subjects =
                      view.without().stream()
                          .map(MarkSubject::agent)
                          .collect(Collectors.toCollection(HashSet::new));
                  answer.ifPresent(each -> subjects.add(MarkSubject.agent(each.request.agent)));
                  context.point(subjects);
                }));
  }

  LiveTree<Integer> node() {
    return table;
  }

  /// Shows nothing.
  void clear() {
    rows = List.of();
    LiveTree.rows(table, 0);
  }

  /// Shows a moment, and returns a sentence about it.
  String show(Moment moment, EdgeHeads shown) {
    heads = shown;
    Request request = new Request(moment.rollout(), moment.agent(), moment.tick());
    boolean current =
        answer
            .map(each -> each.request)
            .filter(each -> each.agent == request.agent && each.tick == request.tick)
            .isPresent();
    if (current) {
      job.withdraw();
    } else {
      job.request(request);
      if (answer.isEmpty()) {
        return wording("LeaveOneOutView.computing");
      }
    }
    Answer latest = answer.orElseThrow();
    rows = latest.result.map(LeaveOneOutView::rows).orElse(List.of());
    largest = rows.stream().mapToDouble(LeaveOneOut.View::divergence).max().orElse(1);
    largest = largest > 0 ? largest : 1;
    LiveTree.rows(table, rows.size());
    table.refreshCells();
    String whose = BodyNames.title(latest.request.rollout, latest.request.agent);
    return latest
        .result
        .map(result -> result.words(whose, other -> BodyNames.brief(latest.request.rollout, other)))
        .orElseGet(() ->
            latest.problem.isEmpty()
                ? wording("NeighboursPanel.is_in_limbo_it_attends_to", whose)
                : wording("LeaveOneOutView.could_not_compute", latest.problem));
  }

  private static List<LeaveOneOut.View> rows(LeaveOneOut result) {
    List<LeaveOneOut.View> rows = new ArrayList<>();
    rows.add(result.whole());
    rows.addAll(result.each());
    if (!result.each().isEmpty()) {
      rows.add(result.alone());
    }
    return rows;
  }

  private static Answer compute(Request request) {
    try {
      return new Answer(
          request,
          LeaveOneOut.of(request.rollout, request.agent, request.tick, Optional.empty()),
          "");
    } catch (Problem problem) {
      return new Answer(request, Optional.empty(), String.valueOf(problem.getMessage()));
    }
  }

  private Optional<LeaveOneOut.View> at(int row) {
    return row >= 0 && row < rows.size() ? Optional.of(rows.get(row)) : Optional.empty();
  }

  private String name(LeaveOneOut.View view) {
    return switch (view.without().size()) {
      case 0 -> wording("LeaveOneOutView.nobody_left_out");
      case 1 -> brief(view.neighbour());
      default -> wording("LeaveOneOutView.all", view.without().size());
    };
  }

  private String brief(int other) {
    return answer.map(each -> BodyNames.brief(each.request.rollout, other)).orElse("");
  }

  /// The attention on the neighbours left out before they were; empty if none was.
  private Optional<Double> lost(LeaveOneOut.View view) {
    return view.without().isEmpty()
        ? Optional.empty()
        : answer
            .flatMap(Answer::result)
            .map(result -> result.attention(result.whole(), view.without(), heads));
  }

  /// Where most attention goes.
  private String most(LeaveOneOut.View view) {
    return answer
        .flatMap(Answer::result)
        .map(result -> {
          int other = result.mostAttention(view, heads);
          return (other == result.agent() ? wording("LeaveOneOutView.itself") : brief(other))
              + " "
              + NumberWords.percent(result.attention(view, Set.of(other), heads));
        })
        .orElse("");
  }
}
