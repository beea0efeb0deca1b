package dev.hindsight.app;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutNode;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.LayoutStore;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.film.ArrangementFrameSource;
import dev.hindsight.app.film.PictureSize;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.recording.FilmPlan;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.window.ArrangementFrames;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.render.Palette;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A film of all panes of a recording as a layout arranges them, without a display. Once per
/// process.
///
/// @param plan what to film of the recording, the size, and the camera of the scene
/// @param other the recording to compare it with
/// @param arrangement name of a preset or of a pane, or a layout file
record ArrangementFilm(FilmPlan plan, Optional<Path> other, String arrangement)
    implements Job<FilmReport> {
  @Override
  public FilmReport run(Progress progress, Cancellation cancellation) throws Exception {
    Layout layout = layout(arrangement);
    refuseEarly(layout);
    Theme theme = plan.palette().equals(Palette.LIGHT) ? Theme.LIGHT : Theme.DARK;
    OffscreenWindow.start();
    try (OffscreenWindow studio =
        new OffscreenWindow(new Preferences(theme, WindowSize.INITIAL, List.of()), 640, 480)) {
      Document document =
          other.isPresent()
              ? studio.compare(plan.rollout(), other.get())
              : studio.open(plan.rollout());
      // Rejects ticks and agents that do not exist.
      plan.frames(document.rollout());
      try (ArrangementFrameSource panes =
          OffscreenWindow.onFx(() -> arranged(studio, document, layout))) {
        return plan.export(panes, document.rollout(), progress, cancellation);
      }
    }
  }

  /// Refuses what the recording has not before the window opens, which takes seconds. A comparison
  /// has the ticks of both recordings, so it is checked when it is open.
  private void refuseEarly(Layout layout) {
    if (other.isEmpty()) {
      try (Rollout opened = RecordingOpener.open(plan.rollout())) {
        plan.frames(opened);
        fitting(layout, opened.manifest(), arrangement);
      }
    }
  }

  private ArrangementFrameSource arranged(
      OffscreenWindow offscreenWindow, Document document, Layout layout) {
    Layout fitting = fitting(layout, document.rollout().manifest(), arrangement);
    document.layout().send(new LayoutCommand.Arrange(fitting.root()));
    look(document);
    Span ticks = plan.ticks().in(document.rollout());
    PictureSize size = new PictureSize(plan.width(), plan.height());
    return ArrangementFrames.of(offscreenWindow.context(), document, ticks, size);
  }

  /// Shows a recording as the plan says: the agent, the camera that follows one, the choices of the
  /// picture.
  void look(Document document) {
    int followed = plan.camera().followed();
    plan.agent()
        .or(() -> followed == Moment.NO_AGENT ? Optional.empty() : Optional.of(followed))
        .ifPresent(agent -> document.view().send(new ViewCommand.Select(agent)));
    if (followed != Moment.NO_AGENT) {
      // After the agent: selecting one turns a camera that follows to it.
      Camera near = plan.camera().asNearAs(document.view().state().span());
      document.view().send(new ViewCommand.SetCamera(near));
    }
    plan.chosen()
        .ways()
        .forEach((choice, way) -> document.view().send(new ViewCommand.Choose(choice, way)));
  }

  /// The layout that a preset, a single pane or a file stands for.
  ///
  /// @param arrangement name of a preset or of a pane, as menus or layout files write it, or a file
  static Layout layout(String arrangement) {
    return LayoutPreset.named(arrangement)
        .map(LayoutPreset::layout)
        .or(() ->
            PaneKinds.ALL.stream()
                .filter(kind ->
                    kind.id().equals(arrangement) || kind.title().equalsIgnoreCase(arrangement))
                .findFirst()
                .map(kind -> Layout.of(LayoutNode.Tabs.of(PaneId.of(kind.id())))))
        .orElseGet(() -> LayoutStore.read(Path.of(arrangement)));
  }

  /// The layout without the panes that do not apply to a recording.
  ///
  /// @throws Problem if none applies, saying what the recording lacks for each
  static Layout fitting(Layout layout, Manifest manifest, String arrangement) {
    Layout fitting = PaneKinds.fitting(layout, manifest);
    if (fitting.root().isEmpty()) {
      String lacking =
          layout.panes().stream()
              .flatMap(pane -> PaneKinds.missing(pane.kind(), manifest).stream())
              .distinct()
              .collect(Collectors.joining(" "));
      throw new Problem(
          wording("ArrangementFilm.no_pane_can_be_shown", lacking),
          arrangement,
          wording("ArrangementFilm.name_another_pane_or_layout"));
    }
    return fitting;
  }
}
