package dev.hindsight.trainer.env;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import java.util.List;
import java.util.stream.Collectors;

/// The one list of environments.
public final class BuiltInEnvironments {
  private BuiltInEnvironments() {}

  /// All of them, in the order menus show them.
  public static List<EnvironmentType> all() {
    return List.of(new DriveEnvironmentType());
  }

  /// One of them by id.
  ///
  /// @throws Problem listing the ids there are
  public static EnvironmentType named(String id) {
    return all().stream()
        .filter(type -> type.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                "there is no such environment",
                id,
                "choose one of "
                    + all().stream().map(EnvironmentType::id).collect(Collectors.joining(", "))));
  }
}
