package dev.hindsight.trainer.learn.transformer;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.learn.net.AttentionSummary;
import dev.hindsight.trainer.learn.net.BoundWeights;
import dev.hindsight.trainer.learn.net.HostArray;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.policy.MemoryErasure;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// The form used to act: one tick at a time, with keys and values of earlier ticks cached.
///
/// Letters: A agents, H heads, S slots, d width.
final class StreamingActor extends NetworkActor {
  private final TransformerNetwork network;
  private final TransformerSpec spec;
  private final WeightVector vector;
  private final int agents;
  private final Probe watching;
  private final NDArray table;
  private final List<KeyValueCache> caches;
  private final HostArray observations;
  private final HostArray positions;
  private final HostArray mask;
  private final SlotWindow window;
  private final CacheCopies copies;
  private final List<QueryAblation> cuts;

  /// `[A]`, whether an agent's slots may hold what is not a number: multiplied by the weight of a
  /// closed slot, 0, it would stay so.
  private final boolean[] spoilt;

  private BoundWeights bound;
  private Probe probe;
  private Optional<AttentionSummaryProbe> attentionSummary = Optional.empty();
  private Optional<ResidualPatches> patches = Optional.empty();

  StreamingActor(TransformerNetwork network, WeightVector vector, int agents, Probe probe) {
    this.network = network;
    this.spec = network.spec();
    this.vector = vector;
    this.agents = agents;
    this.watching = probe;
    this.probe = probe;
    NDManager manager = vector.flat().getManager();
    this.table = network.positions(manager);
    this.caches =
        Stream.generate(() -> new KeyValueCache(manager, spec, agents))
            .limit(spec.layers())
            .toList();
    this.observations =
        new HostArray(manager, DataType.FLOAT32, agents, network.encoder().inputs());
    this.positions = new HostArray(manager, DataType.INT64, agents);
    this.mask = new HostArray(manager, DataType.FLOAT32, agents, spec.horizon());
    this.spoilt = new boolean[agents];
    this.window = new SlotWindow(agents, spec.horizon(), mask.bytes().asFloatBuffer());
    this.copies = new CacheCopies(caches, spec, manager, agents);
    this.cuts = new ArrayList<>(Collections.nCopies(agents, QueryAblation.NONE));
    this.bound = new BoundWeights(vector, network.encoder());
  }

  @Override
  public ActionBound bound() {
    return network.bound();
  }

  @Override
  public void setAblation(int agent, QueryAblation queryAblation) {
    spec.check(queryAblation);
    cuts.set(agent, queryAblation);
  }

  @Override
  public int patchableLayers() {
    return spec.layers();
  }

  @Override
  public void keepActivations() {
    patches = Optional.of(new ResidualPatches(spec));
  }

  @Override
  public float[] activation(int agent, int layer) {
    return patches.orElseThrow().activation(agent, layer);
  }

  @Override
  public void patch(int agent, int layer, float[] activation) {
    if (patches.isEmpty()) {
      keepActivations();
    }
    patches.orElseThrow().patch(agent, layer, activation);
  }

  @Override
  public int remembered(int agent) {
    int position = window.position(agent);
    return position == spec.horizon() ? 0 : position;
  }

  @Override
  public boolean attends() {
    return true;
  }

  @Override
  public Optional<AttentionSummary> attentionSummary() {
    AttentionSummaryProbe looking =
        attentionSummary.orElseGet(() -> new AttentionSummaryProbe(watching, window, spec, agents));
    attentionSummary = Optional.of(looking);
    probe = looking;
    return Optional.of(looking);
  }

  @Override
  public void stopAttentionSummary() {
    attentionSummary = Optional.empty();
    probe = watching;
  }

  @Override
  public void reset() {
    Collections.fill(cuts, QueryAblation.NONE);
    bound.close();
    bound = new BoundWeights(vector, network.encoder());
    for (int agent = 0; agent < agents; agent++) {
      window.forget(agent);
    }
  }

