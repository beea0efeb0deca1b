package dev.hindsight.inspector.neighbours;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.MessagePanel;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.StackedOrSideBySide;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeHeads;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.attention.ObservedNeighbours;
import dev.hindsight.trainer.attention.RecordedEdges;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.SketchChoice;
import dev.hindsight.trainer.scene.SketchChoice.Alternative;
import dev.hindsight.trainer.scene.SketchSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.layout.FlowPane;

/// Shows the selected agent's neighbours by weight, every edge of the tick as a dot, and whether
/// the checkpoint reproduces them. The chosen layer and head apply to scenes too. FX thread.
public final class NeighboursPanel implements Panel {
  private static final int COMPARED = 20;
  private static final double TABLE = 0.58;

  private final PanelContext context;
  private final ObservedNeighbours seen;
  private final EdgeTraces traces;
  private final WrappedLabel wrappedLabel = WrappedLabel.of("neighbours.sentence");
  private final WrappedLabel recomputation = WrappedLabel.muted("neighbours.anew");
  private final Map<SketchChoice, WordedChoiceBox<Alternative>> choices = new LinkedHashMap<>();
  private final WordedChoiceBox<Integer> feature;
  private final FlowPane controls = new FlowPane(6, 4);
  private final LiveTree<Integer> table =
      new LiveTree<>("neighbours.table", wording("NeighboursPanel.neighbours_by_weight"));
  private final EdgeScatter scatter;
  private final StackedOrSideBySide attention;
  private final LeaveOneOutView leaveOneOut;
  private final WordedChoiceBox<Subject> subject =
      new WordedChoiceBox<>(
          "neighbours.subject", wording("NeighboursPanel.what_to_show"), Subject::words);
  private final PanelBox node;
  private SketchSettings sketchSettings = SketchSettings.NOTHING;
  private Moment moment;
  private List<NeighbourWeight> looks = List.of();

  /// Opens the panel on the recording of a context; if it can show nothing, the panel says why.
  public static Panel open(PanelContext context) {
    return ObservedNeighbours.of(context.rollout())
        .<Panel>map(seen -> new NeighboursPanel(context, seen))
        .orElseGet(() ->
            new MessagePanel(
                "neighbours.sentence", wording("NeighboursPanel.the_recorded_attention_does_not")));
  }

  private NeighboursPanel(PanelContext context, ObservedNeighbours seen) {
    this.context = context;
    this.seen = seen;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    traces = new EdgeTraces(context, seen, () -> show(moment));
    scatter = new EdgeScatter(context.palette());
    feature =
        new WordedChoiceBox<>(
            "neighbours.feature",
            wording("NeighboursPanel.what_to_plot_weights_against"),
            this::name);
    offerFeatures();
    table
        .getSelectionModel()
        .selectedItemProperty()
        .addListener((_, _, _) -> table.chosen().flatMap(this::look).ifPresent(this::point));
    attention = new StackedOrSideBySide(table, TABLE, scatter);
    leaveOneOut = new LeaveOneOutView(context, wrappedLabel, () -> show(moment));
    subject.offer(List.of(Subject.values()), Subject.ATTENTION, _ -> showSubject());
    controls.getChildren().add(subject);
    node =
        new PanelBox(controls, wrappedLabel, attention, leaveOneOut.node(), recomputation)
            .growing(attention)
            .growing(leaveOneOut.node());
    showSubject();
    context.watchChosen(this::choose);
    prove(context.rollout());
  }

  /// What the panel shows.
  private enum Subject {
    /// Attention on each neighbour.
    ATTENTION(wording("NeighboursPanel.attention")),
    /// What the agent would have done without each neighbour.
    LEAVE_ONE_OUT(wording("NeighboursPanel.leave_one_out"));

    private final String words;

    Subject(String words) {
      this.words = words;
    }

    private String words() {
      return words;
    }
  }

  private boolean leavesOut() {
    return subject.chosen().filter(Subject.LEAVE_ONE_OUT::equals).isPresent();
  }

  private void showSubject() {
    boolean leaves = leavesOut();
    for (Node part : List.of(attention, feature, recomputation)) {
      part.setVisible(!leaves);
      part.setManaged(!leaves);
    }
    leaveOneOut.node().setVisible(leaves);
    leaveOneOut.node().setManaged(leaves);
    show(moment);
  }

  private void offerFeatures() {
    List<Integer> features = IntStream.rangeClosed(1, seen.graph().edgeFeatures()).boxed().toList();
    Integer closest =
        features.stream()
            .filter(f -> table().feature(f).equals("dcpa"))
            .findFirst()
            .orElse(features.getFirst());
    feature.offer(features, closest, _ -> show(moment));
  }

