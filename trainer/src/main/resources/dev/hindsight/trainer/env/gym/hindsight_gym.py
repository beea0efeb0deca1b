"""Runs one Gymnasium or PettingZoo environment for Hindsight.

Hindsight writes frames to this script's standard input and reads frames from its standard output;
docs/gymnasium.md describes them. Needs numpy and gymnasium (or pettingzoo). Opens no socket and no
file. Whatever the environment prints goes to standard error.
"""

import copy
import importlib
import json
import os
import platform
import struct
import sys
import threading
import time
import zlib

PROTOCOL = 1
MAGIC = b"HSGY"
HEAD = struct.Struct("<4sBBHI")
CONFIGURE, RESET, STEP, RENDER, CLOSE = 1, 2, 3, 4, 5
HELLO, SPACES, RESULT, PICTURE, FAILURE = 17, 18, 19, 20, 21
LIVE, TERMINATED, TRUNCATED, SUCCESS_KNOWN, SUCCESS = 1, 2, 4, 8, 16
MOST = 1 << 28

OBSERVED = {
    "CartPole": ["cart_position", "cart_velocity", "pole_angle", "pole_angular_velocity"],
    "MountainCar": ["position", "velocity"],
    "MountainCarContinuous": ["position", "velocity"],
    "Pendulum": ["cosine", "sine", "angular_velocity"],
    "Acrobot": ["cosine_1", "sine_1", "cosine_2", "sine_2", "velocity_1", "velocity_2"],
    "LunarLander": ["x", "y", "velocity_x", "velocity_y", "angle", "angular_velocity",
                    "left_leg", "right_leg"],
}
ACTIONS = {
    "CartPole": ["push left", "push right"],
    "MountainCar": ["push left", "no push", "push right"],
    "Taxi": ["south", "north", "east", "west", "pick up", "drop off"],
    "FrozenLake": ["left", "down", "right", "up"],
    "FrozenLake8x8": ["left", "down", "right", "up"],
    "CliffWalking": ["up", "right", "down", "left"],
    "LunarLander": ["none", "left engine", "main engine", "right engine"],
    "Acrobot": ["torque -1", "no torque", "torque 1"],
}


def kind(space):
    for known in ("Box", "Discrete", "MultiDiscrete", "MultiBinary", "Dict", "Tuple"):
        if any(base.__name__ == known for base in type(space).__mro__):
            return known
    return None


def leaves(space, role, path=()):
    """The spaces that hold numbers, with their paths, in order. role is what the space is of."""
    what = kind(space)
    if what is None:
        raise ValueError(
            "the %s%s has a space of the type %s, and Hindsight knows Box, Discrete, MultiDiscrete,"
            " MultiBinary, Dict and Tuple: leave it out, or make it one of these, with a wrapper"
            " such as gymnasium.wrappers.%s"
            % (role, " " + named(path, "") if path else "", type(space).__name__,
               "FilterObservation" if path and role == "observation" else
               "TransformObservation" if role == "observation" else "TransformAction"))
    if what == "Dict":
        for name in space.spaces:
            yield from leaves(space.spaces[name], role, path + (name,))
    elif what == "Tuple":
        for index, item in enumerate(space.spaces):
            yield from leaves(item, role, path + (index,))
    else:
        yield path, space


def named(path, otherwise):
    clean = ["_".join(str(part).split("/")) or "_" for part in path]
    return "/".join(clean) if clean else otherwise


def at(value, path):
    for part in path:
        value = value[part]
    return value


