package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.AgentNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.TreeItem;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// Lists all audits with their outcomes and, under each failed one, the places of its findings. FX
/// thread.
public final class AuditsPanel implements Panel {
  private static final int WORDS = 1;

  /// In units; a tooltip shows longer causes in full.
  private static final double WIDEST = 960;

  private final PanelContext context;
  private final AuditQueue queue;
  private final WrappedLabel summary = WrappedLabel.plain("audits-told");
  private final WrappedLabel wrong = WrappedLabel.wrong("audits-wrong");
  private final ProgressBar bar = new ProgressBar(0);
  private final Button all = new Button(wording("AuditsPanel.run_all"));
  private final Button one = new Button(wording("AuditsPanel.run_selected"));
  private final Button stop = new Button(wording("AuditsPanel.stop"));
  private final Button checkpoint = new Button(wording("AuditsPanel.checkpoint"));
  private final LiveTree<AuditRow> tree =
      new LiveTree<>("audits-tree", wording("AuditsPanel.audits_and_findings"));
  private final VBox node;
  private OptionalInt outdated = OptionalInt.empty();

  /// Opens it on the recording of a context.
  public AuditsPanel(PanelContext context) {
    this.context = context;
    queue = new AuditQueue(context, this::fill);
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setAccessibleText(wording("AuditsPanel.audits_that_have_run"));
    all.setId("audits-all");
    all.setOnAction(_ -> queue.enqueue(BuiltInAudits.ALL));
    one.setId("audits-one");
    one.setOnAction(_ -> selected().ifPresent(audit -> queue.enqueue(List.of(audit))));
    stop.setId("audits-stop");
    stop.setOnAction(_ -> queue.stop());
    checkpoint.setId("audits-checkpoint");
    checkpoint.setOnAction(_ -> choose());
    tree.column(wording("AuditsPanel.audit_or_place"), 240, AuditRow::subject);
    tree.column(wording("AuditsPanel.outcome_or_cause"), 520, AuditRow::words);
    tree.column(wording("AuditsPanel.shown_by"), 150, AuditRow::number);
    tree.column(wording("AuditsPanel.off_by"), 80, AuditRow::size);
    tree.copying(AuditRow::copy);
    tree.setOnMouseClicked(_ -> go());
    tree.setOnKeyReleased(event -> {
      if (event.getCode() == KeyCode.ENTER) {
        go();
      }
    });
    tree.getSelectionModel().selectedItemProperty().subscribe(_ -> enable());
    FlowPane tools = new FlowPane(6, 6, all, one, stop, checkpoint);
    node = new PanelBox(tools, bar, summary, wrong, tree).growing(tree);
    fill();
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public boolean empty() {
    return BuiltInAudits.ALL.stream().allMatch(audit -> queue.report(audit).isEmpty());
  }

  @Override
  public void show(Moment moment) {
    // The findings do not depend on the tick, but a recording may grow beyond what they are about.
    OptionalInt now = queue.outdated();
    if (!now.equals(outdated)) {
      tell();
    }
  }

  /// The selected audit, or the one that the selected place belongs to.
  private Optional<Audit> selected() {
    @Nullable TreeItem<AuditRow> item = tree.getSelectionModel().getSelectedItem();
    while (item != null) {
      if (item.getValue() instanceof AuditRow.OfAudit ofAudit) {
        return Optional.of(ofAudit.audit());
      }
      item = item.getParent();
    }
    return Optional.empty();
  }

  private void go() {
    tree.chosen()
        .flatMap(AuditRow::place)
        .ifPresent(place -> {
          context.seek(place.tick());
          if (place.agent() != AuditFinding.NO_AGENT) {
            context.select(place.agent());
          }
        });
  }

  private void enable() {
    one.setDisable(selected().isEmpty());
    stop.setDisable(!queue.busy());
    bar.setVisible(queue.busy());
    bar.setManaged(queue.busy());
  }

  private void fill() {
    Optional<Audit> before = selected();
    TreeItem<AuditRow> root = new TreeItem<>();
    for (Audit audit : BuiltInAudits.ALL) {
      root.getChildren().add(item(audit));
    }
    tree.setRoot(root);
    tree.fit(WORDS, all(root).map(AuditRow::words).toList(), 200, WIDEST);
    before.ifPresent(audit -> tree.getSelectionModel().select(row(audit)));
    tell();
    String failed =
        BuiltInAudits.ALL.stream()
            .flatMap(audit -> queue.report(audit).stream())
            .filter(report -> !report.verdict().holds())
            .map(report -> "⚠ " + report.audit() + outcome(report) + ": " + report.sentence())
            .collect(Collectors.joining("\n"));
    wrong.setText(failed);
    bar.setProgress(queue.progress());
    enable();
  }

  private void tell() {
    outdated = queue.outdated();
    summary.setText(
        queue.words()
            + queue
                .checkpoint()
                .map(file -> wording("AuditsPanel.checkpoint_2", file.getFileName()))
                .orElse(""));
  }

  private static String outcome(AuditReport report) {
    return report.verdict() == AuditVerdict.FAILED ? "" : " " + report.verdict().words();
  }

  private static Stream<AuditRow> all(TreeItem<AuditRow> root) {
    return root.getChildren().stream()
        .flatMap(item -> Stream.concat(Stream.of(item.getValue()), all(item)));
  }

  private TreeItem<AuditRow> row(Audit audit) {
    return tree.getRoot().getChildren().get(BuiltInAudits.ALL.indexOf(audit));
  }

  private TreeItem<AuditRow> item(Audit audit) {
    Optional<AuditReport> report = queue.report(audit);
    boolean asking = queue.running().equals(Optional.of(audit));
    TreeItem<AuditRow> item = new TreeItem<>(new AuditRow.OfAudit(audit, report, asking));
    TrialIndex trials = context.rollout().trials();
    AgentNames names = AgentNames.of(context.rollout());
    report.ifPresent(found -> {
      found
          .findings()
          .forEach(each ->
              item.getChildren().add(new TreeItem<>(new AuditRow.OfFinding(each, trials, names))));
      found
          .remarks()
          .forEach(each -> item.getChildren().add(new TreeItem<>(new AuditRow.OfRemark(each))));
      item.setExpanded(found.verdict() == AuditVerdict.FAILED);
    });
    return item;
  }

  private void choose() {
    context
        .files()
        .open(
            wording("AuditsPanel.checkpoint_of_the_policy_that_acted"),
            List.of(FileDialogs.Kind.CHECKPOINTS))
        .ifPresent(this::choose);
  }

  /// Uses a checkpoint from now on.
  void choose(Path file) {
    queue.choose(file);
  }
}
