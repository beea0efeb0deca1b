package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.KeyboardFocus;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.notices.NoticeCommand;
import dev.hindsight.app.notices.NoticeState;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.live.SystemClipboard;
import dev.hindsight.trainer.text.Sentences;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Shows the newest notice above the content without blocking it. A success disappears after a
/// while, unless the mouse or the keyboard focus is on it; everything else stays. FX thread.
final class NoticeBanner extends VBox {
  /// How long a success is shown, in seconds.
  private static final double SECONDS = 6;

  private final WindowContext window;
  private double shownFor;

  NoticeBanner(WindowContext window) {
    this.window = window;
    setId("notices");
    window.notices().watch(this::show);
  }

  /// Called before a frame is painted.
  ///
  /// @param seconds since the last one
  void frame(double seconds) {
    NoticeState state = window.notices().state();
    boolean passing = state.shown().filter(Notice.Success.class::isInstance).isPresent();
    boolean lookedAt = isHover() || isFocusWithin();
    shownFor = !passing || lookedAt ? 0 : shownFor + seconds;
    if (shownFor >= SECONDS) {
      state.shown().ifPresent(notice -> window.notices().send(new NoticeCommand.Dismiss(notice)));
    }
  }

  /// Moves the keyboard focus to the first button of the notice, if there is one.
  void takeKeyboard() {
    KeyboardFocus.first(this).ifPresent(KeyboardFocus::visibly);
  }

  private void show(NoticeState state) {
    shownFor = 0;
    getChildren().clear();
    state.shown().ifPresent(notice -> getChildren().add(banner(notice, state.open().size() - 1)));
  }

  private Node banner(Notice notice, int more) {
    HBox banner = new HBox();
    banner.setAlignment(Pos.CENTER_LEFT);
    banner.getStyleClass().addAll("hs-notice", tone(notice));
    banner.setAccessibleRole(AccessibleRole.TEXT);
    banner.setAccessibleText(spoken(notice));
    VBox words = new VBox(headline(notice));
    lines(notice).stream().map(NoticeBanner::detail).forEach(words.getChildren()::add);
    HBox.setHgrow(words, Priority.ALWAYS);
    banner.getChildren().addAll(new FontIcon(icon(notice)), words);
    if (more > 0) {
      banner.getChildren().add(new Label(wording("NoticeBanner.more", more)));
    }
    banner.getChildren().addAll(buttons(notice));
    return banner;
  }

  /// The full text, for screen readers.
  private String spoken(Notice notice) {
    return Stream.concat(Stream.of(first(notice)), lines(notice).stream())
        .collect(Collectors.joining(". "));
  }

  private Label headline(Notice notice) {
    Label headline = new Label(first(notice));
    headline.setId("notice.headline");
    headline.getStyleClass().add(Styles.TEXT_BOLD);
    headline.setWrapText(true);
    return headline;
  }

  private String first(Notice notice) {
    return switch (notice) {
      case Notice.Trouble trouble -> Sentences.complete(trouble.what());
      case Notice.Crash crash -> unexpected(crash);
      case Notice.Success success -> success.headline();
      case Notice.Waiting waiting -> waiting.headline();
    };
  }

  private String unexpected(Notice.Crash crash) {
    int times = window.notices().state().times(crash);
    String often = times == 1 ? "" : wording("NoticeBanner.times", times);
    return wording("NoticeBanner.an_unexpected_error_occurred", often, crash.headline());
  }

  private static List<String> lines(Notice notice) {
    return switch (notice) {
      case Notice.Trouble trouble -> List.of(trouble.where(), Sentences.complete(trouble.remedy()));
      case Notice.Crash _ -> List.of(wording("NoticeBanner.the_window_still_works_please_save"));
      case Notice.Success success -> List.of(success.text());
      case Notice.Waiting waiting -> List.of(waiting.text());
    };
  }

  private static Label detail(String words) {
    Label label = new Label(words);
    label.setWrapText(true);
    return label;
  }

  private List<Button> buttons(Notice notice) {
    Button copy =
        button(wording("NoticeBanner.copy"), Material2AL.CONTENT_COPY, () -> copy(notice));
    Button close =
        button(
            wording("NoticeBanner.dismiss"),
            Material2AL.CLOSE,
            () -> window.notices().send(new NoticeCommand.Dismiss(notice)));
    return switch (notice) {
      case Notice.Crash crash ->
          List.of(
              wordButton("save", wording("NoticeBanner.save_report"), () -> save(crash)),
              copy,
              close);
      case Notice.Success success ->
          success
              .file()
              .map(file ->
                  List.of(
                      wordButton(
                          "open",
                          wording("NoticeBanner.open"),
                          () -> ResultFile.open(window, file)),
                      wordButton(
                          "folder",
                          wording("NoticeBanner.show_in_folder"),
                          () -> ResultFile.showFolder(window, file)),
                      copy,
                      close))
              .orElse(List.of(copy, close));
      case Notice.Trouble _, Notice.Waiting _ -> List.of(copy, close);
    };
  }

  private static Button wordButton(String id, String words, Runnable run) {
    Button button = new Button(words);
    button.setId("notice." + id);
    button.setMinWidth(USE_PREF_SIZE);
    button.setOnAction(_ -> run.run());
    return button;
  }

  private static Button button(String words, Ikon icon, Runnable run) {
    Button button = new Button();
    button.setGraphic(new FontIcon(icon));
    button.getStyleClass().addAll(Styles.BUTTON_ICON, Styles.FLAT);
    button.setId("notice." + words.toLowerCase(java.util.Locale.ROOT));
    button.setTooltip(new Tooltip(words));
    button.setAccessibleText(words);
    button.setOnAction(_ -> run.run());
    return button;
  }

  private static void copy(Notice notice) {
    SystemClipboard.copy(notice.text());
  }

  private void save(Notice.Crash crash) {
    CrashFile.save(window, crash, () -> window.notices().send(new NoticeCommand.Dismiss(crash)));
  }

  private static String tone(Notice notice) {
    return switch (notice) {
      case Notice.Trouble _, Notice.Crash _ -> Styles.DANGER;
      case Notice.Success _ -> Styles.SUCCESS;
      case Notice.Waiting _ -> Styles.ACCENT;
    };
  }

  private static Ikon icon(Notice notice) {
    return switch (notice) {
      case Notice.Trouble _ -> Material2AL.ERROR_OUTLINE;
      case Notice.Crash _ -> Material2AL.BUG_REPORT;
      case Notice.Success _ -> Material2AL.CHECK_CIRCLE_OUTLINE;
      case Notice.Waiting _ -> Material2MZ.PAUSE_CIRCLE_OUTLINE;
    };
  }
}
