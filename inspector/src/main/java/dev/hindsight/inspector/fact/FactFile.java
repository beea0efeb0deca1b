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
import java.util.List;

/// Facts as a JSON file that people can read and write: each has a `name` and one of `never`,
/// `always`, `inEveryTrial` with a condition, or `trial` (from 0) and `meanScoreAtLeast`; `agent`
/// limits a condition to one agent. Blocks: for background threads.
public final class FactFile {
  private static final String FORMAT = "hindsight-facts";
  private static final String SCORE = "meanScoreAtLeast";

  private final VersionedJsonFile kept;

  /// A file that need not exist.
  public FactFile(Path file) {
    kept = new VersionedJsonFile(file, FORMAT, "facts");
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
    List<Fact> facts = new ArrayList<>();
    for (JsonNode each : root.path("facts")) {
      facts.add(fact(each, facts.size()));
    }
    return List.copyOf(facts);
  }

  private Fact fact(JsonNode node, int number) {
    String name = node.path("name").asText();
    for (Demand demand : Demand.values()) {
      if (node.path(demand.key()).isTextual()) {
        String condition = node.path(demand.key()).asText();
        int agent = node.path("agent").asInt(Moment.NO_AGENT);
        return new Fact.Holds(name.isBlank() ? condition : name, condition, demand, agent);
      }
    }
    if (node.path(SCORE).isNumber() && node.path("trial").isIntegralNumber()) {
      int trial = node.path("trial").asInt();
      double least = node.path(SCORE).asDouble();
      return name.isBlank() ? Fact.scores(trial, least) : new Fact.MeanScore(name, trial, least);
    }
    throw new Problem(
        wording("FactFile.fact_number_is_empty", number + 1),
        kept.file().toString(),
        wording("FactFile.give_it_a_condition_under_never", SCORE));
  }

  /// Writes the whole file atomically.
  ///
  /// @throws Problem if the folder does not take it
  public void write(List<Fact> facts) {
    ObjectNode root = kept.begin();
    ArrayNode list = root.putArray("facts");
    for (Fact fact : facts) {
      // Not a record: the demand is the key of its condition.
      ObjectNode node = list.addObject().put("name", fact.name());
      switch (fact) {
        case Fact.Holds holds -> {
          node.put(holds.demand().key(), holds.condition());
          if (holds.agent() != Moment.NO_AGENT) {
            node.put("agent", holds.agent());
          }
        }
        case Fact.MeanScore score -> node.put("trial", score.trial()).put(SCORE, score.least());
      }
    }
    kept.write(root);
  }
}
