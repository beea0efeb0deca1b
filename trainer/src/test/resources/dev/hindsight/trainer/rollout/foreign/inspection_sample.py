"""Writes a folder as the reference's inspection script does, with the standard library alone.

Usage: inspection_sample.py FOLDER [KEY=VALUE...]
Everything is looked at after the step, as there: the flags of a line are results of its action,
`removed` and the observation are those of the tick that follows, the garbage mask is the one after
the forward, and slot_t is the next position.
"""
import json
import math
import os
import struct
import sys
import zipfile

folder = sys.argv[1]
options = {"agents": 3, "trials": 2, "length": 6, "heads": 2, "poses": 0, "attention": 1, "nan": "", "cut": ""}
for pair in sys.argv[2:]:
    key, value = pair.split("=", 1)
    options[key] = int(value) if isinstance(options[key], int) else value
agents, trials, length, heads = (options[k] for k in ("agents", "trials", "length", "heads"))
steps = slots = trials * length
os.makedirs(folder, exist_ok=True)


def arrives(agent, trial):
    """The trial tick whose action reaches the goal: the last agent never in trial 0, others sooner later."""
    if agent == agents - 1 and trial == 0:
        return None
    return max(0, length - 3 - agent - trial)


def npy(code, shape, numbers):
    text = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (code, tuple(shape))
    text += " " * (-(10 + len(text) + 1) % 64) + "\n"
    form = {"<f4": "f", "|b1": "?"}[code]
    body = struct.pack("<%d%s" % (len(numbers), form), *numbers)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + body


def savez_compressed(name, key, code, shape, numbers):
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(key + ".npy", npy(code, shape, numbers))


garbage = [[False] * slots for _ in range(agents)]
removed = [False] * agents
rows, states, masks, weights, norms = [], [], [], [], []
for tick in range(steps):
    trial, trial_tick = divmod(tick, length)
    for agent in range(agents):
        for head in range(heads):
            scores = [
                math.exp(((tick * 7 + s * 3 + head + agent) % 11) / 5.0)
                if s <= tick and (s == tick or not garbage[agent][s]) else 0.0
                for s in range(slots)
            ]
            total = sum(scores)
            weights += [score / total for score in scores]
        garbage[agent][tick] = garbage[agent][tick] or removed[agent]
        masks += garbage[agent]
    norms += [1.0 + s % 3 if s <= tick else 0.0 for _ in range(2 * heads) for s in range(slots)]
    rewards = [1.0 if arrives(a, trial) == trial_tick else 0.0 for a in range(agents)]
    removed = [r or p > 0 for r, p in zip(removed, rewards)]
    ended = trial_tick == length - 1
    terminal = ended and trial == trials - 1
    removed = [terminal] * agents if ended else removed
    value = 0.5 + 0.01 * tick
    rows.append({
        "tick": tick, "slot_t": tick + 1, "obs0_first6": [0.1, 0.0, 0.05, 0.13, 0.15, 0.0],
        "action0": tick % 91, "value0": float("nan") if options["nan"] == "value" and tick == 4 else value,
        "reward0": rewards[0], "terminal0": terminal, "truncation0": ended, "removed0": removed[0],
        "trial_ended_this_step0": ended, "garbage_mask0_sum": sum(garbage[0]), "info_keys": []})
    state = {
        "tick": tick, "removed_per_agent": removed, "trial_ended_per_agent": [ended] * agents,
        "rewards": rewards, "terminals": [terminal] * agents, "truncations": [ended] * agents}
    if options["poses"]:
        # As the reference does: every trial begins at the same places, and limbo is off the map.
        along = 0.0 if ended else 2.0 * trial_tick
        state["positions"] = [
            [-10000.0, -10000.0, 0.0] if removed[a] else [along + a, 3.0 * a, 0.0] for a in range(agents)]
    states.append(state)
if options["nan"] == "attention":
    weights[5] = float("nan")
for name, lines in (("per_step.jsonl", rows), ("env_state.jsonl", states)):
    with open(os.path.join(folder, name), "w") as out:
        out.write("".join(json.dumps(line) + "\n" for line in lines))
wanted = slots - 1 if options["cut"] == "mask" else slots
savez_compressed("garbage_mask.npz", "mask", "|b1", (steps, agents, wanted), masks[: steps * agents * wanted])
rest = steps - 2 if options["cut"] == "attention" else steps
if options["attention"]:
    savez_compressed("attn_layer0.npz", "attn", "<f4", (rest, agents, heads, slots), weights[: rest * agents * heads * slots])
savez_compressed("kv_cache.npz", "k_norms", "<f4", (steps, 2, heads, slots), norms)
with open(os.path.join(folder, "summary.txt"), "w") as out:
    out.write("== inspect_system summary: mode=ego_only ==\n")