class Observed:
    """One array of an observation."""

    def __init__(self, path, space, names, one_hot):
        self.path = path
        self.space = space
        self.what = kind(space)
        self.hot = one_hot and self.what == "Discrete"
        self.moved = False
        self.type = "<f4"
        self.names = []
        low = high = None
        if self.what == "Discrete":
            start = int(getattr(space, "start", 0))
            self.shape = [int(space.n)] if self.hot else [1]
            low, high = (0, 1) if self.hot else (start, start + int(space.n) - 1)
            low, high = [low] * self.shape[0], [high] * self.shape[0]
        elif self.what == "MultiDiscrete":
            count = np.asarray(space.nvec).reshape(-1)
            start = np.asarray(getattr(space, "start", 0)).reshape(-1)
            start = np.broadcast_to(start, count.shape)
            self.shape = [len(count)]
            low, high = start.tolist(), (start + count - 1).tolist()
        elif self.what == "MultiBinary":
            self.shape = [int(np.prod(space.shape))]
            low, high = [0] * self.shape[0], [1] * self.shape[0]
        else:
            shape = [int(n) for n in space.shape]
            lows = np.asarray(space.low, dtype=np.float64)
            highs = np.asarray(space.high, dtype=np.float64)
            if len(shape) == 3 and shape[2] <= 4 and shape[0] > 4:
                self.moved = True
                shape = [shape[2], shape[0], shape[1]]
                lows, highs = np.moveaxis(lows, 2, 0), np.moveaxis(highs, 2, 0)
            if not shape or len(shape) > 3:
                shape = [int(np.prod(shape)) if shape else 1]
            self.shape = shape
            small = {"uint8": "|u1", "int8": "|i1", "int16": "<i2"}.get(str(space.dtype))
            if small and len(shape) > 1:
                self.type = small
            if len(shape) == 1:
                low, high = lows.reshape(-1).tolist(), highs.reshape(-1).tolist()
            elif len(shape) == 2:
                low, high = lows.reshape(shape).min(0).tolist(), highs.reshape(shape).max(0).tolist()
            else:
                low = lows.reshape(shape[0], -1).min(1).tolist()
                high = highs.reshape(shape[0], -1).max(1).tolist()
        self.size = int(np.prod(self.shape))
        if len(names) == self.shape[-1] and len(self.shape) == 1:
            self.names = names
        self.low = [finite(number) for number in low]
        self.high = [finite(number) for number in high]

    def declaration(self):
        return {"name": named(self.path, "observation"), "shape": self.shape, "type": self.type,
                "names": self.names, "low": self.low, "high": self.high}

    def put(self, value, target):
        value = np.asarray(at(value, self.path))
        if self.hot:
            target[:] = 0
            target[int(value) - int(getattr(self.space, "start", 0))] = 1
            return
        if self.moved:
            value = np.moveaxis(value, 2, 0)
        if value.size != self.size:
            raise ValueError("the observation %s has %d numbers, and its space has %d"
                             % (named(self.path, ""), value.size, self.size))
        target[:] = value.reshape(-1)


class Acted:
    """One part of an action."""

    def __init__(self, path, space, words):
        self.path = path
        self.space = space
        self.what = kind(space)
        self.words = words
        name = named(path, "action")
        if self.what == "Discrete":
            self.start = [int(getattr(space, "start", 0))]
            self.counts = [int(space.n)]
        elif self.what == "MultiDiscrete":
            self.counts = [int(n) for n in np.asarray(space.nvec).reshape(-1)]
            start = np.asarray(getattr(space, "start", 0)).reshape(-1)
            self.start = np.broadcast_to(start, (len(self.counts),)).tolist()
        elif self.what == "MultiBinary":
            self.counts = [2] * int(np.prod(space.shape))
            self.start = [0] * len(self.counts)
        else:
            self.counts = []
            self.start = []
            self.width = int(np.prod(space.shape)) if space.shape else 1
        self.whole = bool(self.counts) or bool(np.issubdtype(space.dtype, np.integer))
        if self.counts:
            self.width = len(self.counts)
        self.names = [name] if self.width == 1 else ["%s_%d" % (name, i) for i in range(self.width)]

    def declarations(self):
        if self.counts:
            return [{"name": name, "levels": count, "start": start,
                     "words": self.words if len(self.words) == count else []}
                    for name, count, start in zip(self.names, self.counts, self.start)]
        low = np.asarray(self.space.low, dtype=np.float64).reshape(-1)
        high = np.asarray(self.space.high, dtype=np.float64).reshape(-1)
        return [{"name": name, "levels": 0, "low": finite(a), "high": finite(b),
                 "whole": self.whole}
                for name, a, b in zip(self.names, low, high)]

    def action(self, numbers):
        if self.what == "Discrete":
            return type_of(self.space)(int(numbers[0]) + self.start[0])
        if self.counts:
            levels = np.asarray([int(n) + s for n, s in zip(numbers, self.start)])
            return levels.reshape(self.space.shape).astype(self.space.dtype)
        return np.asarray(numbers).reshape(self.space.shape).astype(self.space.dtype)

    def numbers(self, action, given):
        """What an action is on the wire: the inverse of action(). The space's type may have
        rounded what was given."""
        value = np.asarray(action, dtype=np.float64).reshape(-1)
        if self.counts:
            return value - np.asarray(self.start, dtype=np.float64)
        rounded = np.asarray(given).astype(self.space.dtype).astype(np.float64)
        return np.where(value == rounded, given, value)


