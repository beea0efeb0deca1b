package dev.hindsight.trainer.gpu;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The result of looking for a GPU and a PyTorch that can use it.
///
/// @param torch the PyTorch that was found
/// @param misses places searched before without success, a line each
/// @param requirements what it needs, and whether it is present
public record GpuFinding(
    Optional<InstalledTorch> torch, List<String> misses, List<Requirement> requirements) {
  /// Copies the lists.
  public GpuFinding {
    misses = List.copyOf(misses);
    requirements = List.copyOf(requirements);
  }

  /// Runs the search. Blocks for seconds: never on the FX thread.
  ///
  /// @param chosen the only folder to look in, if given
  public static GpuFinding look(Optional<Path> chosen) {
    TorchSearch.Result result = TorchSearch.look(chosen);
    return new GpuFinding(result.found(), result.misses(), Requirements.of(result.found()));
  }

  /// The PyTorch that was found, if it meets all requirements.
  public Optional<InstalledTorch> usable() {
    return torch.filter(
        _ -> requirements.stream().allMatch(one -> one.state() == Requirement.State.FOUND));
  }

  /// The result for people, one line per fact; a remedy for several requirements is given once.
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    misses.forEach(miss -> lines.add("looked   " + miss));
    torch.ifPresent(found -> lines.add("found    " + found));
    requirements.forEach(one -> lines.add(one.toString()));
    requirements.stream()
        .map(Requirement::remedy)
        .filter(remedy -> !remedy.isEmpty())
        .distinct()
        .forEach(remedy -> lines.add(wording("GpuFinding.to_do", remedy)));
    return lines;
  }
}
