package dev.hindsight.app.facts;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.tasks.ListsByKind;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.inspector.fact.FactFile;
import java.nio.file.Path;
import java.util.List;

/// The facts in the window: a list for each kind of environment. FX thread.
public final class FactLists {
  private final ListsByKind<Fact, List<Fact>, FactCommand> lists;

  /// @param folder stores them, a file for each kind; need not exist yet
  public FactLists(Path folder, BackgroundTasks backgroundTasks) {
    lists = new ListsByKind<>(backgroundTasks, new FactRules(folder));
  }

  /// The list of a kind of environment.
  public Store<List<Fact>, FactCommand> of(String kind) {
    return lists.of(kind);
  }

  private record FactRules(Path folder)
      implements ListsByKind.Rules<Fact, List<Fact>, FactCommand> {
    @Override
    public Store<List<Fact>, FactCommand> empty() {
      return new Store<>(List.of(), FactCommand::apply);
    }

    @Override
    public List<Fact> items(List<Fact> state) {
      return state;
    }

    @Override
    public FactCommand load(List<Fact> stored) {
      return new FactCommand.Load(stored);
    }

    @Override
    public String reading() {
      return wording("FactLists.reading_facts");
    }

    @Override
    public String writing() {
      return wording("FactLists.writing_facts");
    }

    @Override
    public List<Fact> read(String kind) {
      FactFile file = FactFile.of(folder, kind);
      return file.there() ? file.read() : List.of();
    }

    @Override
    public void write(String kind, List<Fact> items) {
      FactFile.of(folder, kind).write(items);
    }
  }
}