MASK = "action_mask"


def legal(seen, info):
    """Where an environment says which actions are legal: in info, or beside an observation."""
    if isinstance(info, dict) and info.get(MASK) is not None:
        return info[MASK]
    return seen.get(MASK) if isinstance(seen, dict) else None


def flat(mask):
    """A mask as one array of 0 and 1; masks of several parts come as a tuple or a dictionary."""
    if isinstance(mask, dict):
        mask = tuple(mask.values())
    if isinstance(mask, (tuple, list)) and mask and not np.isscalar(mask[0]):
        return np.concatenate([flat(part) for part in mask])
    return (np.asarray(mask).reshape(-1) != 0).astype(np.uint8)


def type_of(space):
    return getattr(space.dtype, "type", int) if getattr(space, "dtype", None) is not None else int


def finite(number):
    number = float(number)
    return number if abs(number) < 1e30 else None


def joined(one, other, pick):
    """The limits of two agents in one; where a vector is shorter there are zeros."""
    both = [[side[i] if i < len(side) else 0 for side in (one, other)]
            for i in range(max(len(one), len(other)))]
    return [None if None in pair else pick(pair) for pair in both]


def assembled(space, parts, path=()):
    what = kind(space)
    if what == "Dict":
        return {name: assembled(space.spaces[name], parts, path + (name,)) for name in space.spaces}
    if what == "Tuple":
        return tuple(assembled(item, parts, path + (i,)) for i, item in enumerate(space.spaces))
    return parts[path]


class Single:
    """A Gymnasium environment as an environment of one agent."""

    def __init__(self, env):
        self.env = env
        self.agents = ["0"]
        self.named = False
        self.spaces = {self.agents[0]: (env.observation_space, env.action_space)}
        spec = getattr(env, "spec", None)
        self.limit = getattr(spec, "max_episode_steps", None)
        self.fps = (getattr(env, "metadata", None) or {}).get("render_fps")

    def reset(self, seed):
        seen, info = self.env.reset(seed=seed)
        return {"0": seen}, {"0": info}

    def step(self, actions):
        seen, reward, terminated, truncated, info = self.env.step(actions["0"])
        return {"0": (seen, reward, terminated, truncated, info)}

    def enters(self, agent):
        return False


class Parallel:
    """A parallel PettingZoo environment."""

    def __init__(self, env):
        self.env = env
        self.agents = list(env.possible_agents)
        self.named = True
        self.spaces = {agent: (env.observation_space(agent), env.action_space(agent))
                       for agent in self.agents}
        self.limit = None
        for holder in (env, getattr(env, "unwrapped", env)):
            for name in ("max_cycles", "max_steps"):
                self.limit = self.limit or getattr(holder, name, None)
        self.fps = (getattr(env, "metadata", None) or {}).get("render_fps")

    def reset(self, seed):
        answer = self.env.reset(seed=seed)
        seen, infos = answer if isinstance(answer, tuple) else (answer, {})
        return seen, infos or {}

    def step(self, actions):
        seen, reward, terminated, truncated, info = self.env.step(actions)
        others = [agent for agent in seen if agent not in self.spaces]
        if others:
            raise ValueError("%s is not among possible_agents (%s): add it there"
                             % (others[0], ", ".join(str(agent) for agent in self.agents)))
        return {agent: (seen[agent], reward.get(agent, 0.0), terminated.get(agent, False),
                        truncated.get(agent, False), info.get(agent, {}))
                for agent in seen}

    def enters(self, agent):
        """Whether an agent that did not act acts next."""
        return agent in getattr(self.env, "agents", ())


