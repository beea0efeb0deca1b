package dev.hindsight.app.page;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.ResultJson;
import dev.hindsight.app.page.PageData.PageAgentScore;
import dev.hindsight.app.page.PageData.PageBookmark;
import dev.hindsight.app.page.PageData.PageEvent;
import dev.hindsight.app.page.PageData.PageScore;
import dev.hindsight.app.page.PageData.PageTrial;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.bookmark.BookmarkFile;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.OutputFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.outcome.EventScan;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.AgentNumber;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/// Writes a recording, or the moments around its bookmarks, as one HTML file. Nothing is checked
/// before it runs; a failed or cancelled export leaves no file.
///
/// @param rollout the recording, open
/// @param out the file to write
/// @param agent the agent that is selected first, and whose stored attention the page shows; the
///   first one if empty
/// @param ticks the ticks to show
/// @param part which of them
public record RecordingPage(
    Rollout rollout, Path out, OptionalInt agent, RequestedTicks ticks, ShownPart part)
    implements Job<RecordingPage.Report> {
  /// Ticks shown before and after a bookmark.
  public static final int AROUND = 20;

  /// Names of more actions than this would be most of the page.
  private static final int MOST_ACTIONS = 1000;

  private static final List<String> COLUMNS = List.of("reward", "value", "action", "pose");
  private static final int WIDEST = 8;

  /// Which of the ticks are shown.
  public enum ShownPart {
    /// All.
    EVERYTHING,
    /// Those around bookmarks.
    BOOKMARKED
  }

  /// The result.
  ///
  /// @param file the finished file
  /// @param ticks shown in it
  /// @param bytes its size
  /// @param attention whether it shows the attention of an agent
  public record Report(Path file, int ticks, long bytes, boolean attention) {}

  @Override
  public Report run(Progress progress, Cancellation cancellation) {
    OutputFile.spares(out, List.of(rollout.file()));
    agent.ifPresent(number -> AgentNumber.check(number, rollout.manifest(), rollout.file()));
    List<PageBookmark> bookmarks = bookmarks();
    List<Integer> shown = shown(bookmarks);
    Optional<PageAttentionBlock> attention =
        PageAttentionBlock.of(rollout, selected(), shown, cancellation);
    PageData data = data(shown, bookmarks, attention, progress, cancellation);
    try {
      long bytes =
          PageFile.write(
              out,
              data.title(),
              ResultJson.text(data).getBytes(StandardCharsets.UTF_8),
              attention.map(PageAttentionBlock::weights).orElse(new byte[0]));
      return new Report(out, shown.size(), bytes, attention.isPresent());
    } catch (IOException e) {
      throw new Problem(
          wording("RecordingPage.the_page_cannot_be_written"),
          out.toString(),
          wording("RecordingPage.check_that_the_folder_is_there"),
          e);
    }
  }

  private int selected() {
    return agent.orElse(rollout.manifest().agents() > 0 ? 0 : Moment.NO_AGENT);
  }

  private List<Integer> shown(List<PageBookmark> bookmarks) {
    Span asked = ticks.in(rollout);
    BitSet chosen = new BitSet();
    switch (part) {
      case EVERYTHING -> chosen.set(asked.from(), asked.to());
      case BOOKMARKED ->
          bookmarks.forEach(each ->
              chosen.set(
                  Math.max(asked.from(), each.tick() - AROUND),
                  Math.max(
                      asked.from(), Math.min(asked.to(), each.tick() + each.ticks() + AROUND))));
    }
    if (chosen.isEmpty()) {
      throw new Problem(
          wording("RecordingPage.no_bookmark_is_in_these_ticks"),
          rollout.file().toString(),
          wording("RecordingPage.set_bookmarks_or_export_all"));
    }
    return chosen.stream().boxed().toList();
  }

  private List<PageBookmark> bookmarks() {
    TrialIndex trials = rollout.trials();
    List<PageBookmark> found = new ArrayList<>();
    for (Bookmark each : new BookmarkFile(rollout.file()).read()) {
      OptionalInt tick = each.place().in(trials);
      if (tick.isPresent()) {
        found.add(
            new PageBookmark(
                tick.getAsInt(),
                each.ticks(),
                each.name(),
                each.note(),
                each.place().agent(),
                each.mark().onDark()));
      }
    }
    return found;
  }

  private PageData data(
      List<Integer> shown,
      List<PageBookmark> bookmarks,
      Optional<PageAttentionBlock> attention,
      Progress progress,
      Cancellation cancellation) {
    Sketch sketch = BuiltInEnvironments.sketchOf(rollout);
    Scene scene = sketch.backdrop(rollout);
    PageMarks marks = new PageMarks(scene.bounds());
    List<Integer> backdrop = marks.add(scene.marks());
    Set<Overlay> overlays = EnumSet.copyOf(sketch.sceneDefaults().shown());
    // The page draws its own captions; a trail at every tick would be most of the file.
    overlays.removeAll(
        Set.of(Overlay.TRAILS, Overlay.CAPTION, Overlay.METRICS, Overlay.GHOSTS, Overlay.OBSERVED));
    if (sketch.sceneDefaults().offered().contains(Overlay.LABELS)) {
      overlays.add(Overlay.LABELS);
    }
    List<List<Integer>> frames = new ArrayList<>();
    List<List<Integer>> links = new ArrayList<>();
    for (int tick : shown) {
      cancellation.throwIfCancelled();
      frames.add(marks.add(sketch.at(new Moment(rollout, tick, Moment.NO_AGENT), overlays)));
      links.add(marks.add(links(sketch, tick)));
      if (marks.tooMany()) {
        throw new Problem(
            wording("RecordingPage.so_many_ticks_do_not_fit"),
            rollout.file().toString(),
            wording("RecordingPage.choose_fewer_ticks"));
      }
      progress.report(frames.size(), shown.size(), "ticks");
    }
    Map<String, List<Integer>> tones = new LinkedHashMap<>();
    for (Palette palette : List.of(Palette.DARK, Palette.LIGHT)) {
      tones.put(
          palette.name(),
          Stream.concat(Stream.of(palette.background()), Stream.of(Tone.values()).map(palette::rgb))
              .toList());
    }
    return new PageData(
        PageData.FORMAT,
        PageData.VERSION,
        String.valueOf(rollout.file().getFileName()),
        rollout.manifest().environment().id(),
        rollout.manifest().policy().id(),
        rollout.manifest().producer(),
        shown,
        rollout.ticks(),
        rollout.manifest().tellsTickSeconds() ? rollout.manifest().tickSeconds() : 0,
        names(),
        actions(),
        selected(),
        scene.unit().metres(),
        marks.step(),
        List.of(
            scene.bounds().minX(),
            scene.bounds().minY(),
            scene.bounds().maxX(),
            scene.bounds().maxY()),
        tones,
        backdrop,
        frames,
        links,
        marks.pool(),
        marks.colours(),
        marks.grids(),
        trials(),
        scores(cancellation),
        events(shown, cancellation),
        bookmarks,
        numbers(shown),
        attention.map(PageAttentionBlock::shape));
  }

  /// The attention on neighbours that recordings of some environments hold.
  private List<Mark> links(Sketch sketch, int tick) {
    if (selected() == Moment.NO_AGENT
        || !sketch.sceneDefaults().offered().contains(Overlay.ATTENTION)) {
      return List.of();
    }
    return sketch.at(new Moment(rollout, tick, selected()), EnumSet.of(Overlay.ATTENTION)).stream()
        .filter(mark -> mark instanceof Mark.Link)
        .toList();
  }

  private List<String> actions() {
    return ActionManifest.joint(rollout.manifest())
        .filter(joint -> joint.count() <= MOST_ACTIONS)
        .map(ActionSpace.Discrete::descriptions)
        .orElse(List.of());
  }

  private List<String> names() {
    AgentNames names = AgentNames.of(rollout);
    List<String> all = new ArrayList<>();
    for (int each = 0; each < rollout.manifest().agents(); each++) {
      all.add(names.titled(each));
    }
    return all;
  }

  private List<PageTrial> trials() {
    TrialIndex index = rollout.trials();
    List<PageTrial> all = new ArrayList<>();
    int episode = -1;
    for (int stretch = 0; stretch < index.count(); stretch++) {
      episode += index.beginsEpisode(stretch) ? 1 : 0;
      all.add(
          new PageTrial(episode, index.trial(stretch), index.start(stretch), index.end(stretch)));
    }
    return all;
  }

  private List<PageScore> scores(Cancellation cancellation) {
    ScoreSheet sheet = ScoreReader.read(rollout, Progress.SILENT, cancellation);
    return sheet.places().map(place -> score(place.episode(), place.trial())).toList();
  }

  private static PageScore score(ScoreSheet.Episode episode, Trial trial) {
    return new PageScore(
        episode.number(),
        trial.number(),
        trial.start(),
        trial.ticks(),
        trial.ending().ended(),
        known(trial.score(Side.EGO)),
        trial.agents().stream().map(RecordingPage::score).toList());
  }

  private static PageAgentScore score(AgentTrial agent) {
    return new PageAgentScore(
        agent.agent(),
        agent.side() == Side.EGO,
        known(agent.score()),
        known(agent.earned()),
        agent.told(EventKind.GOAL));
  }

  private static Optional<Double> known(double number) {
    return Double.isFinite(number) ? Optional.of(number) : Optional.empty();
  }

  private List<PageEvent> events(List<Integer> shown, Cancellation cancellation) {
    EventLog log = EventScan.ofAll(rollout, cancellation);
    TickEvents kinds = new TickEvents(rollout);
    BitSet wanted = new BitSet();
    shown.forEach(wanted::set);
    List<PageEvent> events = new ArrayList<>();
    for (int event = 0; event < log.count(); event++) {
      EventKind kind = log.kind(event);
      boolean told = EventKind.DERIVED.contains(kind) || kinds.shows(kind);
      if (told && log.caused(event) && wanted.get(log.tick(event))) {
        events.add(
            new PageEvent(
                log.tick(event),
                log.agent(event),
                kind.title(),
                log.words(event, AgentNames.of(rollout)::numbered),
                tone(kind).name()));
      }
    }
    return events;
  }

  private static Tone tone(EventKind kind) {
    return switch (kind.colour()) {
      case GOOD -> Tone.GOAL;
      case BAD, ALARM -> Tone.COLLIDED;
      case STRAY -> Tone.OFFROAD;
      case WARNING -> Tone.CONFLICT;
      case LIMBO -> Tone.LIMBO;
      case REFUSAL, END, CUT, PLAIN -> Tone.STATIC;
    };
  }

  private Map<String, List<List<Optional<Number>>>> numbers(List<Integer> shown) {
    Map<String, List<List<Optional<Number>>>> numbers = new LinkedHashMap<>();
    for (String name : COLUMNS) {
      Optional<Channel> channel =
          rollout
              .channel(name)
              .filter(found ->
                  found.spec().perAgent()
                      && found.rowLength() <= WIDEST * rollout.manifest().agents());
      if (channel.isPresent()) {
        numbers.put(name, shown.stream().map(tick -> row(channel.get(), tick)).toList());
      }
    }
    return numbers;
  }

  private static List<Optional<Number>> row(Channel channel, int tick) {
    List<Optional<Number>> row = new ArrayList<>();
    for (int i = 0; i < channel.rowLength(); i++) {
      row.add(number(channel, tick, i));
    }
    return row;
  }

  /// As short as the recorded type allows.
  private static Optional<Number> number(Channel channel, int tick, int index) {
    double value = channel.value(tick, index);
    return switch (channel.spec().type()) {
      case F2, F4 ->
          Double.isFinite(value) ? Optional.<Number>of((float) value) : Optional.<Number>empty();
      case F8 -> Double.isFinite(value) ? Optional.<Number>of(value) : Optional.<Number>empty();
      case I1, U1, I2, I4, I8, BOOL -> Optional.<Number>of(channel.integer(tick, index));
    };
  }
}
