package dev.hindsight.app.gpu;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.DialogButtons;
import dev.hindsight.app.fx.ProblemLine;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.tasks.NewestReading;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.gpu.EngineChoice;
import dev.hindsight.trainer.gpu.GpuFinding;
import dev.hindsight.trainer.gpu.InstalledTorch;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// Shows which PyTorch for GPUs is installed and what it lacks, and lets the user choose it. FX
/// thread.
public final class GpuPane extends VBox {
  private final WindowContext window;
  private final NewestReading looking;
  private final Runnable close;
  private final EngineChoice choice = EngineChoice.ofUser();
  private final Label lines = new Label(wording("GpuPane.looking"));
  private final ProblemLine message = new ProblemLine();
  private Optional<InstalledTorch> usable = Optional.empty();

  /// @param close closes the dialog
  public GpuPane(WindowContext window, Runnable close) {
    this.window = window;
    this.looking = new NewestReading(window.background());
    this.close = close;
    setId("gpu");
    getStyleClass().add("hs-dialog");
    setMaxSize(720, USE_PREF_SIZE);
    Label title = new Label(wording("GpuPane.compute_on_a_gpu"));
    title.getStyleClass().add(Styles.TITLE_4);
    lines.setId("gpu.lines");
    lines.setWrapText(true);
    message.setId("gpu.message");
    message.check(() -> refuse(wording("GpuPane.looking_for_an_installed_pytorch")));
    Button folder = new Button(wording("GpuPane.choose_a_folder"));
    folder.setId("gpu.folder");
    folder.setOnAction(_ -> elsewhere());
    Button shipped = new Button(wording("GpuPane.use_the_shipped_pytorch"));
    shipped.setId("gpu.off");
    shipped.setOnAction(_ -> useShipped());
    HBox others = new HBox(8, folder, shipped);
    getChildren()
        .addAll(
            title,
            lines,
            others,
            message,
            new DialogButtons("gpu", "Use it", message.wrong(), this::use, close));
    look(Optional.empty());
  }

  private void look(Optional<Path> chosen) {
    looking.start(
        wording("GpuPane.looking_for_an_installed_pytorch_2"),
        (_, _) -> GpuFinding.look(chosen),
        this::found);
  }

  private void found(GpuFinding finding) {
    usable = finding.usable();
    lines.setText(String.join("\n", finding.lines()));
    message.check(() ->
        usable.isPresent()
            ? wording("GpuPane.used_from_the_next_start_on")
            : refuse(wording("GpuPane.something_is_missing")));
  }

  private static String refuse(String why) {
    throw new Problem(why, "", wording("GpuPane.hindsight_computes_on_the_processor"));
  }

  /// The user chooses one of its libraries instead of the folder: choosers ask for files.
  private void elsewhere() {
    String library = System.mapLibraryName("torch");
    window
        .dialogs()
        .open(
            wording("GpuPane.pytorchs_library", library),
            List.of(new FileDialogs.Kind("PyTorch", List.of(library))))
        .flatMap(file -> Optional.ofNullable(file.toAbsolutePath().getParent()))
        .ifPresent(found -> look(Optional.of(found)));
  }

  private void use() {
    usable.ifPresent(torch -> {
      close.run();
      window
          .background()
          .start(
              wording("GpuPane.trying"),
              (_, cancellation) -> {
                EngineTrial.run(torch.libraries(), cancellation);
                choice.use(torch);
                return wording("GpuPane.uses", torch);
              },
              this::chosen);
    });
  }

  private void useShipped() {
    close.run();
    window
        .background()
        .startHidden(
            wording("GpuPane.choosing_an_engine"),
            (_, _) -> {
              choice.useShipped();
              return wording("GpuPane.uses_the_pytorch_that_is_shipped");
            },
            this::chosen);
  }

  private void chosen(String headline) {
    window.raiseNotice(
        new Notice.Success(headline, wording("GpuPane.used_from_the_next_start_on_2")));
  }
}
