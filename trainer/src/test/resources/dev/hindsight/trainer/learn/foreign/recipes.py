"""Runs a recipe for saving a policy and prints what the library itself decides.

python recipes.py LIBRARY RECIPE [SAVE]     in an empty folder; needs torch and onnx

RECIPE and SAVE are files with the code of the manual. The packages of the libraries are used where
they are installed. Where one is not, a stand-in takes its place, with the attributes and methods
that its documentation names; `on` in `numbers.json` says which it was.
"""
import importlib.machinery, json, pathlib, sys, types, warnings
import torch
from torch import nn

warnings.filterwarnings("ignore")
OBSERVED, ACTIONS, AGENTS, TICKS, HIDDEN = 5, 4, 3, 6, 128
ENDED = (3, 1)  # before this tick the episode of this agent ended


def layers(*sizes):
    parts = []
    for i, o in zip(sizes, sizes[1:]):
        parts += [nn.Linear(i, o), nn.Tanh()]
    return nn.Sequential(*parts[:-1])


def decided(logits, value):
    chosen = torch.distributions.Categorical(logits=logits)
    return chosen.logits.flatten().tolist(), value.flatten().tolist()


class CleanRl(nn.Module):
    """The attributes of the agent of ppo.py; CleanRL is no package, but files to copy."""

    def __init__(self):
        super().__init__()
        self.critic = layers(OBSERVED, 64, 64, 1)
        self.actor = layers(OBSERVED, 64, 64, ACTIONS)

    def get_action_and_value(self, x):
        return self.actor(x), self.critic(x)


class CleanRlLstm(nn.Module):
    """The attributes of the agent of ppo_atari_lstm.py, with a vector for the picture."""

    def __init__(self):
        super().__init__()
        self.network = nn.Sequential(nn.Linear(OBSERVED, 64), nn.ReLU())
        self.lstm = nn.LSTM(64, HIDDEN)
        self.actor = nn.Linear(HIDDEN, ACTIONS)
        self.critic = nn.Linear(HIDDEN, 1)

    def get_states(self, x, lstm_state, done):
        hidden = self.network(x).reshape(-1, lstm_state[0].shape[1], self.lstm.input_size)
        steps = []
        for h, d in zip(hidden, done.reshape(-1, lstm_state[0].shape[1])):
            keep = (1.0 - d).view(1, -1, 1)
            h, lstm_state = self.lstm(h.unsqueeze(0), (keep * lstm_state[0], keep * lstm_state[1]))
            steps.append(h)
        return torch.flatten(torch.cat(steps), 0, 1), lstm_state


def cleanrl():
    agent = CleanRl()
    return {"agent": agent}, lambda obs, done, memory: (agent.get_action_and_value(obs), memory), "a stand-in"


def cleanrl_lstm():
    agent = CleanRlLstm()

    def act(obs, done, memory):
        memory = memory or (torch.zeros(1, AGENTS, HIDDEN), torch.zeros(1, AGENTS, HIDDEN))
        hidden, memory = agent.get_states(obs, memory, done)
        return (agent.actor(hidden), agent.critic(hidden)), memory

    return {"agent": agent}, act, "a stand-in"


def world():
    import gymnasium
    import numpy

    class World(gymnasium.Env):
        observation_space = gymnasium.spaces.Box(-5, 5, (OBSERVED,), numpy.float32)
        action_space = gymnasium.spaces.Discrete(ACTIONS)

        def reset(self, *, seed=None, options=None):
            super().reset(seed=seed)
            return numpy.zeros(OBSERVED, numpy.float32), {}

        def step(self, action):
            return numpy.zeros(OBSERVED, numpy.float32), 0.0, False, True, {}

    return World()


class Sb3Policy(nn.Module):
    """What ActorCriticPolicy of Stable-Baselines3 has for vectors."""

    class Extractor(nn.Module):
        def __init__(self):
            super().__init__()
            self.policy_net = nn.Sequential(layers(OBSERVED, 64, 64), nn.Tanh())
            self.value_net = nn.Sequential(layers(OBSERVED, 64, 64), nn.Tanh())

        def forward(self, features):
            return self.policy_net(features), self.value_net(features)

    def __init__(self):
        super().__init__()
        self.features_extractor = nn.Flatten()
        self.mlp_extractor = self.Extractor()
        self.action_net = nn.Linear(64, ACTIONS)
        self.value_net = nn.Linear(64, 1)

    def extract_features(self, obs):
        return self.features_extractor(obs.float())

    def get_distribution(self, obs):
        latent = self.mlp_extractor.policy_net(self.extract_features(obs))
        chosen = torch.distributions.Categorical(logits=self.action_net(latent))
        return types.SimpleNamespace(distribution=chosen)

    def predict_values(self, obs):
        return self.value_net(self.mlp_extractor.value_net(self.extract_features(obs)))


