package dev.hindsight.inspector.chart;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.CheckMenu;
import dev.hindsight.inspector.live.FxImages;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.StaleMark;
import dev.hindsight.inspector.live.SystemClipboard;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Job;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.FlowPane;
import javax.imageio.ImageIO;

/// Charts channels of agents over ticks or trials. Background jobs read the numbers and draw the
/// chart; only the cursor's line moves on the FX thread. FX thread.
public final class ChartPanel implements Panel {
  /// The most values that the text lists.
  private static final int MOST_TOLD = 6;

  private static final double NEAREST = 4;

  private final PanelContext context;
  private final CheckMenu<ChartChannel> channels;
  private final CheckMenu<Integer> agents;
  private final WordedChoiceBox<Extent> extent;
  private final MenuButton save = new MenuButton(wording("ChartPanel.save"));
  private final ChartView view;
  private final WrappedLabel hint = WrappedLabel.muted("chart.told");
  private final NewestJob<ChartData.Request, ChartData> reading;
  private final NewestJob<ChartPicture.Request, Drawing> drawing;
  private final PanelBox node;
  private final AgentNames names;
  private Moment moment;
  private Palette palette;
  private Optional<ChartData.Request> wanted = Optional.empty();
  private Optional<ChartData> data = Optional.empty();
  private Optional<ChartPicture.Request> drawn = Optional.empty();
  private Optional<ChartPicture> picture = Optional.empty();

  /// The visible points; an empty span shows all.
  private double first;

  private double span;
  private int pointed = -1;

  /// The range of the horizontal axis before the user zooms.
  private enum Extent {
    TICKS(wording("ChartPanel.all_ticks"), ChartData.Over.TICKS),
    TRIAL(wording("ChartPanel.ticks_of_this_trial"), ChartData.Over.TICKS),
    TRIALS(wording("ChartPanel.mean_of_each_trial"), ChartData.Over.TRIALS);

    private final String title;
    private final ChartData.Over over;

    Extent(String title, ChartData.Over over) {
      this.title = title;
      this.over = over;
    }

    String title() {
      return title;
    }
  }

  private record Drawing(ChartPicture.Request request, ChartPicture picture) {}

  /// Opens it on the recording of a context, with the reward of the selected agent.
  public ChartPanel(PanelContext context) {
    this.context = context;
    Rollout rollout = context.rollout();
    names = AgentNames.of(rollout);
    moment = new Moment(rollout, 0, Moment.NO_AGENT);
    palette = context.palette();
    channels = new CheckMenu<>("chart.channels", "Channels", ChartChannel::title, this::changed);
    channels.offer(ChartChannel.of(rollout));
    channels.choose(usual(ChartChannel.of(rollout)));
    agents = new CheckMenu<>("chart.agents", "Agents", names::titled, this::changed);
    agents.offer(IntStream.range(0, rollout.manifest().agents()).boxed().toList());
    extent =
        new WordedChoiceBox<>("chart.extent", wording("ChartPanel.horizontal_axis"), Extent::title);
    extent.offer(List.of(Extent.values()), Extent.TICKS, _ -> changed());
    save.setId("chart.save");
    save.getItems()
        .addAll(
            item("chart.copy", "Copy image", this::copy),
            item("chart.png", "Save image…", this::saveImage),
            item("chart.csv", "Save numbers as CSV…", this::saveNumbers));
    view =
        new ChartView(
            new ChartView.Listener(
                this::draw,
                point -> data.ifPresent(read -> context.seek(read.tick(clamp(point, read)))),
                point -> {
                  pointed = point;
                  tell();
                },
                this::zoom,
                this::pan,
                this::whole),
            palette);
    StaleMark stale = new StaleMark(view, hint);
    reading =
        new NewestJob<ChartData.Request, ChartData>(
                context,
                wording("ChartPanel.reading_numbers"),
                request -> (_, cancellation) -> ChartData.read(request, cancellation),
                this::read)
            .marking(stale);
    drawing =
        new NewestJob<>(
            context,
            wording("ChartPanel.drawing_chart"),
            request -> (_, _) -> new Drawing(request, ChartPicture.draw(request)),
            this::show);
    hint.reserving("x".repeat(110));
    FlowPane tools = new FlowPane(6, 6, channels, agents, extent, save);
    tools.setMinWidth(0);
    node = new PanelBox(tools, view, hint).growing(view);
  }

  private static MenuItem item(String id, String words, Runnable action) {
    MenuItem item = new MenuItem(words);
    item.setId(id);
    item.setOnAction(_ -> action.run());
    return item;
  }

  /// The channels that most users want first.
  private static List<ChartChannel> usual(List<ChartChannel> all) {
    return List.of("reward", "value").stream()
        .flatMap(name -> all.stream().filter(channel -> channel.title().equals(name)))
        .findFirst()
        .or(() -> all.stream().findFirst())
        .map(List::of)
        .orElse(List.of());
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    request();
    data.ifPresent(read -> view.cursor(read.point(next.tick())));
    draw();
    tell();
  }

  @Override
  public void applyPalette(Palette next) {
    palette = next;
    view.applyPalette(next);
    draw();
  }

  private void changed() {
    whole();
    show(moment);
  }

  private Extent extent() {
    return extent.chosen().orElse(Extent.TICKS);
  }

  private void request() {
    List<Integer> chosen = agents.chosen();
    List<Integer> whose =
        !chosen.isEmpty()
            ? chosen
            : moment.agent() == Moment.NO_AGENT ? List.of() : List.of(moment.agent());
    ChartData.Request request =
        new ChartData.Request(
            moment.rollout(), channels.chosen(), whose, extent().over, moment.rollout().ticks());
    if (!wanted.equals(Optional.of(request))) {
      wanted = Optional.of(request);
      reading.request(request);
    }
  }

