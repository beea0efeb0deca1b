package dev.hindsight.inspector.critic;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.critic.CriticReading.Question;
import dev.hindsight.inspector.live.CheckpointBox;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.StackedOrSideBySide;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.task.Job;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;

/// The panel Action values: what the critics expect of what the selected agent's group did at the
/// cursor, of everything else that two of its actions could have been, and what each member's
/// action was worth. FX thread; the networks run in the background.
public final class CriticPanel implements Panel {
  /// Share of the picture, against the table.
  private static final double SHARE = 0.55;

  private final Rollout rollout;
  private final CriticSource source;
  private final CheckpointBox checkpoint;
  private final WordedChoiceBox<CriticChoice> choice =
      new WordedChoiceBox<>(
          "critic.choice", wording("CriticPanel.whose_estimate"), CriticChoice::words);
  private final WordedChoiceBox<Integer> across;
  private final WordedChoiceBox<Integer> upwards;
  private final FlowPane axes = new FlowPane(8, 4);
  private final WrappedLabel sentence = WrappedLabel.of("critic.sentence");
  private final WrappedLabel pointed = WrappedLabel.muted("critic.told");
  private final WrappedLabel note = WrappedLabel.muted("critic.note");
  private final ActionSurfaceView view;
  private final LiveTree<Integer> table =
      new LiveTree<>("critic.members", wording("CriticPanel.what_each_action_was_worth"));
  private final List<Node> parts;
  private final PanelBox node;
  private final NewestJob<Request, Answer> job;
  private Moment moment;
  private Optional<Answer> answer = Optional.empty();
  private Optional<Request> made = Optional.empty();
  private List<ActionAxis> offered = List.of();

  private record Request(Optional<String> checkpoint, Question question) {}

  private record Answer(
      Request request, Optional<CriticReading> reading, int critics, String problem) {}

  /// Opens it on the recording of a context.
  public CriticPanel(PanelContext context) {
    rollout = context.rollout();
    moment = new Moment(rollout, 0, Moment.NO_AGENT);
    source = new CriticSource(rollout);
    job =
        new NewestJob<Request, Answer>(
                context, wording("CriticPanel.asking_the_critics"), this::compute, this::arrived)
            .about(request -> List.of(request.checkpoint(), request.question().agent()));
    checkpoint =
        new CheckpointBox(
            "critic.checkpoint",
            rollout.manifest().environment().id(),
            wording("CriticPanel.checkpoint_with_critics"),
            wording("CriticPanel.the_one_that_acted"),
            20);
    checkpoint.setOnAction(_ -> ask());
    Button choose = new Button(wording("CriticPanel.choose_file"));
    choose.setId("critic.choose");
    choose.setMinWidth(Region.USE_PREF_SIZE);
    choose.setOnAction(_ ->
        context
            .files()
            .open(
                wording("CriticPanel.checkpoint_with_critics"),
                List.of(FileDialogs.Kind.CHECKPOINTS))
            .ifPresent(file -> checkpoint.setValue(file.toString())));
    across =
        new WordedChoiceBox<>(
            "critic.across", wording("CriticPanel.horizontal_axis"), i -> "→ " + axis(i));
    upwards =
        new WordedChoiceBox<>(
            "critic.upwards", wording("CriticPanel.vertical_axis"), i -> "↑ " + axis(i));
    view = new ActionSurfaceView(context.palette(), this::tell);
    table.column("Agent", 110, row(each -> BodyNames.titled(rollout, each.agent())));
    table.column(
        wording("CriticPanel.worth"),
        92,
        row(each -> NumberWords.signedSignificant(each.advantage(), 3)));
    table.column("Q", 84, row(each -> NumberWords.significant(each.value(), 4)));
    table.column(wording("CriticPanel.expected"), 128, row(each -> expected(each)));
    table.copying(row(MemberAdvantage::toString));
    table.tall(4);
    pointed.reserving(wording("CriticPanel.value_here", "0".repeat(52), "-000.0", "-00.00"));
    axes.getChildren().addAll(choice, across, upwards);
    StackedOrSideBySide both = new StackedOrSideBySide(view, SHARE, table);
    parts = List.of(axes, view, table, both, pointed, note);
    node =
        new PanelBox(new FlowPane(8, 4, checkpoint, choose), sentence, axes, both, pointed, note)
            .growing(both);
    refresh();
  }

  private static String expected(MemberAdvantage each) {
    String mean = NumberWords.significant(each.expected(), 4);
    return each.error() == 0
        ? mean
        : wording("CriticPanel.give_or_take", mean, NumberWords.significant(each.error(), 1));
  }

  private String axis(int index) {
    return index < offered.size() ? offered.get(index).name() : "";
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment next) {
    boolean other = next.agent() != moment.agent();
    moment = next;
    if (other) {
      offered = List.of();
    }
    ask();
    refresh();
  }

