package dev.hindsight.app.window;

import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.tasks.Background;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Subject;
import dev.hindsight.trainer.task.Job;
import java.util.Set;
import java.util.function.Consumer;

/// What the panels of one open recording ask of the window. FX thread.
record DocumentContext(Document document, Background tasks, Theme theme) implements PanelContext {
  @Override
  public Rollout rollout() {
    return document.rollout();
  }

  @Override
  public Palette palette() {
    return palette(theme);
  }

  @Override
  public void seek(int tick) {
    document.timeline().send(new TimelineCommand.Seek(tick));
  }

  @Override
  public void select(int agent) {
    document.view().send(new ViewCommand.Select(agent));
  }

  @Override
  public void point(Set<Subject> subjects) {
    document.pointed().send(subjects);
  }

  @Override
  public void watchPointed(Consumer<Set<Subject>> watcher) {
    document.pointed().watch(watcher);
  }

  @Override
  public <T> void background(String title, Job<T> job, Consumer<T> onResult) {
    tasks.quietly(title, job, onResult);
  }

  static Palette palette(Theme theme) {
    return switch (theme) {
      case DARK -> Palette.DARK;
      case LIGHT -> Palette.LIGHT;
    };
  }
}
