package dev.hindsight.inspector.neighbours;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.Sentence;
import dev.hindsight.inspector.live.WordChoice;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.attention.RecordedEdges;
import dev.hindsight.trainer.env.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Subject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.layout.FlowPane;

/// The selected agent's neighbours by weight, every edge of the tick as a dot, and whether all of
/// it comes out of the checkpoint again. FX thread.
final class NeighboursPanel implements Panel {
  private static final int COMPARED = 20;

  private final PanelContext context;
  private final Optional<RecordedEdges> edges;
  private final Sentence sentence = Sentence.of("neighbours.sentence");
  private final Sentence anew = Sentence.muted("neighbours.anew");
  private final WordChoice<Integer> layer =
      new WordChoice<>("neighbours.layer", "Layer", number -> "layer " + (number + 1));
  private final WordChoice<Integer> feature;
  private final LiveTree<Integer> table =
      new LiveTree<>("neighbours.table", "Neighbours by weight");
  private final EdgeScatter scatter;
  private final Node node;
  private Moment moment;
  private List<Look> looks = List.of();

  NeighboursPanel(PanelContext context) {
    this.context = context;
    edges = RecordedEdges.of(context.rollout());
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    scatter = new EdgeScatter(context.palette());
    feature = new WordChoice<>("neighbours.feature", "What weights are held against", this::name);
    sentence.setText("What was recorded has other sizes than the neighbours that were seen.");
    edges.ifPresent(this::fill);
    node =
        new PanelBox(new FlowPane(8, 6, layer, feature), sentence, table, scatter, anew)
            .growing(table)
            .yielding(scatter);
  }

  private void fill(RecordedEdges known) {
    layer.offer(
        IntStream.range(0, known.layers()).boxed().toList(), known.layers() - 1, _ -> show(moment));
    List<Integer> features =
        IntStream.rangeClosed(1, known.graph().edgeFeatures()).boxed().toList();
    Integer closest =
        features.stream()
            .filter(f -> raw(f).equals("dcpa"))
            .findFirst()
            .orElse(features.getFirst());
    feature.offer(features, closest, _ -> show(moment));
    table.column("Agent", 62, row -> look(row).map(this::who).orElse(""));
    table.bars(
        "Weight",
        84,
        row -> look(row).map(l -> (double) l.weight()).orElse(0.0),
        row -> look(row).map(l -> percent(l.weight())).orElse(""));
    for (int head = 0; head < known.heads(); head++) {
      int number = head;
      table.column(
          "Head " + (head + 1),
          62,
          row -> look(row).map(l -> percent(l.byHead()[number])).orElse(""));
    }
    table
        .getSelectionModel()
        .selectedItemProperty()
        .addListener((_, _, _) -> table.chosen().flatMap(this::look).ifPresent(this::point));
    table.setMinHeight(70);
    prove(context.rollout(), known);
  }

  private void prove(Rollout rollout, RecordedEdges known) {
    int ticks = rollout.ticks();
    anew.setText("Computing it anew from the checkpoint …");
    context.background(
        "Computing attention anew",
        (_, _) -> {
          try {
            ComputedAnew told =
                ComputedAnew.of(rollout, known, 0, ticks, Math.max(1, ticks / COMPARED));
            return told.words() + (told.holds() ? "" : " They are not of the same weights.");
          } catch (Problem problem) {
            return "Not computed anew: " + problem.getMessage();
          }
        },
        anew::setText);
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    edges
        .filter(_ -> next.tick() >= 0 && next.tick() < next.rollout().ticks())
        .ifPresent(known -> show(known, known.at(next.tick())));
  }

  private void show(RecordedEdges known, EdgeTrace trace) {
    int number = layer.chosen().orElse(0);
    boolean somebody = moment.agent() >= 0 && moment.agent() < trace.agents();
    looks = somebody ? Look.of(trace, number, moment.agent()) : List.of();
    LiveTree.rows(table, looks.size());
    table.ask();
    sentence.setText(somebody ? words(trace, number) : "Select an agent to see whom it looks at.");
    scatter.show(dots(known, trace, number));
  }

  private String words(EdgeTrace trace, int number) {
    int agent = moment.agent();
    if (looks.stream().mapToDouble(Look::weight).sum() < 0.5) {
      return "Agent " + agent + " is in limbo: it looks at nobody.";
    }
    float itself =
        looks.stream().filter(l -> l.row() == trace.rows()).findFirst().orElseThrow().weight();
    String most =
        looks.stream()
            .filter(l -> l.row() < trace.rows() && l.weight() > 0)
            .limit(3)
            .map(l -> l.other() + " (" + percent(l.weight()) + ")")
            .reduce((a, b) -> a + ", " + b)
            .map(all -> " looks most at " + all + ", at itself ")
            .orElse(" sees nobody, and looks at itself ");
    return String.format(
        Locale.ROOT,
        "Agent %d%s%s; entropy %.2f of at most %.2f nats.",
        agent,
        most,
        percent(itself),
        Look.entropy(trace, number, agent),
        Math.log(looks.size()));
  }

  private EdgeScatter.Dots dots(RecordedEdges known, EdgeTrace trace, int number) {
    int chosen = feature.chosen().orElse(1);
    double factor = known.graph().neighbours().quantity(chosen).factor();
    float[] seen = known.observation(moment.tick());
    int size = seen.length / trace.agents();
    int count = 0;
    float[] x = new float[trace.agents() * trace.rows()];
    float[] y = new float[x.length];
    boolean[] own = new boolean[x.length];
    for (int agent = 0; agent < trace.agents(); agent++) {
      for (int row = 0; row < trace.rows(); row++) {
        float weight = trace.weight(number, agent, row);
        if (trace.neighbour(agent, row) >= 0 && Float.isFinite(weight)) {
          x[count] = (float) (factor * seen[agent * size + known.graph().slotAt(row) + chosen]);
          y[count] = weight;
          own[count++] = agent == moment.agent();
        }
      }
    }
    return new EdgeScatter.Dots(
        name(chosen),
        java.util.Arrays.copyOf(x, count),
        java.util.Arrays.copyOf(y, count),
        java.util.Arrays.copyOf(own, count));
  }

  private void point(Look look) {
    context.point(Set.of(Subject.agent(look.other()), Subject.agent(moment.agent())));
  }

  private Optional<Look> look(int row) {
    return row < looks.size() ? Optional.of(looks.get(row)) : Optional.empty();
  }

  private String who(Look look) {
    return look.other() == moment.agent() ? "itself" : Integer.toString(look.other());
  }

  private String raw(int number) {
    return table(s -> s.feature(number));
  }

  private String name(int number) {
    String unit = table(s -> s.quantity(number).unit());
    return raw(number) + (unit.isEmpty() ? "" : ", " + unit);
  }

  private String table(java.util.function.Function<Segment, String> asked) {
    return edges.map(known -> asked.apply(known.graph().neighbours())).orElse("");
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * part);
  }

  @Override
  public void dress(Palette palette) {
    scatter.dress(palette);
  }
}