  private void read(ChartData next) {
    boolean others = data.map(read -> read.request().over() != next.request().over()).orElse(true);
    data = Optional.of(next);
    if (others) {
      span = 0;
    }
    view.setAccessibleText(wording("ChartPanel.chart", ChartPicture.inWords(next)));
    show(moment);
  }

  /// The visible points before the user zooms.
  private Span extent(ChartData read) {
    if (extent() == Extent.TRIAL && read.request().over() == ChartData.Over.TICKS) {
      TrialIndex trials = moment.rollout().trials();
      if (trials.count() > 0) {
        return trials.span(trials.stretchAt(moment.tick())).within(Math.max(1, read.points()));
      }
    }
    return Span.all(Math.max(1, read.points()));
  }

  private void draw() {
    if (data.isEmpty()) {
      return;
    }
    ChartData read = data.get();
    double width = Math.floor(view.getWidth() / view.unit());
    double height = Math.floor(view.getHeight() / view.unit());
    if (width < 60 || height < 60) {
      return;
    }
    if (read.lines().isEmpty()) {
      drawn = Optional.empty();
      picture = Optional.empty();
      view.clear();
      return;
    }
    Span all = extent(read);
    ChartPicture.Request request =
        new ChartPicture.Request(
            read,
            span > 0 ? first : all.from(),
            span > 0 ? span : all.ticks(),
            width,
            height,
            view.unit() * view.density(),
            palette);
    if (!drawn.equals(Optional.of(request))) {
      drawn = Optional.of(request);
      drawing.request(request);
    }
  }

  private void show(Drawing next) {
    if (drawn.isPresent()) {
      picture = Optional.of(next.picture);
      view.show(next.picture, next.request.first(), next.request.span());
      data.ifPresent(read -> view.cursor(read.point(moment.tick())));
    }
  }

  private void zoom(double factor, double about) {
    data.ifPresent(read -> {
      Span all = extent(read);
      double now = span > 0 ? span : all.ticks();
      double from = span > 0 ? first : all.from();
      double next = Math.clamp(now / factor, Math.min(NEAREST, read.points()), read.points());
      look(about - (about - from) / now * next, next, read);
    });
  }

  private void pan(double by) {
    data.ifPresent(read -> {
      Span all = extent(read);
      look((span > 0 ? first : all.from()) + by, span > 0 ? span : all.ticks(), read);
    });
  }

  private void look(double from, double across, ChartData read) {
    span = across;
    first = Math.clamp(from, 0, Math.max(0, read.points() - across));
    draw();
  }

  private void whole() {
    span = 0;
    draw();
  }

  private static int clamp(int point, ChartData read) {
    return Math.clamp(point, 0, Math.max(0, read.points() - 1));
  }

  /// Shows the values at the mouse, or else at the cursor.
  private void tell() {
    if (data.isEmpty()) {
      return;
    }
    ChartData read = data.get();
    if (read.request().channels().isEmpty()) {
      hint.setText(wording("ChartPanel.choose_channels_to_chart"));
    } else if (read.lines().isEmpty()) {
      hint.setText(wording("ChartPanel.select_an_agent_to_chart_its"));
    } else if (read.points() == 0) {
      hint.setText(wording("ChartPanel.no_ticks_yet"));
    } else {
      int point = clamp(pointed >= 0 ? pointed : read.point(moment.tick()), read);
      String values =
          read.lines().stream()
              .limit(MOST_TOLD)
              .map(line -> line.name() + " " + ChartData.words(line, point))
              .collect(Collectors.joining("; "));
      int more = read.lines().size() - MOST_TOLD;
      hint.setText(
          read.pointName(point)
              + ": "
              + values
              + (more > 0 ? wording("ChartPanel.and_more", more) : ""));
    }
  }

  private void copy() {
    picture.ifPresent(shown -> {
      SystemClipboard.copy(FxImages.image(shown.width(), shown.height(), shown.pixels()));
      hint.setText(wording("ChartPanel.the_image_is_on_the_clipboard"));
    });
  }

  private void saveImage() {
    picture.ifPresent(shown ->
        context
            .files()
            .save(
                wording("ChartPanel.save_chart"),
                new FileDialogs.Kind(wording("ChartPanel.png_image"), List.of("*.png")),
                Path.of("chart.png"))
            .ifPresent(path ->
                write(
                    path,
                    (_, _) -> {
                      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                      ImageIO.write(shown.image(), "png", bytes);
                      return bytes.toByteArray();
                    })));
  }

  private void saveNumbers() {
    data.ifPresent(read -> {
      Span all = extent(read);
      Span shown =
          span > 0
              ? new Span((int) Math.floor(first), (int) Math.ceil(first + span))
                  .within(Math.max(1, read.points()))
              : all;
      context
          .files()
          .save(
              wording("ChartPanel.save_numbers"),
              new FileDialogs.Kind(wording("ChartPanel.csv_file"), List.of("*.csv")),
              Path.of("chart.csv"))
          .ifPresent(path ->
              write(
                  path,
                  (_, cancellation) ->
                      read.csv(shown, cancellation).getBytes(StandardCharsets.UTF_8)));
    });
  }

  private void write(Path path, Job<byte[]> content) {
    context.attempt(
        wording("ChartPanel.saving", path.getFileName()),
        (progress, cancellation) -> {
          AtomicFile.write(path, content.run(progress, cancellation));
          return path;
        },
        saved -> hint.setText(wording("ChartPanel.saved", saved)));
  }
}
