package dev.hindsight.inspector.moment;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.live.CheckpointBox;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.task.Job;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.FlowPane;

/// Lists the ticks of a recording that are most worth looking at, and steps through them. FX
/// thread; it ranks in the background.
public final class MomentsPanel implements Panel {
  private static final int TOP = 20;

  /// The most moments of a film.
  private static final int FILMED = 10;

  /// The column that names the file, shown if other recordings are ranked, too.
  private static final int RECORDING = 1;

  private final PanelContext context;
  private final WordedChoiceBox<Optional<MomentKind>> kind =
      new WordedChoiceBox<>(
          "moments.kind",
          wording("MomentsPanel.what_to_rank_by"),
          each -> each.map(MomentKind::title).orElse(wording("MomentsPanel.all_kinds")));
  private final CheckpointBox version;
  private final CheckpointBox second;
  private final Button find = new Button(wording("MomentsPanel.find"));
  private final Button film = new Button(wording("MomentsPanel.film"));
  private final Button back = new Button(wording("MomentsPanel.previous"));
  private final Button more = new Button(wording("MomentsPanel.more_recordings"));
  private final List<Path> others = new ArrayList<>();
  private final Button next = new Button(wording("MomentsPanel.next"));
  private final WrappedLabel sentence = WrappedLabel.of("moments.sentence");
  private final WrappedLabel omitted = WrappedLabel.muted("moments.omitted");
  private final LiveTree<Integer> table =
      new LiveTree<>("moments.table", wording("MomentsPanel.moments_the_best_first"));
  private final PanelBox node;
  private final NewestJob<Request, Answer> job;
  private final Runnable unwatch;
  private Optional<Answer> answer = Optional.empty();
  private Moment moment;

  /// @param kind empty for all that can be measured with these versions
  /// @param versions checkpoints that may disagree, at most two
  /// @param others files of other recordings
  private record Request(Optional<MomentKind> kind, List<String> versions, List<Path> others) {
    List<MomentKind> kinds() {
      return kind.map(List::of)
          .orElseGet(() ->
              Arrays.stream(MomentKind.values())
                  .filter(each -> each != MomentKind.DISAGREEMENT || !versions.isEmpty())
                  .toList());
    }
  }

  /// @param files of the recordings, this one first
  /// @param places the tick of each moment, in words
  /// @param agents the name of the agent of each moment
  /// @param problem empty if it succeeded
  private record Answer(
      MomentRanking ranking,
      List<Path> files,
      List<String> places,
      List<String> agents,
      String problem) {}

