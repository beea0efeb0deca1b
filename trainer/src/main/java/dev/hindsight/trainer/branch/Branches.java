package dev.hindsight.trainer.branch;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.RelativePath;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The branches of a recording: a folder `NAME.branches` beside `NAME.rollout`, with one file per
/// branch. Immutable: a change writes the file and returns a new object. Reads and writes files:
/// for background threads.
///
/// @param folder does not exist before the first branch
/// @param origin the recording
/// @param all by id, parents before their branches
/// @param unreadable what is wrong with files that were skipped
public record Branches(
    Path folder, BranchOrigin origin, List<Branch> all, List<Problem> unreadable) {
  private static final String ENDING = ".json";

  /// Copies the lists.
  public Branches {
    all = List.copyOf(all);
    unreadable = List.copyOf(unreadable);
  }

  /// The branches that a recording belongs to. For a branch these are the branches of its original
  /// recording, if that is still where it was; else those beside the given file.
  public static Branches around(Rollout rollout) {
    Optional<Path> root =
        Optional.ofNullable(rollout.manifest().extra().get(SimulationRecipe.BRANCH))
            .flatMap(node -> origin(rollout, node.path("path").asText()));
    if (root.isPresent()) {
      try (Rollout recording = Rollouts.open(root.get())) {
        Branches branches = of(recording);
        if (BranchRecorder.idOf(rollout, branches).isPresent()) {
          return branches;
        }
      } catch (Problem _) {
        // What lies there now is no recording, so not the one that was branched.
        return of(rollout);
      }
    }
    return of(rollout);
  }

  /// The original recording of a branch, if its manifest says where that is and it is there. Older
  /// manifests have an absolute path.
  private static Optional<Path> origin(Rollout branch, String path) {
    return RelativePath.find(branch.file().toAbsolutePath(), path).map(Path::normalize);
  }

  /// The file of the recording.
  public Path recording() {
    return folder.resolveSibling(origin.file());
  }

  /// The branches beside a recording.
  public static Branches of(Rollout rollout) {
    Path file = rollout.file().toAbsolutePath().normalize();
    String name = file.getFileName().toString().replaceFirst("\\.rollout(\\.part)?$", "");
    return read(file.resolveSibling(name + ".branches"), BranchOrigin.of(rollout));
  }

  private static Branches read(Path folder, BranchOrigin branchOrigin) {
    List<Branch> all = new ArrayList<>();
    List<Problem> unreadable = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(f -> f.toString().endsWith(ENDING)).sorted().toList()) {
          try {
            all.add(readFile(file, branchOrigin));
          } catch (Problem problem) {
            unreadable.add(problem);
          }
        }
      } catch (IOException e) {
        throw new Problem(
            wording("Branches.it_cannot_be_read"),
            folder.toString(),
            wording("Branches.check_its_permissions"),
            e);
      }
    }
    dropUprooted(all, folder, unreadable);
    all.sort(Comparator.comparingInt(Branches::number).thenComparing(Branch::id));
    return new Branches(folder, branchOrigin, all, unreadable);
  }

  private static Branch readFile(Path file, BranchOrigin branchOrigin) throws IOException {
    Branch branch = Branch.read(Files.readAllBytes(file), branchOrigin, file.toString());
    String name = branch.id() + ENDING;
    if (!name.equals(String.valueOf(file.getFileName()))) {
      throw new Problem(
          wording("Branches.it_holds_branch", branch.id()),
          file.toString(),
          wording("Branches.name_it", name));
    }
    return branch;
  }

  /// Removes branches whose parents do not lead to the recording: one is missing, or a branch is
  /// its own ancestor.
  private static void dropUprooted(List<Branch> all, Path folder, List<Problem> unreadable) {
    Set<Optional<String>> rooted = new HashSet<>(Set.of(Optional.empty()));
    List<Branch> left = new ArrayList<>(all);
    while (left.removeIf(
        branch -> rooted.contains(branch.parent()) && rooted.add(Optional.of(branch.id())))) {
      // Each round roots the next generation.
    }
    for (Branch branch : left) {
      unreadable.add(
          new Problem(
              wording("Branches.its_parents_do_not_lead_to", branch.parent().orElse("")),
              folder.resolve(branch.id() + ENDING).toString(),
              wording("Branches.delete_it_or_restore_its_parent")));
    }
    all.removeAll(left);
  }

  /// Reads the folder again.
  public Branches reread() {
    return read(folder, origin);
  }

  /// The branch with an id.
  ///
  /// @throws Problem listing the existing ids
  public Branch named(String id) {
    return all.stream()
        .filter(branch -> branch.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("Branches.there_is_no_branch", id),
                folder.toString(),
                all.isEmpty()
                    ? wording("Branches.make_one_first")
                    : wording(
                        "Branches.choose_one_of",
                        String.join(", ", all.stream().map(Branch::id).toList()))));
  }

  /// The direct branches of a branch, or of the recording itself.
  public List<Branch> from(Optional<String> parent) {
    return all.stream().filter(branch -> branch.parent().equals(parent)).toList();
  }

  /// A branch and its ancestors, the oldest first.
  public List<Branch> ancestry(Branch branch) {
    List<Branch> path = new ArrayList<>();
    Optional<Branch> up = Optional.of(branch);
    while (up.isPresent() && path.size() <= all.size()) {
      path.add(up.get());
      up = up.get().parent().map(this::named);
    }
    Collections.reverse(path);
    return path;
  }

  /// All edits of a branch in order, including inherited ones.
  public Edits edits(Branch branch) {
    List<Edit> edits = new ArrayList<>();
    ancestry(branch).forEach(one -> edits.addAll(one.edits()));
    return new Edits(edits);
  }

  /// The tick up to which a branch equals the recording.
  public int leaves(Branch branch) {
    return ancestry(branch).stream().mapToInt(Branch::tick).min().orElse(0);
  }

  /// A new, unsaved branch with the next free number as its id.
  public Branch next(String title, Optional<String> parent, int tick, List<Edit> edits) {
    int last = all.stream().mapToInt(Branches::number).max().orElse(0);
    return new Branch(Integer.toString(last + 1), title, parent, tick, edits, "", Optional.empty());
  }

  /// Saves a branch and replaces what was stored of it, such as its title.
  ///
  /// @throws Problem if it cannot be written, or if there is another branch with that id
  public Branches keep(Branch branch) {
    requireIdOf(branch);
    try {
      Files.createDirectories(folder);
      AtomicFile.write(folder.resolve(branch.id() + ENDING), branch.json(origin));
    } catch (IOException e) {
      throw new Problem(
          wording("Branches.the_branch_cannot_be_saved"),
          folder.toString(),
          wording("Branches.free_disk_space_or_make_the"),
          e);
    }
    return reread();
  }

  /// Refuses a branch whose id another one has got since it was numbered: it replaces neither that
  /// branch nor its recording.
  void requireIdOf(Branch branch) {
    for (Branch there : reread().all) {
      if (there.id().equals(branch.id()) && !there.same(branch)) {
        throw new Problem(
            wording("Branches.another_branch_was_made_as", branch.id(), there.title()),
            folder.toString(),
            wording("Branches.branch_again_to_get_the_next"));
      }
    }
  }

  /// Deletes a branch and all branches of it.
  ///
  /// @throws Problem if a file cannot be deleted
  public Branches without(Branch branch) {
    from(Optional.of(branch.id())).forEach(this::without);
    try {
      Files.deleteIfExists(folder.resolve(branch.id() + ENDING));
      try (Stream<Path> left = Files.list(folder)) {
        if (left.findAny().isEmpty()) {
          Files.delete(folder);
        }
      }
    } catch (IOException e) {
      throw new Problem(
          wording("Branches.it_cannot_be_deleted"),
          folder.toString(),
          wording("Branches.check_its_permissions"),
          e);
    }
    return reread();
  }

  private static int number(Branch branch) {
    return branch.id().matches("\\d{1,8}") ? Integer.parseInt(branch.id()) : 0;
  }
}