  /// The first weights show how many layers and heads there are.
  private void offer(EdgeTrace trace) {
    if (!choices.isEmpty()) {
      return;
    }
    for (SketchChoice choice : EdgeHeads.choices(trace.layers(), trace.heads())) {
      WordedChoiceBox<Alternative> box =
          new WordedChoiceBox<>("neighbours." + choice.id(), choice.title(), Alternative::words);
      box.offer(
          choice.ways(),
          sketchSettings.of(choice),
          alternative -> context.choose(choice.id(), alternative.id()));
      choices.put(choice, box);
      controls.getChildren().add(box);
    }
    controls.getChildren().add(feature);
    table.column("Agent", 118, row -> look(row).map(this::who).orElse(""));
    table.bars(
        "Weight",
        84,
        row -> look(row).map(l -> (double) l.weight()).orElse(0.0),
        row -> look(row).map(l -> percent(l.weight())).orElse(""));
    for (int head = 0; head < trace.heads(); head++) {
      int number = head;
      table.column(
          wording("NeighboursPanel.head", EdgeHeads.way(head)),
          76,
          row -> look(row).map(l -> percent(l.byHead()[number])).orElse(""));
    }
  }

  private void choose(SketchSettings next) {
    sketchSettings = next;
    choices.forEach((choice, box) -> box.setValue(next.of(choice)));
    show(moment);
  }

  private void prove(Rollout rollout) {
    int ticks = rollout.ticks();
    recomputation.setText(wording("NeighboursPanel.computing_it_again_from_the_checkpoint"));
    context.background(
        wording("NeighboursPanel.computing_attention_again"),
        (_, _) -> {
          try {
            return RecomputedEdges.of(rollout, seen, 0, ticks, Math.max(1, ticks / COMPARED))
                .words();
          } catch (Problem problem) {
            return wording("NeighboursPanel.could_not_compute_it_again", problem.getMessage());
          }
        },
        recomputation::setText);
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    if (next.tick() < 0 || next.tick() >= next.rollout().ticks()) {
      return;
    }
    Optional<EdgeTrace> trace = traces.at(next.tick());
    trace.ifPresent(this::show);
    if (trace.isEmpty()) {
      wrappedLabel.setText(traces.lack(next.tick()));
      looks = List.of();
      LiveTree.rows(table, 0);
      scatter.show(EdgeScatter.Dots.NONE);
    }
  }

  private void show(EdgeTrace trace) {
    offer(trace);
    EdgeHeads heads = EdgeHeads.of(sketchSettings);
    boolean somebody = moment.agent() >= 0 && moment.agent() < trace.agents();
    if (leavesOut() && somebody) {
      wrappedLabel.setText(leaveOneOut.show(moment, heads));
      return;
    }
    leaveOneOut.clear();
    looks = somebody ? NeighbourWeight.of(trace, heads, moment.agent()) : List.of();
    LiveTree.rows(table, looks.size());
    table.refreshCells();
    wrappedLabel.setText(
        somebody ? words(trace, heads) : wording("NeighboursPanel.select_an_agent_to_see_which"));
    scatter.show(dots(trace, heads));
  }

  private String words(EdgeTrace trace, EdgeHeads heads) {
    String whose = BodyNames.title(moment.rollout(), moment.agent());
    if (looks.stream().mapToDouble(NeighbourWeight::weight).sum() < 0.5) {
      return wording("NeighboursPanel.is_in_limbo_it_attends_to", whose);
    }
    float itself =
        looks.stream().filter(l -> l.row() == trace.rows()).findFirst().orElseThrow().weight();
    String most =
        looks.stream()
            .filter(l -> l.row() < trace.rows() && l.weight() > 0)
            .limit(3)
            .map(l -> brief(l) + " (" + percent(l.weight()) + ")")
            .reduce((a, b) -> a + ", " + b)
            .map(all -> wording("NeighboursPanel.attends_most_to_to_itself", all))
            .orElse(wording("NeighboursPanel.sees_no_agent_and_attends_to"));
    return String.format(
        Locale.ROOT,
        wording("NeighboursPanel.entropy_of_at_most"),
        whose,
        most,
        percent(itself),
        NumberWords.decimals(heads.entropy(trace, moment.agent()), 2),
        NumberWords.nats(Math.log(looks.size())));
  }

  private EdgeScatter.Dots dots(EdgeTrace trace, EdgeHeads heads) {
    int asked = feature.chosen().orElse(1);
    double factor = table().quantity(asked).factor();
    float[] observed = seen.observation(moment.tick());
    int size = observed.length / trace.agents();
    EdgeScatter.DotBuilder dots = new EdgeScatter.DotBuilder(trace.agents() * trace.rows());
    for (int agent = 0; agent < trace.agents(); agent++) {
      for (int row = 0; row < trace.rows(); row++) {
        float weight = heads.weight(trace, agent, row);
        if (trace.neighbour(agent, row) >= 0 && Float.isFinite(weight)) {
          float like = observed[agent * size + seen.graph().slotAt(row) + asked];
          dots.add((float) (factor * like), weight, agent == moment.agent());
        }
      }
    }
    return dots.named(name(asked));
  }

  private void point(NeighbourWeight neighbourWeight) {
    context.point(
        Set.of(MarkSubject.agent(neighbourWeight.other()), MarkSubject.agent(moment.agent())));
  }

  private Optional<NeighbourWeight> look(int row) {
    return row < looks.size() ? Optional.of(looks.get(row)) : Optional.empty();
  }