def found(name):
    """The attribute of a module that module:attribute names, or the module's parallel_env."""
    module, _, attribute = name.partition(":")
    try:
        loaded = importlib.import_module(module)
    except ModuleNotFoundError:
        if not attribute and module.split(".")[0] == "pettingzoo":
            raise
        return None
    made = getattr(loaded, attribute or "parallel_env", None)
    if made is None and not attribute and module.split(".")[0] == "pettingzoo":
        raise ValueError(TURNS % module if hasattr(loaded, "env")
                         else "%s has no parallel_env" % module)
    return made


def specification(env, kwargs):
    """What Gymnasium needs to make the environment again, in its own JSON; empty if there is no
    such thing, as for functions that make one. The kind of picture is no part of it."""
    try:
        spec = copy.deepcopy(env.spec)
        if "render_mode" not in kwargs:
            spec.kwargs.pop("render_mode", None)
        registered = sys.modules["gymnasium"].registry.get(spec.id)
        if registered is not None:
            spec.disable_env_checker = registered.disable_env_checker
        return spec.to_json()
    except Exception:
        return ""


def described(space):
    """A space as Minari writes it. Several counts and flags become a Box of whole numbers."""
    what = kind(space)
    if what == "Dict":
        return {"type": what, "subspaces": {str(name): described(space.spaces[name])
                                            for name in space.spaces}}
    if what == "Tuple":
        return {"type": what, "subspaces": [described(item) for item in space.spaces]}
    if what == "Discrete":
        return {"type": what, "dtype": "int64", "start": int(getattr(space, "start", 0)),
                "n": int(space.n)}
    if what == "Box":
        low, high = space.low, space.high
    elif what == "MultiDiscrete":
        low = np.broadcast_to(np.asarray(getattr(space, "start", 0)), space.nvec.shape)
        high = low + space.nvec - 1
    else:
        low, high = np.zeros(space.shape, int), np.ones(space.shape, int)
    return {"type": "Box", "dtype": str(space.dtype), "shape": [int(n) for n in space.shape],
            "low": low.tolist(), "high": high.tolist()}


TURNS = ("%s is an AEC environment of PettingZoo, whose agents act in turn; give a parallel one, for"
         " instance module:function that returns pettingzoo.utils.conversions.aec_to_parallel(env)")


def make(settings):
    if settings["path"]:
        sys.path.insert(0, settings["path"])
    name, kwargs = settings["id"], dict(settings["kwargs"])
    maker = found(name) if ("." in name or ":" in name) else None
    modes = [{"render_mode": "rgb_array"}, {}] if settings["render"] else [{}]
    for mode in modes:
        try:
            if maker is not None:
                env = maker(**kwargs, **mode)
            else:
                import gymnasium
                if settings["limit"]:
                    kwargs["max_episode_steps"] = settings["limit"]
                env = gymnasium.make(name, disable_env_checker=True, **kwargs, **mode)
            if hasattr(env, "agent_iter"):
                raise ValueError(TURNS % name)
            return Parallel(env) if hasattr(env, "possible_agents") else Single(env)
        except TypeError:
            if mode is modes[-1]:
                raise