def stable_baselines3():
    try:
        import stable_baselines3
        from stable_baselines3 import PPO

        PPO("MlpPolicy", world(), device="cpu").save("model.zip")
        policy, on = PPO.load("model.zip", device="cpu").policy, "stable-baselines3 " + stable_baselines3.__version__
    except ImportError:
        policy, on = Sb3Policy(), "a stand-in"
        PPO = types.SimpleNamespace(load=lambda path, device: types.SimpleNamespace(policy=policy))

    def act(obs, done, memory):
        return (policy.get_distribution(obs).distribution.logits, policy.predict_values(obs)), memory

    return {"PPO": PPO}, act, on


class RllibModule(nn.Module):
    """What the module of a PPO of RLlib has."""

    def __init__(self):
        super().__init__()
        self.pi, self.vf = layers(OBSERVED, 64, ACTIONS), layers(OBSERVED, 64, 1)

    def forward_inference(self, batch):
        return {"action_dist_inputs": self.pi(batch["obs"])}

    def compute_values(self, batch):
        return self.vf(batch["obs"]).squeeze(-1)


def rllib():
    try:
        missing = ""
        try:
            import tree
        except ImportError:
            import optree

            tree = types.ModuleType("tree")
            tree.__spec__ = importlib.machinery.ModuleSpec("tree", None)
            tree.flatten = optree.tree_leaves
            tree.map_structure = lambda f, *trees, **_: optree.tree_map(f, *trees)
            sys.modules["tree"] = tree
            missing = ", dm_tree replaced"
        import ray
        from ray.rllib.algorithms.ppo.torch.default_ppo_torch_rl_module import DefaultPPOTorchRLModule
        from ray.rllib.core.rl_module.rl_module import RLModule, RLModuleSpec

        there = world()
        spec = RLModuleSpec(module_class=DefaultPPOTorchRLModule, observation_space=there.observation_space,
                            action_space=there.action_space, model_config={})
        made = spec.build()
        made.save_to_path(str(pathlib.Path("module").absolute()))
        module = RLModule.from_checkpoint(str(pathlib.Path("module").absolute()))
        on = "RLlib's module of PPO, ray " + ray.__version__ + missing
    except ImportError:
        module, on = RllibModule(), "a stand-in"
    algorithm = types.SimpleNamespace(get_module=lambda: module)

    def act(obs, done, memory):
        return (module.forward_inference({"obs": obs})["action_dist_inputs"], module.compute_values({"obs": obs})), memory

    return {"Algorithm": types.SimpleNamespace(from_checkpoint=lambda path: algorithm), "PATH": "module"}, act, on


class Puffer(nn.Module):
    """What LSTMWrapper of PufferLib has around a policy: an LSTM and a cell that share their weights."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(OBSERVED, HIDDEN), nn.GELU())
        self.decoder, self.value = nn.Linear(HIDDEN, ACTIONS), nn.Linear(HIDDEN, 1)
        self.lstm = nn.LSTM(HIDDEN, HIDDEN)
        self.cell = nn.LSTMCell(HIDDEN, HIDDEN)
        for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"):
            setattr(self.cell, name, getattr(self.lstm, name + "_l0"))

    def forward_eval(self, observations, state):
        known = None if state["lstm_h"] is None else (state["lstm_h"], state["lstm_c"])
        hidden, cell = self.cell(self.encoder(observations.float()), known)
        state.update(hidden=hidden, lstm_h=hidden, lstm_c=cell)
        return self.decoder(hidden), self.value(hidden)


def pufferlib():
    try:
        import pufferlib
        import pufferlib.models

        there = world()
        there.single_observation_space, there.single_action_space = there.observation_space, there.action_space
        agent = pufferlib.models.LSTMWrapper(there, pufferlib.models.Default(there), HIDDEN, HIDDEN)
        on = "pufferlib " + pufferlib.__version__
    except ImportError:
        agent, on = Puffer(), "a stand-in"

    def act(obs, done, memory):
        memory = memory or dict(lstm_h=None, lstm_c=None)
        if memory["lstm_h"] is not None:
            memory = {k: v * (1 - done[:, None]) for k, v in memory.items() if k in ("lstm_h", "lstm_c")}
        return agent.forward_eval(obs, memory), memory

    return {"agent": agent}, act, on


def main():
    torch.manual_seed(1)
    given, act, on = globals()[sys.argv[1]]()
    given |= {"torch": torch, "N": OBSERVED}
    for code in sys.argv[2:]:
        exec(compile(pathlib.Path(code).read_text(), code, "exec"), given)
    if sys.argv[1] == "cleanrl":
        torch.jit.script(given["policy"]).save("scripted.pt")
    observations = torch.randn(TICKS, AGENTS, OBSERVED)
    ticks, memory = [], None
    for t in range(TICKS):
        done = torch.zeros(AGENTS)
        done[ENDED[1]] = t == ENDED[0]
        with torch.no_grad():
            (logits, value), memory = act(observations[t], done, memory)
        ticks.append(decided(logits, value))
    numbers = {"on": on, "torch": torch.__version__, "observations": observations.flatten().tolist(), "ticks": ticks}
    pathlib.Path("numbers.json").write_text(json.dumps(numbers))
    print(on)


main()
