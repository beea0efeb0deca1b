package dev.hindsight.inspector.compare;

import dev.hindsight.inspector.live.MessagePanel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// The panel of two recordings compared.
public record DifferencesPanelType() implements PanelType {
  /// Its name in layouts.
  public static final String ID = "differences";

  @Override
  public String id() {
    return ID;
  }

  @Override
  public String title() {
    return "Differences";
  }

  @Override
  public String help() {
    return "Where two recordings first differ, number by number, and how their scores changed.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("diff", "compare");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return Optional.empty();
  }

  @Override
  public Panel open(PanelContext context) {
    Optional<Counterpart> beside =
        context.shared(SharedCounterpart.class, SharedCounterpart::empty).counterpart();
    return beside
        .<Panel>map(counterpart -> new DifferencesPanel(context, counterpart))
        .orElseGet(() ->
            new MessagePanel(
                "differences-sentence",
                "No other recording is open beside this one. The commands \"Compare with…\" and \"Compare"
                    + " with another checkpoint…\" in the menu File open it beside another."));
  }
}