  @Override
  public void endEpisode(int agent) {
    forget(agent);
  }

  @Override
  public void forget(int agent) {
    window.forget(agent);
  }

  @Override
  public void restartPositions(int agent) {
    window.restart(agent);
  }

  @Override
  public void act(float[] observation, byte[] removed, float[] logits, float[] values) {
    clearSpoilt();
    window.open();
    if (attentionSummary.isPresent()) {
      attentionSummary.get().begin(removed);
    }
    observations.bytes().asFloatBuffer().put(observation);
    for (int agent = 0; agent < agents; agent++) {
      positions.bytes().putLong(Long.BYTES * agent, window.counted(agent));
    }
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      decided(forward(), logits, values);
    }
    copies.touched(window.slot());
    if (attentionSummary.isPresent()) {
      attentionSummary.get().end();
    }
    window.shut(removed);
    for (int agent = 0; agent < agents; agent++) {
      spoilt[agent] |= !Float.isFinite(values[agent]);
    }
  }

  /// Clears what agents have forgotten that was not a number.
  private void clearSpoilt() {
    for (int agent = 0; agent < agents; agent++) {
      if (spoilt[agent] && window.position(agent) % spec.horizon() == 0) {
        spoilt[agent] = false;
        for (int slot = 0; slot < window.written(); slot++) {
          clear(agent, slot);
        }
      }
    }
  }

  private void clear(int agent, int slot) {
    caches.forEach(cache -> cache.clear(agent * spec.heads(), (agent + 1) * spec.heads(), slot));
    copies.touched(slot);
  }

  @Override
  public PolicyMemory memory() {
    return copies.copy(window.written(), window.state());
  }

  @Override
  public void remember(PolicyMemory policyMemory) {
    if (!(policyMemory instanceof CacheMemory copy) || copy.window().position().length != agents) {
      throw new IllegalArgumentException("a memory of another policy");
    }
    copies.restore(copy.slots());
    window.become(copy.window());
    Arrays.fill(spoilt, !copy.finite());
  }

  @Override
  public List<Tensor> keptMemory(String name) {
    CacheMemory all = copies.copy(window.written(), window.state());
    return all.tensors(name, spec);
  }

  @Override
  public void restoreMemory(String name, Function<String, float[]> stored) {
    remember(CacheMemory.read(name, spec, stored));
  }

  @Override
  public void erase(int agent, int ago, MemoryErasure how) {
    int slot = window.slotAgo(agent, ago);
    if (slot < 0) {
      throw Problem.of(
          agent,
          wording("StreamingActor.not_in_memory", ago),
          wording("StreamingActor.erase_what_it_remembers"));
    }
    switch (how) {
      case CLOSE -> window.close(agent, slot);
      case ZERO -> clear(agent, slot);
    }
  }

  /// Which slots agents may look at, for code outside that reads the cache.
  SlotWindow window() {
    return window;
  }

  private LogitsAndValues forward() {
    NDArray seen = observed(observations);
    NDArray residual =
        encoding(bound, network.encoder())
            .encode(seen)
            .add(table.get(new NDIndex("{}", positions.onDevice())));
    if (patches.isPresent()) {
      residual = patches.get().through(0, residual);
    }
    probe.see(Probe.ProbedArray.RESIDUAL, -1, residual);
    NDArray open =
        mask.onDevice()
            .get(new NDIndex().addAllDim().addSliceDim(0, window.used()))
            .reshape(agents, 1, window.used());
    AttentionIntervention attentionIntervention =
        AblationIntervention.of(
            open.getManager(),
            spec,
            cuts,
            window.used(),
            window::slotOf,
            AttentionIntervention.Order.ROWS);
    for (int index = 0; index < network.layers().size(); index++) {
      TransformerLayer layer = network.layers().get(index);
      NDArray attended =
          attend(layer.project(residual, bound.weights()), open, attentionIntervention, index);
      residual = layer.absorb(residual, attended, bound.weights());
      if (patches.isPresent()) {
        residual = patches.get().through(index + 1, residual);
      }
      probe.see(Probe.ProbedArray.RESIDUAL, index, residual);
    }
    return network.heads(residual, network.criticOnly(seen), bound.weights());
  }

  /// @param projected `[A, 3 * d]`
  /// @return `[A, d]`
  private NDArray attend(
      NDArray projected, NDArray open, AttentionIntervention attentionIntervention, int index) {
    NDList parts = projected.split(3, 1);
    KeyValueCache cache = caches.get(index);
    NDArray key = heads(parts.get(1));
    NDArray value = heads(parts.get(2));
    int used = window.used();
    int slot = window.slot();
    if (!differentiates()) {
      cache.write(slot, key, value);
    }
    probe.see(Probe.ProbedArray.KEYS, index, key);
    NDArray scores =
        scaled(heads(parts.get(0)))
            .batchMatMul(differentiates() ? cache.keys(used, slot, key) : cache.keys(used))
            .reshape(agents, spec.heads(), used)
            .add(open);
    NDArray attention =
        attentionIntervention.weights(attentionIntervention.scores(scores).softmax(-1), open);
    probe.see(Probe.ProbedArray.ATTENTION, index, attention);
    NDArray outputs =
        attention
            .reshape((long) agents * spec.heads(), 1, used)
            .batchMatMul(differentiates() ? cache.values(used, slot, value) : cache.values(used))
            .reshape(agents, spec.heads(), spec.headWidth());
    return attentionIntervention.outputs(index, outputs).reshape(agents, spec.width());
  }

  /// A number of DJL's own does not last until gradients flow back ([Layers#scaled]).
  private NDArray scaled(NDArray query) {
    return differentiates()
        ? Layers.scaled(query, spec.queryScale())
        : query.mul(spec.queryScale());
  }

  /// From `[A, d]` to `[A * H, 1, d / H]`.
  private NDArray heads(NDArray side) {
    return side.reshape((long) agents * spec.heads(), 1, spec.headWidth());
  }

  @Override
  protected void free() {
    bound.close();
    table.close();
    caches.forEach(KeyValueCache::close);
    observations.close();
    positions.close();
    mask.close();
    copies.close();
  }

  /// Keeps the residuals of every tick, and replaces some of the next one. Without a replacement
  /// the arrays of the forward pass stay the same objects. One owner thread.
  private static final class ResidualPatches {
    private final int width;
    private final float[][] kept;
    private final Map<Integer, Map<Integer, float[]>> next = new HashMap<>();

    ResidualPatches(TransformerSpec spec) {
      this.width = spec.width();
      this.kept = new float[spec.layers() + 1][];
    }

    /// @param layer 0 for the encoded observation, l for the residual after block l
    void patch(int agent, int layer, float[] activation) {
      if (layer < 0 || layer >= kept.length || activation.length != width) {
        throw new IllegalArgumentException("no activation " + layer + " of " + activation.length);
      }
      next.computeIfAbsent(layer, _ -> new HashMap<>()).put(agent, activation.clone());
    }

    float[] activation(int agent, int layer) {
      return Arrays.copyOfRange(kept[layer], agent * width, (agent + 1) * width);
    }

    /// @param residual `[A, d]`
    /// @return the same array, or a copy with some rows replaced
    NDArray through(int layer, NDArray residual) {
      float[] rows = residual.toFloatArray();
      Map<Integer, float[]> replaced = next.remove(layer);
      NDArray through = residual;
      if (replaced != null) {
        replaced.forEach((agent, row) -> System.arraycopy(row, 0, rows, agent * width, width));
        through = residual.getManager().create(rows, residual.getShape());
      }
      kept[layer] = rows;
      return through;
    }
  }
}