class Session:
    def __init__(self, settings):
        self.world = make(settings)
        short = settings["id"].split("/")[-1].rsplit("-v", 1)[0]
        self.own = {}
        for agent, (seen, acted) in self.world.spaces.items():
            self.own[agent] = (
                [Observed(path, space, OBSERVED.get(short, []), settings["oneHot"])
                 for path, space in leaves(seen, "observation")],
                [Acted(path, space, ACTIONS.get(short, [])) for path, space in leaves(acted, "action")])
        first = self.world.agents[0]
        self.observed, self.acted = self.own[first]
        self.padded = False
        for agent in self.world.agents:
            if self.world.spaces[agent] != self.world.spaces[first]:
                self.widen(first, agent)
        self.size = sum(part.size for part in self.observed)
        self.width = sum(part.width for part in self.acted)
        self.spec = specification(self.world.env, settings["kwargs"])
        self.side = settings["frameSide"]
        self.render = bool(settings["render"]) and (
            getattr(self.world.env, "render_mode", None) == "rgb_array")
        self.live = []
        self.steps = 0
        self.levels = sum(sum(part.counts) for part in self.acted)
        self.masked = self.levels if self.padded else 0
        if not self.padded and all(part.counts for part in self.acted):
            self.masked = self.masks()
        self.base = np.ones((len(self.world.agents), self.masked), np.uint8)
        for index, agent in enumerate(self.world.agents if self.masked else []):
            self.base[index] = self.spread(agent, np.ones(self.levels_of(agent), np.uint8))
        self.masks_now = self.base.copy()

    def widen(self, first, agent):
        """Makes room for an agent with spaces of its own: vectors may be longer, and parts of
        actions may have more levels; what an agent lacks is 0, and illegal."""
        seen, acted = self.own[agent]
        fits = (len(seen) == len(self.observed) and len(acted) == len(self.acted)
                and all(a.path == b.path and a.type == b.type
                        and len(a.shape) == len(b.shape)
                        and (len(a.shape) == 1 or a.shape == b.shape)
                        for a, b in zip(seen, self.observed))
                and all(a.path == b.path and bool(a.counts) == bool(b.counts)
                        and a.width == b.width and a.whole == b.whole
                        for a, b in zip(acted, self.acted))
                and (all(a.counts for a in acted)
                     or all(a.counts == b.counts for a, b in zip(acted, self.acted))))
        if not fits:
            raise ValueError(
                "the spaces of %s and %s differ in more than limits, the lengths of vectors and the"
                " numbers of actions: pad them, for instance with supersuit's pad_observations_v0"
                " and pad_action_space_v0" % (first, agent))
        observed = []
        for a, b in zip(seen, self.observed):
            most = copy.copy(a if a.size > b.size else b)
            most.low, most.high = joined(a.low, b.low, min), joined(a.high, b.high, max)
            observed.append(most)
        self.observed = observed
        widened = []
        for a, b in zip(acted, self.acted):
            self.padded = self.padded or a.counts != b.counts
            most = copy.copy(a if sum(a.counts) > sum(b.counts) else b)
            most.counts = [max(pair) for pair in zip(a.counts, b.counts)]
            widened.append(most)
        self.acted = widened

    def levels_of(self, agent):
        return sum(sum(part.counts) for part in self.own[agent][1])

    def spread(self, agent, mask):
        """A mask of an agent's own levels among those of all."""
        if not self.padded:
            return mask
        out, begin, at = np.zeros(self.levels, np.uint8), 0, 0
        for own, most in zip(self.own[agent][1], self.acted):
            for count, all_of_them in zip(own.counts, most.counts):
                out[at:at + count] = mask[begin:begin + count]
                begin += count
                at += all_of_them
        return out

    def masks(self):
        """The number of flags in a mask; 0 if the environment says nothing, which a reset shows."""
        seen, infos = self.world.reset(0)
        for agent in self.world.agents:
            mask = legal(seen.get(agent), infos.get(agent))
            if mask is not None:
                return self.levels if flat(mask).size == self.levels else 0
        return 0

    def mask(self, index, seen, info):
        """Keeps the mask of an agent's next action. Where none is legal, nothing is said."""
        mask = legal(seen, info) if self.masked else None
        if mask is None:
            return
        mask = flat(mask)
        agent = self.world.agents[index]
        if mask.size != self.levels_of(agent):
            raise ValueError("the mask of actions has %d flags, and earlier ones had %d"
                             % (mask.size, self.levels_of(agent)))
        if mask.any():
            self.masks_now[index] = self.spread(agent, mask)

    def declaration(self):
        versions = {"python": platform.python_version(), "numpy": np.__version__}
        for name in ("gymnasium", "pettingzoo"):
            if name in sys.modules:
                versions[name] = str(getattr(sys.modules[name], "__version__", ""))
        return {"agents": [str(agent) for agent in self.world.agents], "named": self.world.named,
                "limit": self.world.limit, "fps": self.world.fps, "render": self.render,
                "observation": [part.declaration() for part in self.observed],
                "actions": [one for index in range(len(self.acted)) for one in self.parts(index)],
                "mask": self.masked, "padded": self.padded, "versions": versions,
                "spec": self.spec, "actionSpace": self.action_space()}

    def parts(self, index):
        """The numbers of a part of an action. Limits that differ are lists, one for each agent;
        levels with different names are counted from 0."""
        parts = self.acted[index].declarations()
        own = [self.own[agent][1][index] for agent in self.world.agents]
        for number, part in enumerate(parts):
            if part["levels"]:
                if any(one.start[number] != part["start"] for one in own):
                    part.update(start=0, words=[])
                continue
            for name in ("low", "high"):
                limits = [one.declarations()[number][name] for one in own]
                if any(limit != part[name] for limit in limits):
                    part[name] = limits
        return parts

    def action_space(self):
        """What agents may do, as Minari writes it; empty where agents differ, and where counts
        beside numbers could not be told from them."""
        several = any(part.counts and part.what != "Discrete" for part in self.acted)
        numbers = any(not part.counts for part in self.acted)
        spaces = [acted for _, acted in self.world.spaces.values()]
        if any(space != spaces[0] for space in spaces) or (several and numbers):
            return ""
        return json.dumps(described(self.world.spaces[self.world.agents[0]][1]))

    def reset(self, seed):
        seen, infos = self.world.reset(seed)
        self.steps = 0
        self.masks_now[:] = self.base
        self.live = [agent for agent in self.world.agents if agent in seen]
        count = len(self.world.agents)
        flags = np.zeros(count, np.uint8)
        rewards = np.zeros(count, "<f8")
        acted = np.zeros((count, self.width), "<f8")
        numbers = np.zeros((count, self.size), "<f4")
        for index, agent in enumerate(self.world.agents):
            if agent in seen:
                flags[index] = LIVE
                self.observe(agent, seen[agent], numbers[index])
                self.mask(index, seen[agent], infos.get(agent))
        return self.result(flags, rewards, acted, numbers)

    def observe(self, agent, value, target):
        begin = 0
        for own, most in zip(self.own[agent][0], self.observed):
            own.put(value, target[begin:begin + own.size])
            begin += most.size

    def step(self, given):
        actions = {}
        count = len(self.world.agents)
        acted = np.zeros((count, self.width), "<f8")
        for index, agent in enumerate(self.world.agents):
            if agent not in self.live:
                continue
            parts, begin = {}, 0
            for part in self.own[agent][1]:
                for level, most in zip(given[index][begin:begin + part.width], part.counts):
                    if level >= most:
                        raise ValueError("%s has no action %d: it has %d" % (agent, level, most))
                one = part.action(given[index][begin:begin + part.width])
                parts[part.path] = one
                acted[index][begin:begin + part.width] = part.numbers(
                    one, given[index][begin:begin + part.width])
                begin += part.width
            actions[agent] = assembled(self.world.spaces[agent][1], parts)
        came = self.world.step(actions)
        self.steps += 1
        flags = np.zeros(count, np.uint8)
        rewards = np.zeros(count, "<f8")
        numbers = np.zeros((count, self.size), "<f4")
        still = []
        self.masks_now[:] = self.base
        for index, agent in enumerate(self.world.agents):
            if agent not in came:
                if agent in actions:
                    raise ValueError("step() gave no observation of %s, which acted: return one for"
                                     " every agent that acted, also where its episode ends"
                                     % (agent,))
                continue
            seen, reward, terminated, truncated, info = came[agent]
            rewards[index] = reward
            self.observe(agent, seen, numbers[index])
            if terminated:
                flags[index] |= TERMINATED
            if truncated:
                flags[index] |= TRUNCATED
            acts = agent in actions or self.world.enters(agent)
            if acts and not terminated and not truncated:
                flags[index] |= LIVE
                still.append(agent)
                self.mask(index, seen, info)
            for name in ("is_success", "success"):
                if name in info:
                    flags[index] |= SUCCESS_KNOWN | (SUCCESS if bool(info[name]) else 0)
                    break
        self.live = still
        return self.result(flags, rewards, acted, numbers)

    def result(self, flags, rewards, acted, numbers):
        return (struct.pack("<Iq", self.steps, self.generator()) + flags.tobytes()
                + rewards.tobytes() + acted.tobytes() + numbers.tobytes()
                + self.masks_now.tobytes())

    def generator(self):
        """A digest of the environment's random numbers; 0 if it has none of its own."""
        try:
            state = getattr(self.world.env, "unwrapped", self.world.env)._np_random
            return zlib.crc32(repr(state.bit_generator.state).encode()) if state is not None else 0
        except Exception:
            return 0

    def picture(self):
        try:
            image = self.world.env.render() if self.render else None
        except Exception as failure:
            raise RuntimeError("%s: %s; render=false records without pictures"
                               % (type(failure).__name__, str(failure).rstrip("."))) from failure
        if image is None:
            return struct.pack("<HH", 0, 0)
        image = np.asarray(image)
        if image.ndim == 2:
            image = np.repeat(image[:, :, None], 3, axis=2)
        if image.ndim != 3 or image.shape[2] < 3:
            raise ValueError("render() gave an array of %s, not [height, width, 3]"
                             % (list(image.shape),))
        image = image[:, :, :3].astype(np.uint8)
        step = max(1, -(-max(image.shape[:2]) // self.side))
        if step > 1:
            height, width = image.shape[0] // step, image.shape[1] // step
            image = image[:height * step, :width * step].reshape(height, step, width, step, 3)
            image = image.mean(axis=(1, 3)).astype(np.uint8)
        return struct.pack("<HH", image.shape[1], image.shape[0]) + image.tobytes()


def exactly(stream, count):
    parts = []
    while count > 0:
        part = stream.read(count)
        if not part:
            os._exit(0)
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def serve(source, target):
    def send(what, payload):
        target.write(HEAD.pack(MAGIC, PROTOCOL, what, 0, len(payload)) + payload)
        target.flush()

    send(HELLO, json.dumps({"protocol": PROTOCOL, "python": platform.python_version(),
                            "executable": sys.executable}).encode())
    session = None
    while True:
        magic, version, what, _, length = HEAD.unpack(exactly(source, HEAD.size))
        if magic != MAGIC or version != PROTOCOL or length > MOST:
            os._exit(2)
        payload = exactly(source, length)
        try:
            if what == CONFIGURE:
                global np
                import numpy as np
                session = Session(json.loads(payload))
                send(SPACES, json.dumps(session.declaration()).encode())
            elif what == RESET:
                send(RESULT, session.reset(struct.unpack("<q", payload)[0]))
            elif what == STEP:
                given = np.frombuffer(payload, "<f8").reshape(-1, session.width)
                send(RESULT, session.step(given))
            elif what == RENDER:
                send(PICTURE, session.picture())
            else:
                os._exit(0)
        except Exception as error:
            import traceback
            traceback.print_exc()
            last = traceback.extract_tb(error.__traceback__)[-1]
            send(FAILURE, json.dumps({
                "what": ("%s: %s" % (type(error).__name__, error))[:2000],
                "where": "%s:%d" % (last.filename, last.lineno)}).encode())


def watch(parent):
    """Ends this process when Hindsight has died, even while the environment computes."""
    while os.getppid() == parent:
        time.sleep(2)
    os._exit(0)


if __name__ == "__main__":
    stream = os.fdopen(os.dup(1), "wb", buffering=1 << 16)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if os.name == "posix":
        threading.Thread(target=watch, args=(os.getppid(),), daemon=True).start()
    source = os.fdopen(os.dup(0), "rb", buffering=1 << 16)
    devnull = os.open(os.devnull, os.O_RDONLY)
    os.dup2(devnull, 0)
    serve(source, stream)
