package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.link.LinkedMoment;
import dev.hindsight.app.link.MomentLink;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.page.RecordingPage;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.live.SystemClipboard;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.RequestedTicks;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Commands that give a moment or a whole recording to others.
final class ShareCommands {
  private final WindowContext window;

  private ShareCommands(WindowContext window) {
    this.window = window;
  }

  static List<AppCommand> of(WindowContext window) {
    ShareCommands commands = new ShareCommands(window);
    return List.of(
        AppCommand.recording(
                "file.copyLink",
                wording("ShareCommands.copy_link"),
                Material2AL.LINK,
                "Shortcut+L",
                commands::copyLink)
            .alsoCalled("url", "share", "moment", "tick"),
        AppCommand.always(
                "file.openLink",
                wording("ShareCommands.open_link"),
                Material2MZ.OPEN_IN_NEW,
                "Shortcut+Shift+L",
                commands::openLink)
            .alsoCalled("paste", "url", "moment"),
        AppCommand.recording(
                "file.page",
                wording("ShareCommands.export_page"),
                Material2AL.LANGUAGE,
                "",
                () -> commands.page(RecordingPage.ShownPart.EVERYTHING))
            .alsoCalled("html", "web", "browser", "share"),
        AppCommand.recording(
                "file.pageOfBookmarks",
                wording("ShareCommands.export_bookmarks"),
                Material2AL.BOOKMARKS,
                "",
                () -> commands.page(RecordingPage.ShownPart.BOOKMARKED))
            .alsoCalled("html", "web", "browser", "moments"));
  }

  private Optional<Document> document() {
    return window.workspace().state().document();
  }

  private void copyLink() {
    document()
        .ifPresent(document -> {
          String text = LinkedMoment.of(window, document).text();
          SystemClipboard.copy(text);
          window.raiseNotice(new Notice.Success(wording("ShareCommands.link_copied"), text));
        });
  }

  private void openLink() {
    try {
      LinkedMoment.open(window, MomentLink.parse(SystemClipboard.text()));
    } catch (Problem wrong) {
      window.raiseNotice(Notice.of(wrong));
    }
  }

  private void page(RecordingPage.ShownPart part) {
    document()
        .ifPresent(document ->
            window
                .dialogs()
                .save(
                    wording("ShareCommands.export_page"),
                    new FileDialogs.Kind("HTML", List.of("*.html")),
                    document
                        .rollout()
                        .file()
                        .toAbsolutePath()
                        .resolveSibling(document.stem() + ".html"))
                .ifPresent(target -> {
                  int selected = document.view().state().selected();
                  RecordingPage page =
                      new RecordingPage(
                          document.rollout(),
                          target,
                          selected == Moment.NO_AGENT
                              ? OptionalInt.empty()
                              : OptionalInt.of(selected),
                          RequestedTicks.ALL,
                          part);
                  window
                      .background()
                      .startReading(
                          BackgroundTask.of(
                                  wording("ShareCommands.saving", target.getFileName()),
                                  page,
                                  this::saved)
                              .withFile(RecordingPage.Report::file));
                }));
  }

  private void saved(RecordingPage.Report report) {
    window.raiseNotice(
        Notice.Success.in(
            report.file(),
            wording(
                "ShareCommands.saved_ticks", report.ticks(), NumberWords.bytes(report.bytes()))));
  }
}