  private String who(NeighbourWeight neighbourWeight) {
    return neighbourWeight.other() == moment.agent() ? "itself" : brief(neighbourWeight);
  }

  private String brief(NeighbourWeight neighbourWeight) {
    return BodyNames.brief(moment.rollout(), neighbourWeight.other());
  }

  private String name(int number) {
    String unit = table().quantity(number).unit();
    return table().feature(number) + (unit.isEmpty() ? "" : ", " + unit);
  }

  private Segment table() {
    return seen.graph().neighbours();
  }

  private static String percent(double part) {
    return NumberWords.percent(part);
  }

  @Override
  public void applyPalette(Palette palette) {
    scatter.applyPalette(palette);
  }

  /// How much an agent attends to a neighbour, or to itself.
  ///
  /// @param row index of the neighbour's row; K for itself
  /// @param other the agent attended to
  /// @param weight weight in the chosen head, or the mean of all heads
  /// @param byHead `[H]`, read-only
  private record NeighbourWeight(int row, int other, float weight, float[] byHead) {
    /// All weights of an agent, heaviest first; includes itself, leaves out empty rows.
    static List<NeighbourWeight> of(EdgeTrace trace, EdgeHeads heads, int agent) {
      List<NeighbourWeight> looks = new ArrayList<>();
      for (int row = 0; row <= trace.rows(); row++) {
        int other = row == trace.rows() ? agent : trace.neighbour(agent, row);
        if (other >= 0) {
          float[] byHead = new float[trace.heads()];
          for (int head = 0; head < byHead.length; head++) {
            byHead[head] = trace.weight(heads.layer(trace), head, agent, row);
          }
          looks.add(new NeighbourWeight(row, other, heads.weight(trace, agent, row), byHead));
        }
      }
      looks.sort(
          Comparator.comparingDouble((NeighbourWeight neighbourWeight) -> neighbourWeight.weight)
              .reversed());
      return looks;
    }
  }

  /// The attention between agents at each tick: as recorded, or else computed from the checkpoint
  /// in the background, a stretch of ticks at a time. FX thread.
  private static final class EdgeTraces {
    /// Ticks computed at a time: this takes about as long as opening the checkpoint.
    private static final int STRETCH = 32;

    /// The number of cached stretches; the ones requested longest ago are dropped first.
    private static final int KEPT = 16;

    private final Rollout rollout;
    private final ObservedNeighbours seen;
    private final Optional<RecordedEdges> recorded;
    private final NewestJob<Integer, Stretch> computing;
    private final Map<Integer, Stretch> kept = new LinkedHashMap<>(KEPT, 0.75f, true);

    /// @param number index of the stretch, from 0
    /// @param traces one for each of its ticks; fewer if the recording ended there
    /// @param lack why there are none; empty if there are
    private record Stretch(int number, List<EdgeTrace> traces, String lack) {}

    /// @param arrived runs when something has been computed
    EdgeTraces(PanelContext context, ObservedNeighbours seen, Runnable arrived) {
      this.rollout = context.rollout();
      this.seen = seen;
      recorded = RecordedEdges.of(rollout);
      computing =
          new NewestJob<>(
              context,
              wording("NeighboursPanel.computing_which_neighbours_agents"),
              number -> (_, _) -> compute(number),
              stretch -> {
                kept.put(stretch.number, stretch);
                if (kept.size() > KEPT) {
                  kept.remove(kept.keySet().iterator().next());
                }
                arrived.run();
              });
    }

    private Stretch compute(int number) {
      List<EdgeTrace> traces = new ArrayList<>();
      try (EdgeIntrospection network = RecomputedEdges.network(rollout)) {
        int end = Math.min(rollout.ticks(), (number + 1) * STRETCH);
        for (int tick = number * STRETCH; tick < end; tick++) {
          traces.add(RecomputedEdges.look(seen, network, tick));
        }
        return new Stretch(number, traces, "");
      } catch (Problem problem) {
        return new Stretch(number, List.of(), problem.getMessage());
      }
    }

    /// The trace of a tick; empty while it is being computed, or if it cannot be.
    Optional<EdgeTrace> at(int tick) {
      if (recorded.isPresent()) {
        return recorded.map(edges -> edges.at(tick));
      }
      Optional<Stretch> stretch = Optional.ofNullable(kept.get(tick / STRETCH));
      int at = tick % STRETCH;
      Optional<EdgeTrace> trace =
          stretch.filter(s -> at < s.traces.size()).map(s -> s.traces.get(at));
      if (trace.isEmpty() && stretch.map(s -> s.lack.isEmpty()).orElse(true)) {
        computing.request(tick / STRETCH);
      }
      return trace;
    }

    /// Why a tick has no trace, or that it is being computed.
    String lack(int tick) {
      return Optional.ofNullable(kept.get(tick / STRETCH))
          .map(Stretch::lack)
          .filter(words -> !words.isEmpty())
          .map(words -> wording("NeighboursPanel.the_recording_holds_no_neighbour", words))
          .orElse(wording("NeighboursPanel.computing_neighbour_attention_from"));
    }
  }
}