  @Override
  public void applyPalette(Palette palette) {
    view.applyPalette(palette);
  }

  @Override
  public void close() {
    source.close();
  }

  private void ask() {
    if (moment.agent() == Moment.NO_AGENT || moment.tick() >= moment.rollout().ticks()) {
      return;
    }
    boolean known = !offered.isEmpty();
    Question question =
        new Question(
            moment.agent(),
            moment.tick(),
            choice.chosen().orElse(CriticChoice.LOWEST),
            known ? across.chosen().orElse(Question.OWN) : Question.OWN,
            known ? upwards.chosen().orElse(Question.OWN) : Question.OWN);
    Request request = new Request(checkpoint.named(), question);
    if (!made.equals(Optional.of(request))) {
      made = Optional.of(request);
      job.request(request);
      refresh();
    }
  }

  private Job<Answer> compute(Request request) {
    return (_, _) -> {
      try {
        return source.compute(
            request.checkpoint(),
            learner ->
                new Answer(
                    request,
                    Optional.of(CriticReading.of(rollout, learner, request.question())),
                    learner.critics().count(),
                    ""));
      } catch (Problem problem) {
        return new Answer(request, Optional.empty(), 0, String.valueOf(problem.getMessage()));
      }
    };
  }

  private void arrived(Answer next) {
    answer = Optional.of(next);
    known().filter(_ -> offered.isEmpty()).ifPresent(read -> offer(read, next.critics()));
    refresh();
  }

  /// Offers the axes of the agent's group; choosing another asks again.
  private void offer(CriticReading read, int critics) {
    offered = read.axes();
    List<Integer> all = IntStream.range(0, offered.size()).boxed().toList();
    across.offer(all, offered.indexOf(read.surface().across()), _ -> ask());
    upwards.offer(all, offered.indexOf(read.surface().upwards()), _ -> ask());
    List<CriticChoice> estimates = CriticChoice.among(critics);
    CriticChoice present = choice.chosen().filter(estimates::contains).orElse(estimates.getFirst());
    choice.offer(estimates, present, _ -> ask());
  }

  private void refresh() {
    Optional<CriticReading> known = known();
    sentence.setText(words());
    for (Node part : parts) {
      part.setVisible(known.isPresent());
      part.setManaged(part.isVisible());
    }
    view.show(known.map(CriticReading::surface));
    note.setText(known.map(CriticPanel::explanation).orElse(""));
    LiveTree.rows(table, known.map(read -> read.members().size()).orElse(0));
    table.refreshCells();
  }

  private static String explanation(CriticReading read) {
    return read.surface().across().continuous()
        ? wording("CriticPanel.worth_is_against_drawn_actions", MemberAdvantage.SAMPLES)
        : wording("CriticPanel.worth_is_exact");
  }

  /// The newest answer, if the checkpoint named now gave it.
  private Optional<Answer> current() {
    return answer.filter(each ->
        made.map(Request::checkpoint).filter(each.request().checkpoint()::equals).isPresent());
  }

  private Optional<CriticReading> known() {
    return current()
        .flatMap(Answer::reading)
        .filter(read -> read.moment().members().contains(moment.agent()));
  }

  private Function<Integer, String> row(Function<MemberAdvantage, String> words) {
    return i ->
        known()
            .map(CriticReading::members)
            .filter(all -> i < all.size())
            .map(all -> words.apply(all.get(i)))
            .orElse("");
  }

  private String words() {
    if (moment.agent() == Moment.NO_AGENT) {
      return wording("CriticPanel.select_an_agent");
    }
    return known()
        .map(CriticPanel::words)
        .or(this::failure)
        .orElseGet(() -> wording("CriticPanel.computing"));
  }

  private Optional<String> failure() {
    return current()
        .filter(each -> each.reading().isEmpty())
        .filter(each -> each.request().question().agent() == moment.agent())
        .map(Answer::problem);
  }

  private static String words(CriticReading read) {
    ActionSurface surface = read.surface();
    String done = NumberWords.significant(surface.done(), 4);
    double best = surface.values()[surface.best()];
    String each =
        read.byCritic().size() < 2
            ? ""
            : wording(
                "CriticPanel.both_critics",
                NumberWords.significant(read.byCritic().getFirst(), 4),
                NumberWords.significant(read.byCritic().getLast(), 4));
    return wording(
        "CriticPanel.done_and_best",
        read.moment().tick(),
        done,
        each,
        surface.words(surface.best()),
        NumberWords.significant(best, 4));
  }

  private void tell(int index) {
    pointed.setText(
        known()
            .map(CriticReading::surface)
            .filter(surface -> index >= 0 && index < surface.values().length)
            .map(surface ->
                wording(
                    "CriticPanel.value_here",
                    surface.words(index),
                    NumberWords.significant(surface.values()[index], 4),
                    NumberWords.signedSignificant(surface.values()[index] - surface.done(), 3)))
            .orElse(""));
  }
}