  /// Opens it on the recording of a context.
  public MomentsPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    job =
        new NewestJob<>(
            context, wording("MomentsPanel.ranking_moments"), this::compute, this::arrived);
    version = version(context, "moments.version", wording("MomentsPanel.a_version"));
    second = version(context, "moments.second", wording("MomentsPanel.another_version"));
    List<Optional<MomentKind>> kinds = new ArrayList<>(List.of(Optional.empty()));
    Arrays.stream(MomentKind.values()).forEach(each -> kinds.add(Optional.of(each)));
    kind.offer(kinds, kinds.getFirst(), _ -> arrange());
    find.setId("moments.find");
    find.setOnAction(_ -> job.request(request()));
    film.setId("moments.film");
    film.setOnAction(_ ->
        context
            .files()
            .save(
                wording("MomentsPanel.film_of_the_best"),
                new FileDialogs.Kind(wording("MomentsPanel.mp4_film"), List.of("*.mp4")),
                Path.of("moments.mp4"))
            .ifPresent(this::film));
    more.setId("moments.more");
    more.setOnAction(_ -> chooseOthers());
    back.setId("moments.previous");
    back.setOnAction(_ -> step(-1));
    next.setId("moments.next");
    next.setOnAction(_ -> step(1));
    table.column(wording("MomentsPanel.tick"), 150, i -> listed(i, Answer::places));
    table.column(wording("MomentsPanel.recording"), 170, row(this::file));
    table.column(wording("MomentsPanel.agent"), 76, i -> listed(i, Answer::agents));
    table.column(wording("MomentsPanel.kind"), 124, row(each -> each.kind().title()));
    table.column(wording("MomentsPanel.reason"), 420, row(RankedMoment::reason));
    table.copying(i -> listed(i, Answer::places) + "\t" + row(RankedMoment::reason).apply(i));
    table.setOnMouseClicked(_ -> table.chosen().ifPresent(this::go));
    table.addEventHandler(
        javafx.scene.input.KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            table.chosen().ifPresent(this::go);
            event.consume();
          }
        });
    node =
        new PanelBox(
                new FlowPane(6, 6, kind, version, second, find, more, back, next, film),
                sentence,
                table,
                omitted)
            .growing(table);
    arrange();
    refresh();
    unwatch = context.shared(OtherRecordings.class, OtherRecordings::new).watch(this::rankWith);
  }

  @Override
  public void close() {
    unwatch.run();
  }

  private static CheckpointBox version(PanelContext context, String id, String prompt) {
    return new CheckpointBox(
        id,
        context.rollout().manifest().environment().id(),
        wording("MomentsPanel.version_that_may_disagree"),
        prompt,
        16);
  }

  /// Offers versions where they are needed.
  private void arrange() {
    boolean disagree =
        kind.chosen().flatMap(each -> each).isEmpty()
            || kind.chosen().flatMap(each -> each).equals(Optional.of(MomentKind.DISAGREEMENT));
    for (CheckpointBox box : List.of(version, second)) {
      box.setVisible(disagree);
      box.setManaged(disagree);
    }
  }

  private Request request() {
    return new Request(
        kind.chosen().flatMap(each -> each),
        version.isVisible()
            ? Stream.of(version, second).flatMap(box -> box.named().stream()).toList()
            : List.of(),
        List.copyOf(others));
  }

  private void chooseOthers() {
    List<Path> chosen =
        context
            .files()
            .openMany(
                wording("MomentsPanel.recordings_to_rank_with_this"),
                List.of(FileDialogs.Kind.RECORDINGS));
    if (!chosen.isEmpty()) {
      rankWith(chosen);
    }
  }

  /// Films the best moments.
  ///
  /// @param out the film
  void film(Path out) {
    answer.ifPresent(known ->
        context
            .shared(MomentReels.class, MomentReels::new)
            .film(
                new MomentReels.Reel(known.files, moments().stream().limit(FILMED).toList(), out)));
  }

  /// The name of a moment's file; empty if it is of this recording.
  private String file(RankedMoment ranked) {
    return ranked.recording() == 0
        ? ""
        : answer
            .map(each -> String.valueOf(each.files.get(ranked.recording()).getFileName()))
            .orElse("");
  }

  private String listed(int i, Function<Answer, List<String>> list) {
    return i < moments().size() ? answer.map(list).orElse(List.of()).get(i) : "";
  }

  /// Ranks with other recordings, too.
  void rankWith(List<Path> files) {
    others.clear();
    files.stream().filter(each -> !each.equals(context.rollout().file())).forEach(others::add);
    find.fire();
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public boolean empty() {
    return answer.isEmpty();
  }

  @Override
  public void show(Moment shown) {
    moment = shown;
    refresh();
  }

  private Job<Answer> compute(Request request) {
    return (progress, cancellation) -> {
      List<Rollout> opened = new ArrayList<>();
      try {
        List<Rollout> all = new ArrayList<>(List.of(context.rollout()));
        for (Path other : request.others) {
          opened.add(RecordingOpener.open(other));
        }
        all.addAll(opened);
        MomentRanking ranking =
            MomentRanking.of(
                all,
                new MomentRanking.Request(request.kinds(), Optional.empty(), request.versions, TOP),
                progress,
                cancellation);
        return new Answer(
            ranking,
            all.stream().map(Rollout::file).toList(),
            ranking.moments().stream()
                .map(each -> TickWords.of(all.get(each.recording()).trials(), each.tick()))
                .toList(),
            ranking.moments().stream()
                .map(each -> BodyNames.brief(all.get(each.recording()), each.agent()))
                .toList(),
            "");
      } catch (Problem problem) {
        return new Answer(
            new MomentRanking(List.of(), List.of()),
            List.of(),
            List.of(),
            List.of(),
            String.valueOf(problem.getMessage()));
      } finally {
        opened.forEach(Rollout::close);
      }
    };
  }

  private void arrived(Answer arrived) {
    answer = Optional.of(arrived);
    refresh();
  }

  private List<RankedMoment> moments() {
    return answer.map(each -> each.ranking.moments()).orElse(List.of());
  }

  private void go(int i) {
    if (i < moments().size()) {
      RankedMoment ranked = moments().get(i);
      if (ranked.recording() > 0) {
        Path file = answer.orElseThrow().files.get(ranked.recording());
        context.open(new PanelContext.Place(file, ranked.tick(), ranked.agent()));
        return;
      }
      context.select(ranked.agent());
      context.seek(ranked.tick());
    }
  }

  /// Goes to the nearest moment before or after the cursor.
  private void step(int direction) {
    moments().stream()
        .filter(MomentsPanel::own)
        .filter(each -> direction * (each.tick() - moment.tick()) > 0)
        .min(Comparator.comparingInt(each -> Math.abs(each.tick() - moment.tick())))
        .ifPresent(each -> {
          table.getSelectionModel().select(moments().indexOf(each));
          go(moments().indexOf(each));
        });
  }

  private Function<Integer, String> row(Function<RankedMoment, String> words) {
    return i -> i < moments().size() ? words.apply(moments().get(i)) : "";
  }

  private void refresh() {
    boolean any = !moments().isEmpty();
    table.setVisible(any);
    table.setManaged(any);
    film.setDisable(!any);
    back.setDisable(moments().stream().noneMatch(each -> own(each) && each.tick() < moment.tick()));
    next.setDisable(moments().stream().noneMatch(each -> own(each) && each.tick() > moment.tick()));
    sentence.setText(
        answer.map(each -> each.problem.isEmpty() ? words(each) : each.problem).orElse(""));
    table.getColumns().get(RECORDING).setVisible(moments().stream().anyMatch(each -> !own(each)));
    omitted.setText(answer.map(each -> String.join(" ", each.ranking.omitted())).orElse(""));
    omitted.setVisible(!omitted.getText().isEmpty());
    omitted.setManaged(omitted.isVisible());
    LiveTree.rows(table, moments().size());
    table.refreshCells();
  }

  private static boolean own(RankedMoment moment) {
    return moment.recording() == 0;
  }

  private static String words(Answer answer) {
    int found = answer.ranking.moments().size();
    if (found == 0) {
      return wording("MomentsPanel.no_tick_stands_out");
    }
    return answer.files.size() == 1
        ? wording("MomentsPanel.moments_found", found)
        : wording("MomentsPanel.moments_of_recordings", found, answer.files.size());
  }
}
