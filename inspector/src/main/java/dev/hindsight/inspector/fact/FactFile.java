package dev.hindsight.inspector.fact;

import static dev.hindsight.inspector.text.InspectorText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.inspector.breakpoint.VersionedJsonFile;
import dev.hindsight.inspector.fact.Fact.Demand;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Facts as a JSON file that people can read and write: each has a `name` and exactly one of
/// `never`, `always`, `inEveryTrial` with a condition, or `trial` (from 0) and `meanScoreAtLeast`;
/// `agent` limits a condition to one agent. Other keys are refused: a fact that is read in part
/// would pass unchecked. Blocks: for background threads.
public final class FactFile {
  private static final String FORMAT = "hindsight-facts";
  private static final String SCORE = "meanScoreAtLeast";
  private static final String NAME = "name";
  private static final String TRIAL = "trial";
  private static final String AGENT = "agent";

  private final VersionedJsonFile kept;

  /// A file that need not exist.
  public FactFile(Path file) {
    kept = new VersionedJsonFile(file, FORMAT, "facts");
  }

  /// The file of a kind of environment in a folder.
  public static FactFile of(Path folder, String kind) {
    return new FactFile(folder.resolve(VersionedJsonFile.nameOf(kind)));
  }

  /// Whether the file exists.
  public boolean there() {
    return kept.there();
  }

  /// Reads the file.
  ///
  /// @throws Problem if it is something else, naming the fact that cannot be understood
  public List<Fact> read() {
    JsonNode root = kept.read();
    if (!root.path("facts").isArray()) {
      throw new Problem(
          wording("FactFile.there_is_no_list_of_facts"),
          kept.file().toString(),
          wording("FactFile.write_them_as_a_list"));
    }
    List<Fact> facts = new ArrayList<>();
    for (JsonNode each : root.path("facts")) {
      facts.add(fact(each, facts.size() + 1));
    }
    return List.copyOf(facts);
  }

  private Fact fact(JsonNode node, int number) {
    List<String> statements = statements(node, number);
    if (statements.size() != 1) {
      throw new Problem(
          statements.isEmpty()
              ? wording("FactFile.fact_number_is_empty", number)
              : wording(
                  "FactFile.fact_number_states_several_things",
                  number,
                  String.join(", ", statements)),
          kept.file().toString(),
          statements.isEmpty()
              ? wording("FactFile.give_it_a_condition_under_never", SCORE)
              : wording("FactFile.make_each_a_fact_of_its_own"));
    }
    String name = node.path(NAME).asText();
    String statement = statements.getFirst();
    if (statement.equals(SCORE)) {
      require(node.path(SCORE).isNumber(), number, SCORE, wording("FactFile.a_number"));
      int trial = index(node, number, TRIAL);
      double least = node.path(SCORE).asDouble();
      return name.isBlank() ? Fact.scores(trial, least) : new Fact.MeanScore(name, trial, least);
    }
    Demand demand =
        Arrays.stream(Demand.values())
            .filter(each -> each.key().equals(statement))
            .findFirst()
            .orElseThrow();
    String condition = node.path(statement).asText();
    require(
        node.path(statement).isTextual() && !condition.isBlank(),
        number,
        statement,
        wording("FactFile.a_condition_as_text"));
    int agent = node.has(AGENT) ? index(node, number, AGENT) : Moment.NO_AGENT;
    return new Fact.Holds(name.isBlank() ? condition : name, condition, demand, agent);
  }

  /// The keys of a fact that state something; usually one.
  ///
  /// @throws Problem for a key that means nothing in such a fact
  private List<String> statements(JsonNode node, int number) {
    List<String> statements =
        Stream.concat(Arrays.stream(Demand.values()).map(Demand::key), Stream.of(SCORE))
            .filter(node::has)
            .toList();
    Set<String> known = new LinkedHashSet<>(List.of(NAME));
    known.addAll(statements);
    if (statements.isEmpty() || statements.contains(SCORE)) {
      known.add(TRIAL);
    }
    if (!statements.contains(SCORE)) {
      known.add(AGENT);
    }
    List<String> strange =
        node.properties().stream()
            .map(Map.Entry::getKey)
            .filter(key -> !known.contains(key))
            .toList();
    if (statements.size() <= 1 && !strange.isEmpty()) {
      throw new Problem(
          wording("FactFile.fact_number_has_the_key", number, strange.getFirst()),
          kept.file().toString(),
          statements.isEmpty()
              ? wording("FactFile.give_it_a_condition_under_never", SCORE)
              : wording("FactFile.such_a_fact_has_the_keys", String.join(", ", known)));
    }
    return statements;
  }

  private int index(JsonNode node, int number, String key) {
    require(
        node.path(key).isInt() && node.path(key).intValue() >= 0,
        number,
        key,
        wording("FactFile.a_whole_number_from_0"));
    return node.path(key).intValue();
  }

  private void require(boolean right, int number, String key, String what) {
    if (!right) {
      throw new Problem(
          wording("FactFile.of_fact_number_is_not", key, number, what),
          kept.file().toString(),
          wording("FactFile.write_it_so", key, what));
    }
  }

  /// Writes the whole file atomically.
  ///
  /// @throws Problem if the folder does not take it
  public void write(List<Fact> facts) {
    ObjectNode root = kept.begin();
    ArrayNode list = root.putArray("facts");
    for (Fact fact : facts) {
      // Not a record: the demand is the key of its condition.
      ObjectNode node = list.addObject().put(NAME, fact.name());
      switch (fact) {
        case Fact.Holds holds -> {
          node.put(holds.demand().key(), holds.condition());
          if (holds.agent() != Moment.NO_AGENT) {
            node.put(AGENT, holds.agent());
          }
        }
        case Fact.MeanScore score -> node.put(TRIAL, score.trial()).put(SCORE, score.least());
      }
    }
    kept.write(root);
  }
}
