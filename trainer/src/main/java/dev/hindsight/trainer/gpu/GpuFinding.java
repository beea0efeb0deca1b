package dev.hindsight.trainer.gpu;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What there is to tell of computing on a GPU here.
///
/// @param torch the PyTorch that was found
/// @param misses what was looked at before it in vain, a line each
/// @param requirements what it must have, and whether it has
public record GpuFinding(
    Optional<InstalledTorch> torch, List<String> misses, List<Requirement> requirements) {
  /// Copies the lists.
  public GpuFinding {
    misses = List.copyOf(misses);
    requirements = List.copyOf(requirements);
  }

  /// Looks. Blocks for seconds: never on the FX thread.
  ///
  /// @param chosen where to look, and nowhere else
  public static GpuFinding look(Optional<Path> chosen) {
    TorchSearch.Result result = TorchSearch.look(chosen);
    return new GpuFinding(result.found(), result.misses(), Requirements.of(result.found()));
  }

  /// What was found, where nothing is missing of it.
  public Optional<InstalledTorch> usable() {
    return torch.filter(
        _ -> requirements.stream().allMatch(one -> one.state() == Requirement.State.FOUND));
  }

  /// All of it for a person, a line each; what mends several is said once.
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    misses.forEach(miss -> lines.add("looked   " + miss));
    torch.ifPresent(found -> lines.add("found    " + found));
    requirements.forEach(one -> lines.add(one.toString()));
    requirements.stream()
        .map(Requirement::remedy)
        .filter(remedy -> !remedy.isEmpty())
        .distinct()
        .forEach(remedy -> lines.add("to do    " + remedy));
    return lines;
  }
}
