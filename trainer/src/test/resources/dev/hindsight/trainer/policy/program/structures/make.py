"""Makes small policies that give dictionaries and named tuples, have several memories or numbers of 16 bits, and what they decide.

python make.py FOLDER [SEED]     needs torch and onnx; 3 agents, 6 ticks
"""
import json, pathlib, sys, warnings
from typing import Dict, List, NamedTuple, Tuple
import torch
from torch import nn, Tensor

warnings.filterwarnings("ignore")
OBSERVATION, ACTIONS, HIDDEN, AGENTS, TICKS = 5, 4, 3, 3, 6


class Lstm(nn.Module):
    """The cells come out before the hidden states in most hash tables: h and c are easily swapped."""

    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(OBSERVATION, HIDDEN)
        self.actor = nn.Linear(HIDDEN, ACTIONS)
        self.critic = nn.Linear(HIDDEN, 1)

    def step(self, obs, h, c):
        x, (h, c) = self.lstm(obs.unsqueeze(0), (h, c))
        return self.actor(x[0]), self.critic(x[0]), h, c


class Dictionary(Lstm):
    def forward(self, obs, h, c) -> Dict[str, Tensor]:
        a, v, h, c = self.step(obs, h, c)
        return {"logits": a, "value": v, "h": h, "c": c}


class Built(Lstm):
    """Its keys are set one after the other, in another order."""

    def forward(self, obs, h, c) -> Dict[str, Tensor]:
        a, v, h, c = self.step(obs, h, c)
        out: Dict[str, Tensor] = {}
        out["value"] = v
        out["hidden"] = h
        out["cell"] = c
        out["logits"] = a
        return out


class Results(NamedTuple):
    value: Tensor
    c: Tensor
    h: Tensor
    logits: Tensor


class Named(Lstm):
    def forward(self, obs, h, c) -> Results:
        a, v, h, c = self.step(obs, h, c)
        return Results(v, c, h, a)


class Mixed(Lstm):
    def forward(self, obs, h, c) -> Tuple[Dict[str, Tensor], Tensor, Tensor]:
        a, v, h, c = self.step(obs, h, c)
        return {"value": v, "logits": a}, h, c


class Lists(Lstm):
    """Refused: a dictionary of lists."""

    def forward(self, obs, h, c) -> Dict[str, List[Tensor]]:
        a, v, h, c = self.step(obs, h, c)
        return {"policy": [a, v], "memory": [h, c]}


class Cells(nn.Module):
    """Two memories of the same size, which come out in another order."""

    def __init__(self):
        super().__init__()
        self.first = nn.GRUCell(OBSERVATION, HIDDEN)
        self.second = nn.GRUCell(HIDDEN, HIDDEN)
        self.actor = nn.Linear(HIDDEN, ACTIONS)
        self.critic = nn.Linear(HIDDEN, 1)

    def forward(self, obs, h1, h2):
        h1 = self.first(obs, h1)
        h2 = self.second(h1, h2)
        return self.actor(h2), self.critic(h2), h2 * 1.0, h1 * 1.0


class Half(Lstm):
    def __init__(self):
        super().__init__()
        self.half()

    def forward(self, obs, h, c):
        return self.step(obs, h, c)


class HalfProbabilities(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Linear(OBSERVATION, ACTIONS)
        self.half()

    def forward(self, obs):
        return torch.softmax(self.actor(obs), 1)


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    observed = torch.randn(TICKS, AGENTS, OBSERVATION)
    numbers = {"observations": observed.flatten().tolist(), "policies": {}}
    layered, flat = torch.zeros(1, AGENTS, HIDDEN), torch.zeros(AGENTS, HIDDEN)
    outputs = ["logits", "value", "h_out", "c_out"]
    policies = {
        "dictionary": (Dictionary(), [layered, layered], [], []),
        "built": (Built(), [layered, layered], [], []),
        "named": (Named(), [layered, layered], [], []),
        "mixed": (Mixed(), [layered, layered], [], []),
        "cells": (Cells(), [flat, flat], ["obs", "h1_in", "h2_in"], ["logits", "value", "h2_out", "h1_out"]),
        "carried": (Cells(), [flat, flat], ["obs", "fast_in", "slow_in"], ["logits", "value", "slow_out", "fast_out"]),
        "half": (Half(), [layered.half(), layered.half()], ["obs", "h", "c"], ["logits", "value", "h_out", "c_out"]),
        "half-probabilities": (HalfProbabilities(), [], ["obs"], ["probs"]),
    }
    lists = Lists().eval()
    torch.jit.script(lists).save(folder / "lists.pt")
    for name, (model, memory, inputs, outputs) in policies.items():
        model.eval()
        obs = observed.half() if name.startswith("half") else observed
        if inputs:
            axes = {k: {1 if name == "half" and k[0] in "hc" else 0: "agents"} for k in inputs + outputs}
            torch.onnx.export(model, (obs[0], *memory), str(folder / f"{name}.onnx"), input_names=inputs,
                              output_names=outputs, dynamic_axes=axes, dynamo=False)
        else:
            torch.jit.script(model).save(folder / f"{name}.pt")
            torch.jit.trace(model, (obs[0], *memory), strict=False).save(folder / f"{name}-traced.pt")
        ticks = []
        for t in range(TICKS):
            with torch.no_grad():
                out = model(obs[t], *memory)
            if name in ("dictionary", "built"):
                out = [out["logits"], out["value"], out.get("h", out.get("hidden")), out.get("c", out.get("cell"))]
            elif name == "named":
                out = [out.logits, out.value, out.h, out.c]
            elif name == "mixed":
                out = [out[0]["logits"], out[0]["value"], *out[1:]]
            elif name in ("cells", "carried"):
                out = [out[0], out[1], out[3], out[2]]
            elif name == "half-probabilities":
                out = [out.float().log(), torch.full((AGENTS,), float("nan"))]
            memory = out[2:]
            ticks.append([out[0].flatten().tolist(), [v if v == v else None for v in out[1].flatten().tolist()]])
        numbers["policies"][name] = ticks
    (folder / "numbers.json").write_text(json.dumps(numbers))


main()
