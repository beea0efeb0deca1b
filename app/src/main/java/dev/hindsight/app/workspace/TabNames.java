package dev.hindsight.app.workspace;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Names that tell the open tabs apart: their titles, where these are the same with the folders of
/// the files, and for a thing that is open twice with a number.
final class TabNames {
  private TabNames() {}

  /// A name for each tab, no two of them the same.
  ///
  /// @param tabs in display order
  static Map<WorkspaceTab, String> of(List<WorkspaceTab> tabs) {
    Map<String, List<WorkspaceTab>> byTitle =
        tabs.stream()
            .collect(
                Collectors.groupingBy(
                    WorkspaceTab::title, LinkedHashMap::new, Collectors.toList()));
    IdentityHashMap<WorkspaceTab, String> names = new IdentityHashMap<>();
    byTitle.forEach((title, same) -> {
      int folders = foldersNeeded(same);
      for (WorkspaceTab tab : same) {
        String folder = lastFolders(tab, folders);
        names.put(tab, folder.isEmpty() ? title : title + " – " + folder);
      }
    });
    Set<String> used = new HashSet<>();
    for (WorkspaceTab tab : tabs) {
      String name = names.getOrDefault(tab, tab.title());
      String unique = name;
      for (int number = 2; !used.add(unique); number++) {
        unique = name + " " + number;
      }
      names.put(tab, unique);
    }
    return names;
  }

  /// How many folders above the files distinguish them: as few as possible.
  private static int foldersNeeded(List<WorkspaceTab> same) {
    int files = (int) same.stream().map(TabNames::file).distinct().count();
    int deepest = same.stream().mapToInt(tab -> depth(file(tab))).max().orElse(0);
    for (int folders = 0; folders < deepest; folders++) {
      int last = folders;
      if (same.stream().map(tab -> lastFolders(tab, last)).distinct().count() == files) {
        return folders;
      }
    }
    return deepest;
  }

  private static String lastFolders(WorkspaceTab tab, int count) {
    Path folder = file(tab).map(Path::getParent).orElse(null);
    if (folder == null || count == 0) {
      return "";
    }
    int names = folder.getNameCount();
    return count > names ? folder.toString() : folder.subpath(names - count, names).toString();
  }

  private static Optional<Path> file(WorkspaceTab tab) {
    return tab.shownFile().map(Path::toAbsolutePath).map(Path::normalize);
  }

  private static int depth(Optional<Path> file) {
    return file.map(Path::getNameCount).orElse(0);
  }
}
